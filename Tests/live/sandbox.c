// Gives up what a worker gives up, and tries what it may not: each line says what came of it.
#define _GNU_SOURCE
#include "../../Sources/CSandbox/shim.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

static void say(const char *what, long result) {
  char line[80];
  int error = result < 0 ? errno : 0;
  write(1, line, snprintf(line, sizeof line, "%s %d\n", what, error));
}

int main(void) {
  struct stat status;
  pid_t parent = getppid(), self = getpid();
  int file = open("/", O_RDONLY);
  vn_drop_privileges();
  if (vn_restrict_calls() != 0) return 1;
  say("status", vn_status(file, &status));
  say("status-of-bad", vn_status(99, &status));
  say("stat-name", syscall(SYS_newfstatat, AT_FDCWD, "/etc/passwd", &status, 0x1000));
  say("stat-empty", syscall(SYS_newfstatat, file, "", &status, 0x1000));
  say("signal-self", syscall(SYS_tgkill, self, self, 0));
  say("signal-parent", syscall(SYS_tgkill, parent, parent, 0));
  say("kill-parent", syscall(SYS_kill, parent, 0));
  say("kill-self", syscall(SYS_kill, self, 0));
  say("flags", syscall(SYS_fcntl, file, F_GETFL));
  say("set-flags", syscall(SYS_fcntl, file, F_SETFL, O_NONBLOCK));
  say("duplicate", syscall(SYS_fcntl, file, F_DUPFD_CLOEXEC, 0));
  say("own-signals", syscall(SYS_fcntl, file, F_SETOWN, parent));
  say("choose-signal", syscall(SYS_fcntl, file, 10, SIGKILL));
  say("name-thread", prctl(PR_SET_NAME, "x", 0, 0, 0));
  say("die-with-parent", prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0));
  say("open", syscall(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY));
  return 0;
}
