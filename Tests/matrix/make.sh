#!/usr/bin/env bash
# Makes the matrix: about 120 small media, one for each property that leads seeking astray.
#
#   Tests/matrix/make.sh FOLDER    makes in FOLDER what is missing, or older than this script
#
# Every picture carries its number in its top 16 rows, as 16 bits over the full width, lowest bit
# on the left, white for 1, black for 0. Tests/matrix/README.md says what each file is for.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "${1:?usage: make.sh FOLDER}/.making/sources" "$1/sources"
cd "$1"
export SVT_LOG=1 # errors only
trap 'rm -rf .making' EXIT

# Same bytes on every run: one thread, no dates, no version strings.
exact=(-threads 1 -bitexact -fflags +bitexact -flags:v +bitexact -flags:a +bitexact)

# file NAME ARGUMENTS...: makes NAME with ffmpeg, beside one other at most. A file appears under its
# name only when it is complete.
file() {
    if [ "$1" -nt "$here/make.sh" ]; then return; fi
    if [ "$(jobs -rp | wc -l)" -ge 2 ]; then wait -n; fi
    local name=$1
    shift
    (
        ffmpeg -hide_banner -nostdin -v error -y -filter_threads 1 -filter_complex_threads 1 \
            "$@" "${exact[@]}" ".making/$name" || {
            echo "Tests/matrix/make.sh: $name could not be made" >&2
            exit 1
        }
        mv ".making/$name" "$name"
    ) &
}

# Waits for all that is being made, for what comes next is made of it.
together() { while [ -n "$(jobs -p)" ]; do wait -n; done; }

# numbered SCENE FIRST: a filter graph of numbered pictures, the first of which carries FIRST. The
# bits are drawn a pixel wide and enlarged, because drawing them in full size is slow.
numbered() {
    printf '%s' "$1,format=yuv420p,split[scene][size];" \
        "[size]scale=16:2,format=yuv444p,geq=lum='16+219*mod(floor((N+$2)/pow(2,X)),2)':cb=128:cr=128[bits];" \
        "[bits][scene]scale2ref=w=iw:h=16:flags=neighbor[bar][under];[under][bar]overlay=format=yuv420"
}

# film [SECONDS [RATE]]: the film as an input.
film() { echo "-t ${1:-4} ${2:+-r $2} -i sources/film.y4m"; }
tone=(-i sources/tone.wav)
x264=(-c:v libx264 -preset veryfast -pix_fmt yuv420p -x264-params)
one=threads=1:lookahead-threads=1:scenecut=0
closed=$one:keyint=25:bframes=3
x265=(-c:v libx265 -preset ultrafast -pix_fmt yuv420p -x265-params)
solo=pools=none:frame-threads=1:log-level=none:scenecut=0
vpx=(-deadline good -cpu-used 8 -b:v 100k -g 25 -auto-alt-ref 1)
mpeg2=(-c:v mpeg2video -b:v 300k -g 12 -bf 2)
mpeg4=(-c:v mpeg4 -b:v 300k -g 25)
copy=(-c copy)

echo "making $PWD"

# Sources, which are no part of the matrix.
file sources/film.y4m -filter_complex "$(numbered testsrc2=s=160x90:r=25:d=9.6 0)"
file sources/later.y4m -filter_complex "$(numbered testsrc2=s=160x90:r=25:d=4,hue=h=90 100)"
file sources/narrow.y4m -filter_complex "$(numbered testsrc2=s=128x72:r=25:d=2 100)"
file sources/small.y4m -filter_complex "$(numbered testsrc2=s=64x36:r=10:d=4 0)"
file sources/laced.y4m -filter_complex "$(numbered testsrc2=s=160x96:r=50:d=4,interlace=scan=tff 0)"
file sources/fields.y4m -filter_complex "$(numbered testsrc2=s=160x96:r=50:d=3,interlace=scan=tff,separatefields 0)"
file sources/tone.wav -f lavfi -i sine=f=440:r=48000:d=4
file sources/cover.png -f lavfi -i testsrc2=s=64x64 -frames:v 1
printf ';FFMETADATA1\n' >sources/chapters.txt
for part in 0:1200 1200:2500 2500:4000; do
    printf '[CHAPTER]\nTIMEBASE=1/1000\nSTART=%d\nEND=%d\n' "${part%:*}" "${part#*:}" >>sources/chapters.txt
done
for kind in pairs.flv split.flv lone.flv lones.flv kept.flv fields.m2v; do
    python3 "$here/fields.py" "$kind" "sources/$kind"
done
together

