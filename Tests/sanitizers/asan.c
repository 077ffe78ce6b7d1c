// What the address sanitizer has to be told of the program; linked into it by .ci/sanitized.

// These hold for workers too, which have no environment. A worker looks for no leaks: it is ended
// by a signal, and may not trace itself. What FFmpeg takes for a damaged file may be too much.
const char *__asan_default_options(void) {
  return "detect_leaks=0:allocator_may_return_null=1:detect_stack_use_after_return=0";
}
