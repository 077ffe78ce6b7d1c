#pragma once
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// Swift imports neither the macros of control messages, nor prctl() and syscall(), which take
// any number of arguments. Where nothing else is said, they return 0 or the number of the error.

// Sends bytes, and with them a descriptor unless it is negative. Returns as sendmsg() does.
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

// Receives bytes, and a descriptor that comes with them, else -1. Returns as recvmsg() does.
static inline ssize_t vn_receive(int socket, void *bytes, size_t count, int *descriptor) {
  char control[CMSG_SPACE(sizeof(int))] = {0};
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1,
                           .msg_control = control, .msg_controllen = sizeof control};
  *descriptor = -1;
  ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  struct cmsghdr *header = received > 0 ? CMSG_FIRSTHDR(&message) : NULL;
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
    memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
  return received;
}

// Glibc hides it from Swift: it is not in POSIX.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
static inline int vn_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

// Opens what a name leads to below a folder, by no link and no way out of it (from Linux 5.6 on).
// glibc does not wrap openat2(2). Returns as openat() does.
static inline int vn_open_beneath(int folder, const char *name, int flags) {
  struct open_how how = {.flags = (unsigned)flags,
                         .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
  return (int)syscall(SYS_openat2, folder, name, &how, sizeof how);
}

// Ends with the process that started this one, and never gains a right again.
static inline int vn_give_up_privileges(void) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return errno;
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
}

// Reaches no file by its name any more (Landlock, from Linux 5.13 on).
static inline int vn_give_up_files(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return errno ? errno : ENOSYS;
  // Thirteen rights in the first version; the second adds linking, the third truncating.
  unsigned rights = version < 2 ? 13 : version < 3 ? 14 : 15;
  struct landlock_ruleset_attr rules = {.handled_access_fs = (1ull << rights) - 1};
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules.handled_access_fs, 0);
  if (ruleset < 0) return errno;
  int result = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0 ? 0 : errno;
  close(ruleset);
  return result;
}

#if defined(__x86_64__)
#define VN_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define VN_ARCH AUDIT_ARCH_AARCH64
#endif

// The status of an open file, by the one call that takes no name. glibc's fstat() is newfstatat(),
// whose name no filter sees: with it a worker could ask for any file there is. `status` is a struct
// stat, as which Swift knows it from elsewhere.
static inline int vn_status(int descriptor, void *status) {
  return (int)syscall(SYS_fstat, descriptor, status);
}

// Parts of the kernel's interface that glibc hides from Swift: they are not in POSIX.
#define VN_CLONE_THREAD 0x00010000
#define VN_F_GETFD 1
#define VN_F_SETFD 2
#define VN_F_GETFL 3
#define VN_F_SETFL 4
#define VN_F_DUPFD_CLOEXEC 1030

// What one step of the filter loads: the call's number, or the low half of an argument.
#define VN_LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define VN_RETURN(action) BPF_STMT(BPF_RET | BPF_K, action)
#define VN_DENY(error) VN_RETURN(SECCOMP_RET_ERRNO | (error))
#define VN_ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), VN_RETURN(SECCOMP_RET_ALLOW)
// Allowed when the argument has one of the bits, or has none of them.
#define VN_WITH(call, argument, bits)                                            \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4), VN_LOAD(args[argument]), \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1), VN_RETURN(SECCOMP_RET_ALLOW), VN_DENY(EPERM)
#define VN_WITHOUT(call, argument, bits)                                         \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4), VN_LOAD(args[argument]), \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0), VN_RETURN(SECCOMP_RET_ALLOW), VN_DENY(EPERM)

// Allowed when the argument has a value. Which one is loaded stays with the caller: the last step
// goes on with the call's number only where the call is another.
#define VN_FOR(call, argument, value)                                            \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 4), VN_LOAD(args[argument]), \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1), VN_RETURN(SECCOMP_RET_ALLOW), VN_DENY(EPERM)

// Makes no system call any more but those that reading, decoding and answering need (seccomp).
//
// All others fail with EPERM: no file is opened, no socket, nothing is executed, no memory made
// executable. No call on the list takes the name of a file, or reaches another process: signals go
// to this one alone, and no descriptor is told to send any (F_SETOWN, F_SETSIG).
static inline int vn_give_up_calls(void) {
#ifdef VN_ARCH
  struct sock_filter program[] = {
      VN_LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, VN_ARCH, 1, 0), VN_RETURN(SECCOMP_RET_KILL_PROCESS),
      VN_LOAD(nr),
      VN_ALLOW(read), VN_ALLOW(readv), VN_ALLOW(pread64), VN_ALLOW(write), VN_ALLOW(writev),
      VN_ALLOW(pwrite64), VN_ALLOW(lseek), VN_ALLOW(close), VN_ALLOW(fstat),
      VN_ALLOW(ftruncate), VN_ALLOW(fallocate), VN_ALLOW(fsync), VN_ALLOW(fdatasync),
      VN_ALLOW(sendmsg), VN_ALLOW(recvmsg), VN_ALLOW(ppoll), VN_ALLOW(futex),
      VN_ALLOW(munmap), VN_ALLOW(mremap), VN_ALLOW(madvise), VN_ALLOW(brk),
      VN_ALLOW(set_robust_list), VN_ALLOW(rseq), VN_ALLOW(sched_yield),
      VN_ALLOW(sched_getaffinity), VN_ALLOW(getpid), VN_ALLOW(gettid), VN_ALLOW(getrandom),
      VN_ALLOW(clock_gettime), VN_ALLOW(clock_nanosleep), VN_ALLOW(nanosleep), VN_ALLOW(gettimeofday),
      VN_ALLOW(getrusage), VN_ALLOW(membarrier), VN_ALLOW(sigaltstack), VN_ALLOW(rt_sigaction),
      VN_ALLOW(rt_sigprocmask), VN_ALLOW(rt_sigreturn), VN_ALLOW(exit),
      VN_ALLOW(exit_group), VN_ALLOW(restart_syscall),
#ifdef SYS_poll
      VN_ALLOW(poll),
#endif
      VN_FOR(tgkill, 0, (unsigned)getpid()),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fcntl, 0, 8), VN_LOAD(args[1]),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, VN_F_GETFD, 4, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, VN_F_SETFD, 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, VN_F_GETFL, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, VN_F_SETFL, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, VN_F_DUPFD_CLOEXEC, 0, 1),
      VN_RETURN(SECCOMP_RET_ALLOW), VN_DENY(EPERM),
      VN_WITH(clone, 0, VN_CLONE_THREAD),
      VN_WITHOUT(mmap, 2, PROT_EXEC),
      VN_WITHOUT(mprotect, 2, PROT_EXEC),
      // Threads have names.
      VN_FOR(prctl, 0, PR_SET_NAME),
      // Its flags are in memory, where no filter sees them; glibc takes clone() instead.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1), VN_DENY(ENOSYS),
      VN_DENY(EPERM),
  };
  struct sock_fprog filter = {.len = sizeof program / sizeof *program, .filter = program};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0 ? 0 : errno;
#else
  return ENOSYS;
#endif
}