# Groups of pictures.
file h264-closed.mp4 $(film) "${tone[@]}" "${x264[@]}" $closed -c:a aac
file h264-no-b.mp4 $(film) "${x264[@]}" $one:keyint=25:bframes=0
file h264-pyramid.mp4 $(film) "${x264[@]}" $one:keyint=30:bframes=5:b-pyramid=normal:b-adapt=0:ref=4
file h264-open.mp4 $(film) "${x264[@]}" $one:open-gop=1:keyint=24:min-keyint=24:bframes=3:b-adapt=0
file h264-long.mp4 $(film) "${x264[@]}" $one:keyint=1000:min-keyint=1000:bframes=3
file h264-refresh.mp4 $(film) "${x264[@]}" $one:intra-refresh=1:keyint=25:bframes=0
file h264-intra.mp4 $(film) "${x264[@]}" $one:keyint=1
file h264-mbaff.mp4 -i sources/laced.y4m "${x264[@]}" $one:tff=1:keyint=25:bframes=2:b-adapt=0:b-pyramid=none -flags +ildct+ilme
file hevc-closed.mp4 $(film) "${x265[@]}" $solo:keyint=25:min-keyint=25:open-gop=0:bframes=4 -tag:v hvc1
file hevc-open.mp4 $(film) "${x265[@]}" $solo:keyint=24:min-keyint=24:open-gop=1:bframes=4:b-adapt=0 -tag:v hvc1
file hevc-pairs.mp4 $(film) "${x265[@]}" $solo -g 2
file paff.ts -i sources/split.flv "${copy[@]}"
file paff.mp4 -i sources/split.flv "${copy[@]}"
file paff.mkv -i sources/split.flv "${copy[@]}"
file paff-pairs.ts -i sources/pairs.flv "${copy[@]}"
file paff-pairs.mp4 -i sources/pairs.flv "${copy[@]}"
file paff-lone.ts -i sources/lone.flv "${copy[@]}"
file paff-lones.ts -i sources/lones.flv "${copy[@]}"
file paff-kept.ts -i sources/kept.flv "${copy[@]}"
file mpeg2-fields.ts -i sources/fields.m2v "${copy[@]}" -bsf:v setts=ts=N*DURATION
file hevc-fields.mkv -i sources/fields.y4m "${x265[@]}" $solo:keyint=25:interlace=tff
file vp8.webm $(film) -c:v libvpx "${vpx[@]}" -lag-in-frames 16
file vp9.webm $(film) -c:v libvpx-vp9 "${vpx[@]}" -lag-in-frames 25 -row-mt 0
file av1.mp4 $(film) -c:v libaom-av1 -cpu-used 8 -usage good -b:v 60k -g 25 -lag-in-frames 19
file av1-svt.mkv $(film) -c:v libsvtav1 -preset 12 -g 25 -svtav1-params lp=1
file mpeg2-open.ts $(film) "${tone[@]}" "${mpeg2[@]}" -c:a mp2
file mpeg2-closed.ts $(film) "${mpeg2[@]}" -flags:v +cgop -sc_threshold 1000000000
file mpeg2.mpg $(film) "${tone[@]}" "${mpeg2[@]}" -c:a mp2 -f vob
file mpeg2-laced.mpg -i sources/laced.y4m "${mpeg2[@]}" -flags:v +ildct+ilme -vf setfield=tff -f vob
file mpeg1.mpg $(film) -c:v mpeg1video -b:v 300k -g 12 -bf 2 -f mpeg
file mpeg4.avi $(film) "${tone[@]}" "${mpeg4[@]}" -bf 2 -c:a mp3
file h264.avi $(film) "${x264[@]}" $closed
file mjpeg.avi $(film) -c:v mjpeg -q:v 5
file mjpeg.mov $(film) -c:v mjpeg -q:v 5
file prores.mov $(film) -c:v prores_ks -profile:v 0 -vendor apl0 -pix_fmt yuv422p10le -timecode 01:00:00:00
file mpeg2.mxf $(film 2) -c:v mpeg2video -b:v 1M -g 12 -bf 2
file wmv2.asf $(film) "${tone[@]}" -c:v wmv2 -b:v 200k -g 25 -c:a wmav2
file ffv1.nut $(film) -c:v ffv1 -g 1
file theora.ogv $(film) "${tone[@]}" -c:v libtheora -q:v 4 -g 25 -c:a libvorbis
file raw.y4m $(film 2)
file raw.m2v $(film) "${mpeg2[@]}" -f mpeg2video
file raw.m4v $(film) "${mpeg4[@]}" -f m4v
file sources/one-b.m4v $(film) "${mpeg4[@]}" -bf 1 -f m4v
file sources/two-b.m4v $(film) "${mpeg4[@]}" -bf 2 -f m4v

