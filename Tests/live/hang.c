// Has files not open for the program that this is loaded into (LD_PRELOAD), as on a file server that
// has gone: those below a root whose name is $HANGING, for as long as the file $GATE exists.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

typedef long call(long, ...);

static void hang(void) {
  const struct timespec pause = {.tv_nsec = 5000000};
  while (access(getenv("GATE"), F_OK) == 0) nanosleep(&pause, NULL);
}

// How files below a root are opened: glibc has no function for openat2(2).
long syscall(long number, ...) {
  static call *_Atomic real;
  if (!real) real = (call *)dlsym(RTLD_NEXT, "syscall");
  long given[6];
  va_list list;
  va_start(list, number);
  for (int i = 0; i < 6; i++) given[i] = va_arg(list, long);
  va_end(list);
  if (number == SYS_openat2 && strcmp((const char *)given[1], getenv("HANGING")) == 0) hang();
  return real(number, given[0], given[1], given[2], given[3], given[4], given[5]);
}
