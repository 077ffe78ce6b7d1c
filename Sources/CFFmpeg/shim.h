#pragma once
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/hmac.h>
#include <libavutil/imgutils.h>
#include <libavutil/murmur3.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/sha.h>
#include <libavutil/timecode.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <string.h>

// Constants whose macros Swift cannot import: cast expressions and function-like macros.
static const int64_t vn_nopts = AV_NOPTS_VALUE;
static const int vn_error_eof = AVERROR_EOF;
static inline int vn_error_from_errno(int code) { return AVERROR(code); }
static const int vn_error_again = AVERROR(EAGAIN);
static const int vn_error_invalid = AVERROR(EINVAL);
static const int vn_error_io = AVERROR(EIO);
static const int vn_error_no_function = AVERROR(ENOSYS);

// Names that hide the differences between the versions of FFmpeg, from 5.1 on.

// A scaler's context, whose fields Swift sees from FFmpeg 8 on, where its flags have a type as well.
typedef struct SwsContext *vn_scaler;
static const int vn_scale_area = SWS_AREA;
static const int vn_scale_bicubic = SWS_BICUBIC;

// Makes the decoder copy packets' ordinals to their frames. Call before avcodec_open2().
static inline void vn_keep_ordinals(AVCodecContext *decoder) {
#if LIBAVCODEC_VERSION_MAJOR >= 60
  decoder->flags |= AV_CODEC_FLAG_COPY_OPAQUE;
#endif
}

// Sets the ordinal of the packet that is sent to the decoder next.
static inline void vn_set_ordinal(AVCodecContext *decoder, AVPacket *packet, int64_t ordinal) {
#if LIBAVCODEC_VERSION_MAJOR >= 60
  packet->opaque = (void *)(intptr_t)ordinal;
#else
  decoder->reordered_opaque = ordinal;
#endif
}

// The ordinal of the packet that a frame came from.
static inline int64_t vn_ordinal(const AVFrame *frame) {
#if LIBAVCODEC_VERSION_MAJOR >= 60
  return (intptr_t)frame->opaque;
#else
  return frame->reordered_opaque;
#endif
}

// Whether a frame has two fields, and which is first: flags from libavutil 58.7 on.
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
static inline int vn_is_interlaced(const AVFrame *frame) {
  return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
}
static inline int vn_is_top_field_first(const AVFrame *frame) {
  return (frame->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST) != 0;
}
#else
static inline int vn_is_interlaced(const AVFrame *frame) { return frame->interlaced_frame; }
static inline int vn_is_top_field_first(const AVFrame *frame) { return frame->top_field_first; }
#endif

// Side data of a whole stream, such as its rotation, is in AVStream, and from this version on in
// AVCodecParameters.
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
#define VN_SIDE_DATA_IN_PARAMETERS
#endif

// The side data of a type; NULL if there is none.
static inline const uint8_t *vn_stream_side_data(const AVStream *stream, enum AVPacketSideDataType type) {
#ifdef VN_SIDE_DATA_IN_PARAMETERS
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  return data ? data->data : NULL;
#else
  return av_stream_get_side_data(stream, type, NULL);
#endif
}

// Whether packets of KLV have times, as AVCodecParameters.profile says it.
#ifdef AV_PROFILE_KLVA_SYNC
static const int vn_he_aac = AV_PROFILE_AAC_HE;
static const int vn_he_aac_2 = AV_PROFILE_AAC_HE_V2;
static const int vn_klv_synchronous = AV_PROFILE_KLVA_SYNC;
static const int vn_klv_asynchronous = AV_PROFILE_KLVA_ASYNC;
#else
static const int vn_he_aac = FF_PROFILE_AAC_HE;
static const int vn_he_aac_2 = FF_PROFILE_AAC_HE_V2;
static const int vn_klv_synchronous = FF_PROFILE_KLVA_SYNC;
static const int vn_klv_asynchronous = FF_PROFILE_KLVA_ASYNC;
#endif

// Copies the codec parameters and the side data of a stream to another.
static inline int vn_copy_parameters(AVStream *stream, const AVStream *source) {
  int result = avcodec_parameters_copy(stream->codecpar, source->codecpar);
#ifndef VN_SIDE_DATA_IN_PARAMETERS
  for (int i = 0; result >= 0 && i < source->nb_side_data; i++) {
    const AVPacketSideData *data = &source->side_data[i];
    uint8_t *copy = av_stream_new_side_data(stream, data->type, data->size);
    if (!copy) return AVERROR(ENOMEM);
    memcpy(copy, data->data, data->size);
  }
#endif
  return result;
}

// Makes a codec's parser; NULL if there is none. The id is an int before libavcodec 63.
static inline AVCodecParserContext *vn_parser(enum AVCodecID codec) { return av_parser_init(codec); }

// Creates an output context. `write` must not change the bytes; before libavformat 61 its type did
// not say so.
static inline AVIOContext *vn_output(unsigned char *buffer, int size, void *target,
                                     int (*write)(void *target, const uint8_t *bytes, int count),
                                     int64_t (*seek)(void *target, int64_t offset, int whence)) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  return avio_alloc_context(buffer, size, 1, target, NULL, write, seek);
#else
  return avio_alloc_context(buffer, size, 1, target, NULL,
                            (int (*)(void *, uint8_t *, int))write, seek);
#endif
}

// Swift has powers in the C library alone; libavutil's headers bring that.
static inline float vn_power(float base, float exponent) { return powf(base, exponent); }