# Timestamps that have to be made while encoding.
file sources/later.ts -i sources/later.y4m "${x264[@]}" $closed
file sources/narrow.ts -i sources/narrow.y4m "${x264[@]}" $closed -output_ts_offset 4
vary=(-fps_mode passthrough)
file vfr.mp4 $(film) -vf "settb=1/90000,setpts='if(lt(N,50),N*3600,180000+(N-50)*9000)'" "${vary[@]}" \
    -enc_time_base 1:90000 "${x264[@]}" $closed -video_track_timescale 90000 \
    -bsf:v setts=pts=PTS:dts=DTS:duration=3600 # which the last one lacks from ffmpeg 6 on, so that it would not be shown
file vfr-uneven.mkv $(film 2) -vf "settb=1/1000,setpts='N*60+mod(N,3)*20'" "${vary[@]}" \
    -enc_time_base 1:1000 "${x264[@]}" $one:keyint=15:bframes=2:b-adapt=0:b-pyramid=none
file gap.webm $(film) -vf "setpts='N+if(gte(N,50),250,0)'" "${vary[@]}" -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -b:v 100k -g 25
file truncated-times.mkv $(film) -vf "setpts='(N/25+if(gte(N,50),10,0))/TB'" "${vary[@]}" "${x264[@]}" $one:keyint=25:bframes=0
file fps-29.97.mp4 $(film 4.004 30000/1001) "${x264[@]}" $one:keyint=30:bframes=3
file fps-59.94.mkv $(film 2.002 60000/1001) "${x264[@]}" $one:keyint=60:bframes=3
file fps-240.mp4 $(film 9.6) -vf settb=1/240,setpts=N "${vary[@]}" -enc_time_base 1:240 "${x264[@]}" $one:keyint=60:bframes=3
file fps-third.mp4 $(film 30 1/3) "${x264[@]}" $one:keyint=4:bframes=2

# Layouts of streams.
file tone-pcm.wav "${tone[@]}"
file tone.mp3 "${tone[@]}" -c:a libmp3lame -b:a 64k
file tone-no-xing.mp3 "${tone[@]}" -c:a libmp3lame -q:a 4 -write_xing 0 -id3v2_version 0
file tone.m4a "${tone[@]}" -c:a aac
file tone.flac "${tone[@]}"
file tone.ogg "${tone[@]}" -c:a libvorbis
file tone.opus "${tone[@]}" -c:a libopus
file tone.aac "${tone[@]}" -c:a aac -f adts
file two-videos.mkv $(film) -i sources/small.y4m "${tone[@]}" -map 0 -map 1 -map 2 "${x264[@]}" $one:keyint=25 \
    -c:a aac -disposition:v:1 default -disposition:v:0 0
file two-videos.mp4 $(film) -t 2 -i sources/small.y4m -map 0 -map 1 "${x264[@]}" $one:keyint=25
file still.png $(film) -frames:v 1
file still.jpg $(film) -frames:v 1 -q:v 3
file one-frame.mp4 $(film) -frames:v 1 "${x264[@]}" $one
file moving.gif -t 2 -i sources/small.y4m
file moving.apng -t 2 -i sources/small.y4m -f apng
file timecode.mov $(film) "${x264[@]}" $one:keyint=25 -timecode 01:00:00:00
file wide-pixels.mp4 $(film) -vf setsar=4/3 "${x264[@]}" $one:keyint=25
file short-video.mp4 $(film 1.5) "${tone[@]}" "${x264[@]}" $one:keyint=25 -c:a aac
file short-audio.mp4 $(film) -t 1 "${tone[@]}" "${x264[@]}" $one:keyint=25 -c:a aac
together

