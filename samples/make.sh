#!/usr/bin/env bash
# Makes the sample media below samples/media: what is missing, or older than this script.
#
#   samples/make.sh            makes all of them, two at a time
#   samples/make.sh NAME...    makes these
#
# Every picture carries its number twice: drawn for people in its lower part, and as 16 bits for
# machines, over the full width of its top tenth, lowest bit on the left, white for 1, black for 0.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
media=$here/media
font=/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf

all=(long-gop.mp4 start.ts vfr.mkv hevc.mp4 vp9.webm dropframe.mov edit-list.mp4 audio.m4a)

# Same bytes on every run: one thread, no dates, no version strings.
exact=(-threads 1 -bitexact -fflags +bitexact -flags:v +bitexact -flags:a +bitexact)
h264=(-c:v libx264 -preset veryfast -pix_fmt yuv420p)
x264=threads=1:lookahead-threads=1:scenecut=0:bframes=3
aac=(-c:a aac -b:a 96k)

encode() { ffmpeg -hide_banner -nostdin -v error -y -filter_complex_threads 1 "$@"; }

# Two scenes: one quick to make, one that moves everywhere (a flight into a fractal, enlarged).
pattern='testsrc2=s=640x360'
flight='mandelbrot=s=480x270:maxiter=256:end_pts=600:end_scale=0.0005'
flight+=':start_x=-0.743643887037151:start_y=0.131825904205330'

# picture SCENE SIZE RATE SECONDS [FILTER]: a filter graph whose output [v] is numbered pictures.
# The bits are drawn 16 pixels wide and then enlarged, because drawing them in full size is slow.
picture() {
    local scene=$1 width=${2%x*} height=${2#*x} rate=$3 seconds=$4 then=${5:+,$5}
    printf '%s' \
        "$scene:r=$rate,trim=duration=$seconds,scale=$width:$height,format=yuv420p[scene];" \
        "color=c=black:s=16x2:r=$rate:d=$seconds,format=yuv444p," \
        "geq=lum='16+219*mod(floor(N/pow(2,X)),2)':cb=128:cr=128," \
        "scale=$width:$((height / 10)):flags=neighbor,format=yuv420p[bits];" \
        "[scene][bits]overlay=format=yuv420:shortest=1," \
        "drawtext=fontfile=$font:text='%{eif\\:n\\:d\\:5}':fontsize=h/6:fontcolor=white:" \
        "box=1:boxcolor=black@0.7:boxborderw=$((height / 60)):x=(w-tw)/2:y=h*0.75$then[v]"
}

# tone SECONDS: a second input, for files with sound.
tone() { printf 'sine=frequency=440:sample_rate=48000:duration=%s' "$1"; }

chapters() {
    printf ';FFMETADATA1\n'
    local start=0 end
    for end in 2500 5000 8008; do
        printf '[CHAPTER]\nTIMEBASE=1/1000\nSTART=%d\nEND=%d\ntitle=Part %d\n' \
            "$start" "$end" $((end / 2500))
        start=$end
    done
}

# make NAME FILE: writes the sample NAME to FILE.
make() {
    case $1 in
    long-gop.mp4)
        encode -filter_complex "$(picture "$flight" 1920x1080 30 20)" -f lavfi -i "$(tone 20)" \
            -map '[v]' -map 0:a "${h264[@]}" -crf 28 \
            -x264-params "$x264:keyint=250:min-keyint=250" "${aac[@]}" "${exact[@]}" "$2"
        ;;
    start.ts)
        encode -filter_complex "$(picture "$pattern" 640x360 25 8)" -f lavfi -i "$(tone 8)" \
            -map '[v]' -map 0:a "${h264[@]}" -x264-params "$x264:keyint=50" \
            "${aac[@]}" "${exact[@]}" -output_ts_offset 10 "$2"
        ;;
    vfr.mkv) # 60 pictures at 25 a second, 40 at 10, then 50 at uneven distances
        local pts='if(lt(N,60),N*40,if(lt(N,100),2400+(N-60)*100,6400+(N-100)*80+mod(N*7,5)*11))'
        encode -filter_complex "$(picture "$pattern" 640x360 25 6 "settb=1/1000,setpts='$pts'")" \
            -map '[v]' -fps_mode passthrough -enc_time_base 1:1000 \
            "${h264[@]}" -x264-params "$x264:keyint=60" "${exact[@]}" "$2.whole.mkv"
        # How long the last one is shown, FFmpeg 7 writes only when it copies with a rate.
        encode -i "$2.whole.mkv" -c copy -r 25 "${exact[@]}" "$2"
        ;;
    hevc.mp4) # open GOPs: pictures shown before a keyframe may need the one before it
        encode -filter_complex "$(picture "$pattern" 640x360 25 6)" -map '[v]' \
            -c:v libx265 -preset ultrafast -pix_fmt yuv420p -tag:v hvc1 -x265-params \
            pools=none:frame-threads=1:log-level=none:scenecut=0:keyint=48:min-keyint=48:open-gop=1:bframes=4:b-adapt=0 \
            "${exact[@]}" "$2"
        ;;
    vp9.webm) # alternate reference frames: packets that hold a picture which is never shown
        encode -filter_complex "$(picture "$pattern" 640x360 25 6)" -map '[v]' \
            -c:v libvpx-vp9 -deadline good -cpu-used 6 -b:v 400k -g 50 \
            -auto-alt-ref 1 -lag-in-frames 25 -row-mt 0 "${exact[@]}" "$2"
        ;;
    dropframe.mov)
        chapters >"$2.chapters"
        encode -filter_complex "$(picture "$pattern" 640x360 30000/1001 8.008)" -i "$2.chapters" \
            -map '[v]' -map_chapters 0 -timecode '01:00:00;00' \
            "${h264[@]}" -x264-params "$x264:keyint=60" "${exact[@]}" "$2"
        ;;
    edit-list.mp4) # cut within a GOP: its first packets are decoded but not shown
        encode -filter_complex "$(picture "$pattern" 640x360 25 6)" -map '[v]' \
            "${h264[@]}" -x264-params "$x264:keyint=50" "${exact[@]}" "$2.whole.mp4"
        encode -ss 1.3 -i "$2.whole.mp4" -c copy "${exact[@]}" "$2"
        ;;
    audio.m4a)
        encode -f lavfi -i "$(tone 6)" "${aac[@]}" "${exact[@]}" "$2"
        ;;
    *)
        echo "samples/make.sh: there is no sample \"$1\"; known: ${all[*]}" >&2
        exit 64
        ;;
    esac
}

# A sample appears under its name only when it is complete.
refresh() {
    if [ "$media/$1" -nt "$0" ]; then return; fi
    local scratch
    scratch=$(mktemp -d "$media/.making.XXXXXX")
    # The path is read now: the variable is gone when the shell exits.
    trap "rm -rf '$scratch'" EXIT
    echo "samples/media/$1"
    make "$1" "$scratch/$1"
    mv "$scratch/$1" "$media/$1"
}

mkdir -p "$media"
case $# in
0) printf '%s\n' "${all[@]}" | xargs -P 2 -n 1 "$0" ;;
1) refresh "$1" ;;
*) printf '%s\n' "$@" | xargs -P 2 -n 1 "$0" ;;
esac
