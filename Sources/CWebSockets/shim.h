#pragma once
#include <ev.h>
#include <libwebsockets.h>

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

static inline void vn_io_init(ev_io *io, void (*ready)(struct ev_loop *, ev_io *, int), int descriptor,
                              int writes) {
  ev_io_init(io, ready, descriptor, writes ? EV_WRITE : EV_READ);
}
