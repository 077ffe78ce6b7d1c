/* Reaches single frames as fast as libavcodec alone can: from the keyframe before each, without
 * the frames that no other refers to, the decoder drained at the target, and scaled to 480 columns.
 *
 *   seeks FILE THREADS < FRAMES    prints the milliseconds that each frame took
 *   seeks FILE THREADS FROM TO     prints the milliseconds for each frame from one to another, all of
 *                                  which are decoded one after the other
 *
 * Works for closed groups only, whose timestamps are all different. */
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswscale/swscale.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
    int64_t pts;
    int is_key;
} Entry;

static AVFormatContext *file;
static AVCodecContext *decoder;
static int stream;
static Entry *entries;
static int count;

static int compare(const void *a, const void *b) {
    int64_t x = ((const Entry *)a)->pts, y = ((const Entry *)b)->pts;
    return (x > y) - (x < y);
}

static void scan(void) {
    AVPacket *packet = av_packet_alloc();
    for (int room = 0; av_read_frame(file, packet) >= 0; av_packet_unref(packet)) {
        if (packet->stream_index != stream) continue;
        if (count == room) entries = realloc(entries, sizeof(Entry) * (room = room * 2 + 1024));
        entries[count++] = (Entry){packet->pts, packet->flags & AV_PKT_FLAG_KEY};
    }
    qsort(entries, count, sizeof(Entry), compare);
    av_packet_free(&packet);
}

/* Feeds one packet, or tells that nothing follows; until the target is fed, if there is one, only
 * what others refer to. */
static void feed(AVPacket *packet, int64_t target) {
    if (av_read_frame(file, packet) < 0) {
        avcodec_send_packet(decoder, NULL);
        return;
    }
    if (packet->stream_index == stream) {
        int is_last = packet->pts == target;
        decoder->skip_frame =
            target == AV_NOPTS_VALUE || is_last ? AVDISCARD_DEFAULT : AVDISCARD_NONREF;
        avcodec_send_packet(decoder, packet);
        if (is_last) avcodec_send_packet(decoder, NULL);
    }
    av_packet_unref(packet);
}

static void seek(int frame) {
    int key = frame;
    while (key > 0 && !entries[key].is_key) key--;
    avformat_seek_file(file, stream, INT64_MIN, entries[key].pts, entries[key].pts, 0);
    avcodec_flush_buffers(decoder);
}

/* Decodes on to a frame; to the target, if that is one, without what nothing refers to. */
static void decode(int frame, int64_t target, AVPacket *packet, AVFrame *picture) {
    for (;;) {
        int code = avcodec_receive_frame(decoder, picture);
        if (code == AVERROR(EAGAIN)) feed(packet, target);
        else if (code < 0) exit(2);
        else if (picture->pts == entries[frame].pts) return;
    }
}

static void scale(AVFrame *picture) {
    static struct SwsContext *scaler;
    static AVFrame *small;
    if (!small) {
        small = av_frame_alloc();
        small->width = 480;
        small->height = 480 * picture->height / picture->width;
        small->format = AV_PIX_FMT_YUV420P;
        av_frame_get_buffer(small, 0);
        scaler = sws_getContext(picture->width, picture->height, picture->format, small->width,
                                small->height, small->format, SWS_AREA, NULL, NULL, NULL);
    }
    sws_scale(scaler, (const uint8_t *const *)picture->data, picture->linesize, 0, picture->height,
              small->data, small->linesize);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1000.0 * time.tv_sec + time.tv_nsec / 1e6;
}

static void reach_all(void) {
    AVPacket *packet = av_packet_alloc();
    AVFrame *picture = av_frame_alloc();
    for (int frame; scanf("%d", &frame) == 1;) {
        double start = now();
        seek(frame);
        decode(frame, entries[frame].pts, packet, picture);
        scale(picture);
        printf("%.3f\n", now() - start);
    }
}

static void pass(int from, int to) {
    AVPacket *packet = av_packet_alloc();
    AVFrame *picture = av_frame_alloc();
    seek(from);
    decode(from, AV_NOPTS_VALUE, packet, picture);
    double start = now();
    decode(to, AV_NOPTS_VALUE, packet, picture);
    printf("%.3f\n", (now() - start) / (to - from));
}

int main(int argc, char **argv) {
    const AVCodec *codec = NULL;
    if ((argc != 3 && argc != 5) || avformat_open_input(&file, argv[1], NULL, NULL) < 0) return 1;
    if (avformat_find_stream_info(file, NULL) < 0) return 1;
    stream = av_find_best_stream(file, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0);
    for (int i = 0; i < (int)file->nb_streams; i++)
        if (i != stream) file->streams[i]->discard = AVDISCARD_ALL;
    scan();
    decoder = avcodec_alloc_context3(codec);
    avcodec_parameters_to_context(decoder, file->streams[stream]->codecpar);
    decoder->thread_count = atoi(argv[2]);
    decoder->thread_type = FF_THREAD_FRAME;
    if (avcodec_open2(decoder, codec, NULL) < 0) return 1;
    if (argc == 5) pass(atoi(argv[3]), atoi(argv[4]));
    else reach_all();
    return 0;
}
