// What the thread sanitizer has to be told of the program; linked into it by .ci/sanitized.
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

// Swift's Mutex is the number of the thread that holds it, taken by code that is compiled into
// ours, where the sanitizer sees it. Who has to wait for one calls a library, where it sees
// nothing, and seems to race with everybody else. So this waits in the library's stead.
__attribute__((swiftcall)) void vn_wait_for_mutex(
    uint32_t thread, __attribute__((swift_context)) _Atomic uint32_t *mutex)
    __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");

__attribute__((swiftcall)) void vn_wait_for_mutex(
    uint32_t thread, __attribute__((swift_context)) _Atomic uint32_t *mutex) {
  uint32_t holder = 0;
  while (!atomic_compare_exchange_strong(mutex, &holder, thread)) {
    // As in the library: who holds it already would wait for ever.
    if (holder == thread) abort();
    holder = 0;
    usleep(50);
  }
}

const char *__tsan_default_options(void) { return "exitcode=66:second_deadlock_stack=1"; }
