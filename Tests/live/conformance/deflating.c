// An echo by libwebsockets with permessage-deflate (RFC 7692), which Vernier does not offer: each
// message of a client comes back to it, in one frame.
//
// Prints the port that it listens on, and runs until it is killed.
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// No message of the tests is longer than LIMIT; ROOM is what libwebsockets hands over at once.
enum { LIMIT = 4 << 20, ROOM = 1 << 14 };

struct echo {
  unsigned char *bytes;
  size_t length;
  int whole, binary;
};

static int receive(struct lws *wsi, struct echo *echo, const void *bytes, size_t count) {
  if (echo->length + count > LIMIT) return -1;
  memcpy(echo->bytes + LWS_PRE + echo->length, bytes, count);
  echo->length += count;
  echo->binary = lws_frame_is_binary(wsi);
  if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi)) return 0;
  echo->whole = 1;
  // The next message waits until this one is sent.
  lws_rx_flow_control(wsi, 0);
  lws_callback_on_writable(wsi);
  return 0;
}

static int answer(struct lws *wsi, struct echo *echo) {
  if (!echo->whole) return 0;
  size_t count = echo->length;
  int kind = echo->binary ? LWS_WRITE_BINARY : LWS_WRITE_TEXT;
  if (lws_write(wsi, echo->bytes + LWS_PRE, count, kind) < (int)count) return -1;
  echo->whole = 0;
  echo->length = 0;
  lws_rx_flow_control(wsi, 1);
  return 0;
}

static int called(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *bytes,
                  size_t count) {
  struct echo *echo = user;
  switch (reason) {
  case LWS_CALLBACK_ESTABLISHED:
    echo->bytes = malloc(LWS_PRE + LIMIT);
    return echo->bytes ? 0 : -1;
  case LWS_CALLBACK_RECEIVE:
    return receive(wsi, echo, bytes, count);
  case LWS_CALLBACK_SERVER_WRITEABLE:
    return answer(wsi, echo);
  case LWS_CALLBACK_CLOSED:
    free(echo->bytes);
    return 0;
  default:
    return 0;
  }
}

int main(void) {
  struct lws_protocols protocols[] = {{"echo", called, sizeof(struct echo), ROOM}, {0}};
  struct lws_extension extensions[] = {
      {"permessage-deflate", lws_extension_callback_pm_deflate, "permessage-deflate"}, {0}};
  struct lws_context_creation_info info = {.iface = "127.0.0.1",
                                           .port = 0,
                                           .protocols = protocols,
                                           .extensions = extensions,
                                           .gid = -1,
                                           .uid = -1};
  lws_set_log_level(LLL_ERR, NULL);
  info.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
  struct lws_context *context = lws_create_context(&info);
  struct lws_vhost *host = context ? lws_create_vhost(context, &info) : NULL;
  if (!host) return 1;
  printf("%d\n", lws_get_vhost_listen_port(host));
  fflush(stdout);
  while (lws_service(context, 0) >= 0) continue;
  lws_context_destroy(context);
}
