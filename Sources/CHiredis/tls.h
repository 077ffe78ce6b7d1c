#pragma once
#include <dlfcn.h>
#include <hiredis/hiredis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// TLS of hiredis, where it has any: version 1.1 and later, which other releases of Debian lack. It is
// a library of its own, which is loaded when it is first needed, so the program links to what there
// is everywhere. hiredis compares no host's name with the certificate, so OpenSSL is asked to; that
// is what hiredis's library is linked to, and so it is loaded with it.

#if __has_include(<hiredis/hiredis_ssl.h>) && defined(HIREDIS_SONAME)
#define VN_TEXT_OF(name) #name
#define VN_TEXT(name) VN_TEXT_OF(name)
static const char *const vn_tls_library = "libhiredis_ssl.so." VN_TEXT(HIREDIS_SONAME);
#define VN_HAS_TLS 1
#else
#define VN_HAS_TLS 0
#endif

// Whom to trust; made once.
typedef struct vn_trust {
  void *library;
  void *context;  // of OpenSSL
} vn_trust;

// A connection that is read from and written to as a socket is.
typedef struct vn_tls {
  const vn_trust *trust;
  redisContext *redis;
  void *session;  // of OpenSSL; freed by hiredis, once that has taken it
  int is_begun;
  size_t taken;  // bytes that are being written
} vn_tls;

#if VN_HAS_TLS

// What is used of OpenSSL, by the numbers that its headers have for it.
enum {
  vn_ssl_verify_peer = 1,
  vn_ssl_set_mode = 33,
  vn_ssl_partial_and_moving_writes = 1 | 2,
  vn_ssl_set_host_name = 55,
  vn_ssl_set_least_version = 123,
  vn_tls_1_2 = 0x0303,
};

#define VN_CALL(trust, type, name) ((type)dlsym((trust)->library, name))

static inline void vn_free_trust(vn_trust *trust) {
  if (trust->context) VN_CALL(trust, void (*)(void *), "SSL_CTX_free")(trust->context);
  // The library stays: what it has loaded cannot be unloaded.
  free(trust);
}

static inline int vn_take_authorities(const vn_trust *trust, const char *file) {
  if (!file) return VN_CALL(trust, int (*)(void *), "SSL_CTX_set_default_verify_paths")(trust->context);
  return VN_CALL(trust, int (*)(void *, const char *, const char *), "SSL_CTX_load_verify_locations")(
      trust->context, file, NULL);
}

// Whom a file of certificates says to trust, or the system without one; NULL where that cannot be
// read, or there is no TLS.
static inline vn_trust *vn_make_trust(const char *file) {
  vn_trust *trust = calloc(1, sizeof *trust);
  if (!trust) return NULL;
  trust->library = dlopen(vn_tls_library, RTLD_NOW | RTLD_LOCAL);
  if (trust->library && dlsym(trust->library, "SSL_CTX_new")) {
    void *method = VN_CALL(trust, void *(*)(void), "TLS_client_method")();
    trust->context = VN_CALL(trust, void *(*)(void *), "SSL_CTX_new")(method);
  }
  if (!trust->context || vn_take_authorities(trust, file) != 1) {
    vn_free_trust(trust);
    return NULL;
  }
  long (*control)(void *, int, long, void *) = VN_CALL(trust, long (*)(void *, int, long, void *), "SSL_CTX_ctrl");
  control(trust->context, vn_ssl_set_least_version, vn_tls_1_2, NULL);
  // What has not been sent may lie elsewhere by the next attempt.
  control(trust->context, vn_ssl_set_mode, vn_ssl_partial_and_moving_writes, NULL);
  VN_CALL(trust, void (*)(void *, int, void *), "SSL_CTX_set_verify")(trust->context, vn_ssl_verify_peer, NULL);
  return trust;
}

// Whether the system's hiredis has TLS.
static inline int vn_has_tls(void) {
  void *library = dlopen(vn_tls_library, RTLD_NOW | RTLD_LOCAL);
  return library && dlsym(library, "redisInitiateSSL") && dlsym(library, "SSL_set1_host");
}

