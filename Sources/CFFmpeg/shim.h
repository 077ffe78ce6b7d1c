#pragma once
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/murmur3.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/sha.h>
#include <libavutil/timecode.h>
#include <libswscale/swscale.h>

// Swift imports neither cast expressions nor function-like macros.
static const int64_t vn_nopts = AV_NOPTS_VALUE;
static const int vn_error_eof = AVERROR_EOF;
static inline int vn_error_from_errno(int code) { return AVERROR(code); }
