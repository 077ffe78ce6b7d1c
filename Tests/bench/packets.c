/* Reads every packet of a file's video and does nothing with it: the least that a scan can cost. */
#include <libavformat/avformat.h>

int main(int argc, char **argv) {
    AVFormatContext *file = NULL;
    AVPacket *packet = av_packet_alloc();
    if (argc != 2 || avformat_open_input(&file, argv[1], NULL, NULL) < 0) return 1;
    if (avformat_find_stream_info(file, NULL) < 0) return 1;
    int best = av_find_best_stream(file, AVMEDIA_TYPE_VIDEO, -1, -1, NULL, 0);
    for (int i = 0; i < (int)file->nb_streams; i++)
        if (i != best) file->streams[i]->discard = AVDISCARD_ALL;
    while (av_read_frame(file, packet) >= 0) av_packet_unref(packet);
    return 0;
}
