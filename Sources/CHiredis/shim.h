#pragma once
#include <hiredis/hiredis.h>
#include <stdlib.h>
#include "tls.h"

// Functions for what differs between versions of hiredis, and for what it leaves unbounded.

#if HIREDIS_MAJOR >= 1
typedef size_t vn_elements;
#else
typedef int vn_elements;
#endif

// No reply that anybody asks for has more elements. hiredis takes memory for all of them at once,
// before the first has come.
enum { vn_most_elements = 16384 };

// Nor lists in more lists than before hiredis 1, which bounded them at that; it frees what is deeper
// by recursion.
enum { vn_most_depth = 7 };

static inline int vn_is_too_deep(const redisReadTask *task) {
  int depth = 0;
  for (; task; task = task->parent) depth++;
  return depth > vn_most_depth;
}

static inline void *vn_create_array(const redisReadTask *task, vn_elements elements) {
  const redisReplyObjectFunctions *own = task->privdata;
  const int is_absurd = elements > vn_most_elements || vn_is_too_deep(task);
  return is_absurd ? NULL : own->createArray(task, elements);
}

// A reader of replies; NULL where there is no memory.
static inline redisReader *vn_make_reader(void) {
  static redisReplyObjectFunctions bounded;
  redisReader *reader = redisReaderCreate();
  if (!reader) return NULL;
  bounded = *reader->fn;
  bounded.createArray = vn_create_array;
  reader->privdata = reader->fn;
  reader->fn = &bounded;
  return reader;
}
