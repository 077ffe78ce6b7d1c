/* What a bare libwebsockets server costs: answers every message, each once, with SIZE bytes.
 *
 *     echo PORT SIZE
 *
 * Nothing but the library, on the loop that we use, and one protocol, as in its minimal examples.
 * Ends with its standard input.
 */
#include <libwebsockets.h>
#include <stdbool.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

static unsigned char answer[LWS_PRE + 65536];
static size_t size;

static int serve(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t len) {
    (void)in, (void)len;
    int *owed = user;
    switch (reason) {
    case LWS_CALLBACK_RECEIVE:
        ++*owed;
        lws_callback_on_writable(wsi);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        if (lws_write(wsi, answer + LWS_PRE, size, LWS_WRITE_TEXT) < 0) return -1;
        if (--*owed > 0) lws_callback_on_writable(wsi);
        return 0;
    default:
        return 0;
    }
}

static bool input_has_ended(void) {
    struct pollfd input = {.fd = 0, .events = POLLIN};
    return poll(&input, 1, 0) != 0;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    size = strtoul(argv[2], NULL, 10);
    if (size > sizeof answer - LWS_PRE) return 2;
    memset(answer + LWS_PRE, ' ', size);

    struct lws_protocols protocols[] = {{"vernier.v1", serve, sizeof(int), 65536, 0, NULL, 0}, {0}};
    struct lws_context_creation_info info = {
        .port = atoi(argv[1]),
        .iface = "127.0.0.1",
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_LIBEV,
    };
    lws_set_log_level(LLL_ERR, NULL);
    struct lws_context *context = lws_create_context(&info);
    if (!context) return 1;
    while (!input_has_ended() && lws_service(context, 0) >= 0) {}
    lws_context_destroy(context);
    return 0;
}