// Frees a connection; its socket stays open.
static inline void vn_free_tls(vn_tls *tls) {
  int is_taken = tls->redis && tls->redis->privctx;
  if (tls->redis) redisFreeKeepFd(tls->redis);
  if (tls->session && !is_taken) VN_CALL(tls->trust, void (*)(void *), "SSL_free")(tls->session);
  free(tls);
}

// Begins TLS over a socket that is connected and does not block, with a host that has to be in the
// certificate; NULL without memory. What else goes wrong the first read tells. `is_name` is 0 for an
// address.
static inline vn_tls *vn_begin_tls(const vn_trust *trust, int socket, const char *host, int is_name) {
  vn_tls *tls = calloc(1, sizeof *tls);
  if (!tls) return NULL;
  tls->trust = trust;
  redisOptions options = {.type = REDIS_CONN_USERFD, .options = REDIS_OPT_NONBLOCK, .endpoint.fd = socket};
  tls->redis = redisConnectWithOptions(&options);
  void *session = tls->session = VN_CALL(trust, void *(*)(void *), "SSL_new")(trust->context);
  int is_made = tls->redis && !tls->redis->err && session &&
                VN_CALL(trust, int (*)(void *, const char *), "SSL_set1_host")(session, host) == 1;
  if (is_made && is_name) {
    VN_CALL(trust, long (*)(void *, int, long, void *), "SSL_ctrl")(session, vn_ssl_set_host_name, 0, (void *)host);
  }
  int (*initiate)(redisContext *, void *) = VN_CALL(trust, int (*)(redisContext *, void *), "redisInitiateSSL");
  if (!is_made) {
    vn_free_tls(tls);
    return NULL;
  }
  tls->is_begun = initiate(tls->redis, session) == REDIS_OK;
  return tls;
}

// Reads: the count of bytes, 0 where there are none yet, or -1.
static inline ssize_t vn_read_tls(vn_tls *tls, void *bytes, size_t count) {
  return tls->is_begun ? tls->redis->funcs->read(tls->redis, bytes, count) : -1;
}

// Writes: the count of bytes, 0 where it has to wait, after which the same bytes are to be written,
// with others behind them or not; or -1.
static inline ssize_t vn_write_tls(vn_tls *tls, const void *bytes, size_t count) {
  enum { most = 16384 };
  if (!tls->is_begun) return -1;
  if (tls->taken == 0) {
    tls->taken = count < most ? count : most;
    if (redisAppendFormattedCommand(tls->redis, bytes, tls->taken) != REDIS_OK) return -1;
  }
  int done = 0;
  if (redisBufferWrite(tls->redis, &done) != REDIS_OK) return -1;
  if (!done) return 0;
  count = tls->taken;
  tls->taken = 0;
  return count;
}

// Why the certificate is not trusted; NULL where it is, or was never seen.
static inline const char *vn_certificate_fault(const vn_tls *tls) {
  long code = VN_CALL(tls->trust, long (*)(void *), "SSL_get_verify_result")(tls->session);
  if (code == 0) return NULL;
  return VN_CALL(tls->trust, const char *(*)(long), "X509_verify_cert_error_string")(code);
}

// Why it has failed otherwise.
static inline const char *vn_tls_fault(const vn_tls *tls) {
  return strcmp(tls->redis->errstr, strerror(0)) ? tls->redis->errstr : "what comes is none";
}

#else

static inline int vn_has_tls(void) { return 0; }
static inline vn_trust *vn_make_trust(const char *file) { return NULL; }
static inline void vn_free_trust(vn_trust *trust) { free(trust); }
static inline vn_tls *vn_begin_tls(const vn_trust *trust, int socket, const char *host, int is_name) { return NULL; }
static inline void vn_free_tls(vn_tls *tls) { free(tls); }
static inline ssize_t vn_read_tls(vn_tls *tls, void *bytes, size_t count) { return -1; }
static inline ssize_t vn_write_tls(vn_tls *tls, const void *bytes, size_t count) { return -1; }
static inline const char *vn_certificate_fault(const vn_tls *tls) { return NULL; }
static inline const char *vn_tls_fault(const vn_tls *tls) { return ""; }

#endif