# The same streams in other containers, with and without an index, and with other timestamps.
fragments=frag_keyframe+empty_moov+default_base_moof
annexb=(-bsf:v h264_mp4toannexb -f h264)
h264=(-i h264-closed.mp4)
file h264-open.mkv -i h264-open.mp4 "${copy[@]}"
file h264-open.ts -i h264-open.mp4 "${copy[@]}"
file hevc-open.mkv -i hevc-open.mp4 "${copy[@]}"
file hevc-open.ts -i hevc-open.mp4 "${copy[@]}"
file hevc-fields.ts -i hevc-fields.mkv "${copy[@]}"
file vp9.ivf -i vp9.webm "${copy[@]}"
file av1.mkv -i av1.mp4 "${copy[@]}"
file av1.obu -i av1.mp4 "${copy[@]}" -f obu
file raw.h264 "${h264[@]}" -an "${copy[@]}" "${annexb[@]}"
file raw-open.h264 -i h264-open.mp4 "${copy[@]}" "${annexb[@]}"
file raw.hevc -i hevc-open.mp4 "${copy[@]}" -bsf:v hevc_mp4toannexb -f hevc
file h264.mkv "${h264[@]}" "${copy[@]}"
file cues-first.mkv "${h264[@]}" "${copy[@]}" -reserve_index_space 4096
file no-cues.mkv "${h264[@]}" "${copy[@]}" -live 1
file piped.mkv "${h264[@]}" "${copy[@]}" -seekable 0
file h264.ts "${h264[@]}" "${copy[@]}"
file h264.m2ts "${h264[@]}" "${copy[@]}" -f mpegts -mpegts_m2ts_mode 1
file h264.flv "${h264[@]}" "${copy[@]}"
file indexed.flv "${h264[@]}" "${copy[@]}" -flvflags add_keyframe_index
file moov-first.mp4 "${h264[@]}" "${copy[@]}" -movflags +faststart
file fragments-mfra.mp4 "${h264[@]}" "${copy[@]}" -movflags +$fragments
file fragments.mp4 "${h264[@]}" "${copy[@]}" -movflags +$fragments+skip_trailer
file fragments-sidx.mp4 "${h264[@]}" -an "${copy[@]}" -movflags +$fragments+global_sidx+skip_trailer
file fragments-dash.mp4 "${h264[@]}" -an "${copy[@]}" -movflags +frag_keyframe+empty_moov+dash+skip_trailer
file fragments-short.mp4 "${h264[@]}" -an "${copy[@]}" -movflags +$fragments+skip_trailer -frag_duration 200000
python3 "$here/mpeg4.py" packed sources/one-b.m4v packed.avi
python3 "$here/mpeg4.py" skipped sources/two-b.m4v sources/skipped.m4v
file skipped.mp4 -i sources/skipped.m4v "${copy[@]}"
file skipped.avi -i sources/skipped.m4v "${copy[@]}"
# A service whose pictures begin after twelve seconds: libavformat looks for streams in the first seven.
file sources/quiet.ts -stream_loop 2 "${tone[@]}" -c:a mp2 -streamid 0:257
file sources/heard.ts "${h264[@]}" "${tone[@]}" -map 0:v -map 1 -c:v copy -c:a mp2 -streamid 0:256 -streamid 1:257 \
    -output_ts_offset 12
file start-10.ts "${h264[@]}" "${copy[@]}" -output_ts_offset 10
file start-10.mkv "${h264[@]}" "${copy[@]}" -output_ts_offset 10
file start-10.mp4 "${h264[@]}" "${copy[@]}" -output_ts_offset 10
file wrap.ts "${h264[@]}" "${copy[@]}" -output_ts_offset 95440.3
file no-pts.mkv "${h264[@]}" "${copy[@]}" -avoid_negative_ts disabled -output_ts_offset -1
file negative-offsets.mp4 "${h264[@]}" "${copy[@]}" -movflags +negative_cts_offsets
file no-edit-list.mp4 "${h264[@]}" "${copy[@]}" -use_editlist 0
file cut.mp4 -ss 1.3 "${h264[@]}" "${copy[@]}"
file cut-open.mp4 -ss 1.3 -i h264-open.mp4 "${copy[@]}"
file cut-hevc.mp4 -ss 1.3 -i hevc-open.mp4 "${copy[@]}" -tag:v hvc1
file late-video.mp4 -itsoffset 1.5 -i h264-no-b.mp4 "${tone[@]}" -map 0:v -map 1:a -c:v copy -c:a aac
file doubled.mkv -i h264-no-b.mp4 "${copy[@]}" -bsf:v 'setts=ts=2*trunc(N/2)*DURATION'
cover=(-i sources/cover.png -map 0 -map 1 -c copy -disposition:v attached_pic)
file cover.mp3 -i tone.mp3 "${cover[@]}" -id3v2_version 3
file cover.m4a -i tone.m4a "${cover[@]}"
file cover.flac -i tone.flac "${cover[@]}"
file cover-first.mp4 -i sources/cover.png "${h264[@]}" -map 0:v -map 1 "${copy[@]}" -disposition:v:0 attached_pic
file cover-attached.mkv "${h264[@]}" -map 0 "${copy[@]}" -attach sources/cover.png \
    -metadata:s:t mimetype=image/png -metadata:s:t filename=sources/cover.png
file chapters.mp4 "${h264[@]}" -i sources/chapters.txt -map 0 -map_chapters 1 "${copy[@]}"
file chapters.mkv "${h264[@]}" -i sources/chapters.txt -map 0 -map_chapters 1 "${copy[@]}"
together

for kind in expected.h264 reset.h264; do python3 "$here/orders.py" "$kind" "$kind"; done
python3 "$here/damage.py"
