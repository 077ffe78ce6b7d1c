#pragma once
#include <errno.h>
#include <linux/landlock.h>
#include <linux/openat2.h>
#include <linux/sched.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Functions for what Swift cannot import: the macros of control messages, and the variadic prctl()
// and syscall(). They return 0 or the error number, except where another result is documented.

// Sends bytes, with a descriptor attached unless it is negative. Returns as sendmsg() does.
static inline ssize_t vn_send(int socket, const void *bytes, size_t count, int descriptor) {
  char control[CMSG_SPACE(sizeof(int))] = {0};
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptor >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}

// Receives bytes, and an attached descriptor, else -1. Returns as recvmsg() does. There is room for
// one descriptor exactly: the padded CMSG_SPACE would admit a second, which nobody would close; the
// kernel closes those that do not fit.
static inline ssize_t vn_receive(int socket, void *bytes, size_t count, int *descriptor) {
  char control[CMSG_SPACE(sizeof(int))] = {0};
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1,
                           .msg_control = control, .msg_controllen = CMSG_LEN(sizeof(int))};
  *descriptor = -1;
  ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  struct cmsghdr *header = received > 0 ? CMSG_FIRSTHDR(&message) : NULL;
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
    memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
  return received;
}

// Declared here, as glibc declares them for _GNU_SOURCE only: they are not in POSIX.
extern int pthread_setname_np(pthread_t, const char *);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
static inline int vn_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

// Opens a path relative to a folder, without symbolic links and without leaving it (Linux 5.6).
// glibc does not wrap openat2(2). Returns as openat() does.
static inline int vn_open_beneath(int folder, const char *name, int flags) {
  struct open_how how = {.flags = (unsigned)flags,
                         .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
  return (int)syscall(SYS_openat2, folder, name, &how, sizeof how);
}

// Kills this process when its parent ends, and prevents it from gaining privileges.
static inline int vn_drop_privileges(void) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return errno;
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
}

// Makes this process the parent of its descendants whose parents have ended.
static inline int vn_adopt_orphans(void) {
  return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0 ? 0 : errno;
}

// Swift does not import fork(). Forks a copy of this process, which has one thread, as a child of its
// parent: by a process between both, whose end leaves the copy to the parent, which has to have called
// vn_adopt_orphans(). Returns the copy's number here, 0 in the copy, and -1 where it has failed.
static inline pid_t vn_fork_for_parent(void) {
  pid_t parent = getppid(), copy = -1;
  int ends[2];
  if (pipe(ends) != 0) return -1;
  pid_t between = fork();
  if (between == 0) {
    pid_t own = getpid();
    copy = fork();
    if (copy == 0) {
      close(ends[0]);
      close(ends[1]);
      // What asks to end with its parent has to have the one that stays.
      struct timespec pause = {.tv_nsec = 20000};
      while (getppid() == own) nanosleep(&pause, NULL);
      if (getppid() != parent) _exit(0);
      return 0;
    }
    _exit(write(ends[1], &copy, sizeof copy) != sizeof copy);
  }
  close(ends[1]);
  if (between < 0 || read(ends[0], &copy, sizeof copy) != sizeof copy) copy = -1;
  close(ends[0]);
  if (between > 0) waitpid(between, NULL, 0);
  return copy;
}

// Denies all access to files by path (Landlock, Linux 5.13), but for reading those that are open as
// `readable`, and what lies below them.
static inline int vn_restrict_files(const int *readable, long count) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return errno ? errno : ENOSYS;
  // The first version has 13 access rights; the second adds linking, the third truncating.
  unsigned rights = version < 2 ? 13 : version < 3 ? 14 : 15;
  struct landlock_ruleset_attr rules = {.handled_access_fs = (1ull << rights) - 1};
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules.handled_access_fs, 0);
  if (ruleset < 0) return errno;
  for (long index = 0; index < count; index++) {
    unsigned long long reading = LANDLOCK_ACCESS_FS_READ_FILE;
    struct landlock_path_beneath_attr rule = {.allowed_access = reading,
                                              .parent_fd = readable[index]};
    syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
  int result = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0 ? 0 : errno;
  close(ruleset);
  return result;
}

// The status of an open file, by the system call that takes no path. glibc's fstat() calls
// newfstatat(), whose path a filter cannot read: if it were allowed, a worker could query any file.
// `status` is a struct stat; untyped, because Swift imports that type from Glibc. Returns as
// fstat() does.
static inline int vn_status(int descriptor, void *status) {
  return (int)syscall(SYS_fstat, descriptor, status);
}

// glibc wraps no ioprio_set(2): the calling thread's reads and writes wait for those of others.
static inline void vn_yield_disk(void) {
  enum { who_process = 1, class_idle = 3 << 13 };
  syscall(SYS_ioprio_set, who_process, 0, class_idle);
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
  enum { tcp = 6, tcp_info = 11, bytes_received_at = 128 };
  unsigned char info[bytes_received_at + sizeof(uint64_t)] = {0};
  socklen_t count = sizeof info;
  uint64_t bytes = 0;
  if (getsockopt(descriptor, tcp, tcp_info, info, &count) == 0 && count == sizeof info)
    memcpy(&bytes, info + bytes_received_at, sizeof bytes);
  return bytes;
}

// Swift does not import ioctl(), which takes any number of arguments. Returns 0 when it fails.
static inline int vn_bytes_waiting(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : 0;
}

// The processors that this process may use, of up to 1024. The C library declares its function for
// _GNU_SOURCE only; the system call gives the number of bytes that it has filled.
static inline int vn_processors(void) {
  unsigned long bits[1024 / (8 * sizeof(unsigned long))] = {0};
  long size = syscall(SYS_sched_getaffinity, 0, sizeof bits, bits);
  int count = 0;
  for (long part = 0; part < size / (long)sizeof *bits; part++) count += __builtin_popcountl(bits[part]);
  return count > 0 ? count : 1;
}
