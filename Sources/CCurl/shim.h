#pragma once
#define CURL_DISABLE_TYPECHECK
#include <arpa/inet.h>
#include <curl/curl.h>
#include <string.h>
#include <sys/socket.h>

// Functions for what Swift cannot import: libcurl's variadic ones, and an address in memory that is
// longer than its type says.

static inline CURLcode vn_set_number(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

// libcurl copies the text, except that of CURLOPT_POSTFIELDS, which nobody sets.
static inline CURLcode vn_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode vn_set_headers(CURL *easy, struct curl_slist *headers) {
  return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

// Takes the lines of the head, or pieces of the body; any other result than size * count ends the
// transfer.
typedef size_t (*vn_receiver)(char *bytes, size_t size, size_t count, void *context);

// Opens the socket to an address, or refuses by CURL_SOCKET_BAD.
typedef curl_socket_t (*vn_opener)(void *context, curlsocktype purpose,
                                   struct curl_sockaddr *address);

// Is asked before each request, also on a connection that is used again; refuses by
// CURL_PREREQFUNC_ABORT.
typedef int (*vn_admission)(void *context, char *theirs, char *ours, int their_port, int our_port);

static inline void vn_set_callbacks(CURL *easy, void *context, vn_receiver head, vn_receiver body,
                                    vn_opener open, vn_admission admit) {
  curl_easy_setopt(easy, CURLOPT_PRIVATE, context);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, head);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, body);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open);
  curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
  curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, admit);
}

static inline void *vn_context(CURL *easy) {
  void *context = NULL;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &context);
  return context;
}

static inline long vn_status_code(CURL *easy) {
  long status = 0;
  curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

// What a proxy has answered to CONNECT, 0 where there was none.
static inline long vn_connect_status(CURL *easy) {
  long status = 0;
  curl_easy_getinfo(easy, CURLINFO_HTTP_CONNECTCODE, &status);
  return status;
}

static inline CURLMcode vn_set_multi(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

// The bytes of an IP address; returns how many there are, 0 for another family.
static inline int vn_address_bytes(const struct curl_sockaddr *address, unsigned char bytes[16]) {
  if (address->family == AF_INET) {
    memcpy(bytes, &((const struct sockaddr_in *)&address->addr)->sin_addr, 4);
    return 4;
  }
  if (address->family != AF_INET6) return 0;
  memcpy(bytes, &((const struct sockaddr_in6 *)&address->addr)->sin6_addr, 16);
  return 16;
}

// The same of an address as text.
static inline int vn_parse_address(const char *text, unsigned char bytes[16]) {
  if (inet_pton(AF_INET, text, bytes) == 1) return 4;
  return inet_pton(AF_INET6, text, bytes) == 1 ? 16 : 0;
}

static inline curl_socket_t vn_open_socket(const struct curl_sockaddr *address) {
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// Where a redirect leads, as libcurl resolves it; NULL where there is none.
static inline const char *vn_redirect_url(CURL *easy) {
  char *url = NULL;
  curl_easy_getinfo(easy, CURLINFO_REDIRECT_URL, &url);
  return url;
}

// The seconds of Retry-After, 0 where there is none.
static inline long long vn_retry_after(CURL *easy) {
  curl_off_t seconds = 0;
  curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &seconds);
  return seconds;
}
