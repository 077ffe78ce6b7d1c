#pragma once
#include <ev.h>
#include <libwebsockets.h>
#include <pthread.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

// Swift does not import LWS_PRE: room that lws_write() needs in front of every payload.
enum { vn_lws_pre = LWS_PRE };

// Swift imports none of libev's init macros.
static inline void vn_timer_start(struct ev_loop *loop, ev_timer *timer,
                                  void (*fired)(struct ev_loop *, ev_timer *, int), double seconds) {
  ev_timer_init(timer, fired, seconds, seconds);
  ev_timer_start(loop, timer);
}

static inline void vn_prepare_start(struct ev_loop *loop, ev_prepare *prepare,
                                    void (*prepared)(struct ev_loop *, ev_prepare *, int)) {
  ev_prepare_init(prepare, prepared);
  ev_prepare_start(loop, prepare);
}

static inline void vn_io_init(ev_io *io, void (*ready)(struct ev_loop *, ev_io *, int), int descriptor) {
  ev_io_init(io, ready, descriptor, EV_READ);
}

// Glibc hides accept4() from Swift: it is not in POSIX.
extern int accept4(int, struct sockaddr *, socklen_t *, int);
static inline int vn_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

// glibc's struct tcp_info ends before tcpi_bytes_received, and <linux/tcp.h>, which has it,
// cannot be included beside <netinet/tcp.h>. The offset is part of the kernel's interface.
// Returns 0 when the kernel does not say.
static inline uint64_t vn_bytes_received(int descriptor) {
  enum { tcp_info = 11, bytes_received_at = 128 };
  unsigned char info[bytes_received_at + sizeof(uint64_t)] = {0};
  socklen_t count = sizeof info;
  uint64_t bytes = 0;
  if (getsockopt(descriptor, IPPROTO_TCP, tcp_info, info, &count) == 0 && count == sizeof info)
    memcpy(&bytes, info + bytes_received_at, sizeof bytes);
  return bytes;
}

// Swift does not import ioctl(), which takes any number of arguments. Returns 0 when it fails.
static inline int vn_bytes_waiting(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : 0;
}
