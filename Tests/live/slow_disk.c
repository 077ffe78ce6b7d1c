// Has the disk take two seconds for a file of more than 10 MB, for the program that this is loaded
// into (LD_PRELOAD).
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int fsync(int file) {
  const struct timespec pause = {.tv_sec = 2};
  struct stat found;
  if (fstat(file, &found) == 0 && found.st_size > 10000000) nanosleep(&pause, NULL);
  return (int)syscall(SYS_fsync, file);
}
