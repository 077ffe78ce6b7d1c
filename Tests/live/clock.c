// Puts the system's clock off for the program that it is loaded into (LD_PRELOAD), by as many
// seconds as the first number in the file $CLOCK says at that moment. The second number counts how
// often anybody looked at the clock. All other clocks go right.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *clock_file;

__attribute__((constructor)) static void begin(void) {
  int file = open(getenv("CLOCK"), O_RDWR | O_CLOEXEC);
  void *place = mmap(NULL, 2 * sizeof *clock_file, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (place == MAP_FAILED) abort();
  clock_file = place;
  close(file);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = (int)syscall(SYS_clock_gettime, clock, now);
  if (result != 0 || !clock_file || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return result;
  __atomic_fetch_add(&clock_file[1], 1, __ATOMIC_RELAXED);
  now->tv_sec += clock_file[0];
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  (void)zone;
  struct timespec precise;
  int result = clock_gettime(CLOCK_REALTIME, &precise);
  *now = (struct timeval){.tv_sec = precise.tv_sec, .tv_usec = precise.tv_nsec / 1000};
  return result;
}

time_t time(time_t *place) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (place) *place = now.tv_sec;
  return now.tv_sec;
}
