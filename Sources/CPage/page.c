// Which files of web/ are part of the program; `make page` writes this list.

#include "page.h"

static const unsigned char file_0[] = {
#embed "../../web/client/frame-index.js"
};

static const unsigned char file_1[] = {
#embed "../../web/client/loudness.js"
};

static const unsigned char file_2[] = {
#embed "../../web/client/peaks.js"
};

static const unsigned char file_3[] = {
#embed "../../web/client/picture-queue.js"
};

static const unsigned char file_4[] = {
#embed "../../web/client/prediction.js"
};

static const unsigned char file_5[] = {
#embed "../../web/client/scrub-model.js"
};

static const unsigned char file_6[] = {
#embed "../../web/client/sound-message.js"
};

static const unsigned char file_7[] = {
#embed "../../web/client/sound-player.js"
};

static const unsigned char file_8[] = {
#embed "../../web/client/state.js"
};

static const unsigned char file_9[] = {
#embed "../../web/client/timecode.js"
};

static const unsigned char file_10[] = {
#embed "../../web/elements/bar-cancel.js"
};

static const unsigned char file_11[] = {
#embed "../../web/elements/bar-drag.js"
};

static const unsigned char file_12[] = {
#embed "../../web/elements/bar-hints.js"
};

static const unsigned char file_13[] = {
#embed "../../web/elements/bar-keys.js"
};

static const unsigned char file_14[] = {
#embed "../../web/elements/bar-pictures.js"
};

static const unsigned char file_15[] = {
#embed "../../web/elements/bar-pinch.js"
};

static const unsigned char file_16[] = {
#embed "../../web/elements/bar-ticks.js"
};

static const unsigned char file_17[] = {
#embed "../../web/elements/bar-waveform.js"
};

static const unsigned char file_18[] = {
#embed "../../web/elements/bar-wheel.js"
};

static const unsigned char file_19[] = {
#embed "../../web/elements/bar-zones.js"
};

static const unsigned char file_20[] = {
#embed "../../web/elements/bar-zoom.js"
};

static const unsigned char file_21[] = {
#embed "../../web/elements/bubble-lift.js"
};

static const unsigned char file_22[] = {
#embed "../../web/elements/bubble-picture.js"
};

static const unsigned char file_23[] = {
#embed "../../web/elements/dial-gears.js"
};

static const unsigned char file_24[] = {
#embed "../../web/elements/filmstrip-nearby.js"
};

static const unsigned char file_25[] = {
#embed "../../web/elements/immediate-drag.js"
};

static const unsigned char file_26[] = {
#embed "../../web/elements/picture-cells.js"
};

static const unsigned char file_27[] = {
#embed "../../web/elements/pointer-drag.js"
};

static const unsigned char file_28[] = {
#embed "../../web/elements/ruler-ticks.js"
};

static const unsigned char file_29[] = {
#embed "../../web/elements/support.js"
};

static const unsigned char file_30[] = {
#embed "../../web/elements/vernier-bar.d.ts"
};

static const unsigned char file_31[] = {
#embed "../../web/elements/vernier-bar.js"
};

static const unsigned char file_32[] = {
#embed "../../web/elements/vernier-bubble.d.ts"
};

static const unsigned char file_33[] = {
#embed "../../web/elements/vernier-bubble.js"
};

static const unsigned char file_34[] = {
#embed "../../web/elements/vernier-confirm.d.ts"
};

static const unsigned char file_35[] = {
#embed "../../web/elements/vernier-confirm.js"
};

static const unsigned char file_36[] = {
#embed "../../web/elements/vernier-dial.d.ts"
};

static const unsigned char file_37[] = {
#embed "../../web/elements/vernier-dial.js"
};

static const unsigned char file_38[] = {
#embed "../../web/elements/vernier-filmstrip.d.ts"
};

static const unsigned char file_39[] = {
#embed "../../web/elements/vernier-filmstrip.js"
};

static const unsigned char file_40[] = {
#embed "../../web/elements/vernier-ruler.d.ts"
};

static const unsigned char file_41[] = {
#embed "../../web/elements/vernier-ruler.js"
};

static const unsigned char file_42[] = {
#embed "../../web/elements/vernier-stops.d.ts"
};

static const unsigned char file_43[] = {
#embed "../../web/elements/vernier-stops.js"
};

static const unsigned char file_44[] = {
#embed "../../web/elements/vernier-view.d.ts"
};

static const unsigned char file_45[] = {
#embed "../../web/elements/vernier-view.js"
};

static const unsigned char file_46[] = {
#embed "../../web/elements/vernier-waveform.d.ts"
};

static const unsigned char file_47[] = {
#embed "../../web/elements/vernier-waveform.js"
};

static const unsigned char file_48[] = {
#embed "../../web/elements/view-damage.js"
};

static const unsigned char file_49[] = {
#embed "../../web/elements/view-playback.js"
};

static const unsigned char file_50[] = {
#embed "../../web/elements/view-sound.js"
};

static const unsigned char file_51[] = {
#embed "../../web/elements/view-still.js"
};

static const unsigned char file_52[] = {
#embed "../../web/elements/view-zoom.js"
};

static const unsigned char file_53[] = {
#embed "../../web/elements/waveform-parts.js"
};

static const unsigned char file_54[] = {
#embed "../../web/format.js"
};

static const unsigned char file_55[] = {
#embed "../../web/geometry.js"
};

static const unsigned char file_56[] = {
#embed "../../web/icon.svg"
};

static const unsigned char file_57[] = {
#embed "../../web/index.html"
};

static const unsigned char file_58[] = {
#embed "../../web/main.js"
};

static const unsigned char file_59[] = {
#embed "../../web/page/address.js"
};

static const unsigned char file_60[] = {
#embed "../../web/page/app.js"
};

static const unsigned char file_61[] = {
#embed "../../web/page/arrival.js"
};

static const unsigned char file_62[] = {
#embed "../../web/page/buttons.js"
};

static const unsigned char file_63[] = {
#embed "../../web/page/cancel-button.js"
};

static const unsigned char file_64[] = {
#embed "../../web/page/clear-marks.js"
};

static const unsigned char file_65[] = {
#embed "../../web/page/commands.js"
};

static const unsigned char file_66[] = {
#embed "../../web/page/configurations.js"
};

static const unsigned char file_67[] = {
#embed "../../web/page/confirmed-action.js"
};

static const unsigned char file_68[] = {
#embed "../../web/page/copy.js"
};

static const unsigned char file_69[] = {
#embed "../../web/page/dialog.js"
};

static const unsigned char file_70[] = {
#embed "../../web/page/export-dialog.js"
};

static const unsigned char file_71[] = {
#embed "../../web/page/export-list.js"
};

static const unsigned char file_72[] = {
#embed "../../web/page/export-plan.js"
};

static const unsigned char file_73[] = {
#embed "../../web/page/exports.js"
};

static const unsigned char file_74[] = {
#embed "../../web/page/fetching.js"
};

static const unsigned char file_75[] = {
#embed "../../web/page/file-size.js"
};

static const unsigned char file_76[] = {
#embed "../../web/page/filmstrip.js"
};

static const unsigned char file_77[] = {
#embed "../../web/page/fine-stops.js"
};

static const unsigned char file_78[] = {
#embed "../../web/page/go-to.js"
};

static const unsigned char file_79[] = {
#embed "../../web/page/hearing.js"
};

static const unsigned char file_80[] = {
#embed "../../web/page/help.js"
};

static const unsigned char file_81[] = {
#embed "../../web/page/history.js"
};

static const unsigned char file_82[] = {
#embed "../../web/page/hover.js"
};

static const unsigned char file_83[] = {
#embed "../../web/page/indexing.js"
};

static const unsigned char file_84[] = {
#embed "../../web/page/jog-drawer.js"
};

static const unsigned char file_85[] = {
#embed "../../web/page/keys.js"
};

static const unsigned char file_86[] = {
#embed "../../web/page/large-waveform.js"
};

static const unsigned char file_87[] = {
#embed "../../web/page/late-style.js"
};

static const unsigned char file_88[] = {
#embed "../../web/page/law.js"
};

static const unsigned char file_89[] = {
#embed "../../web/page/library.js"
};

static const unsigned char file_90[] = {
#embed "../../web/page/list-window.js"
};

static const unsigned char file_91[] = {
#embed "../../web/page/load.js"
};

static const unsigned char file_92[] = {
#embed "../../web/page/loudness.js"
};

static const unsigned char file_93[] = {
#embed "../../web/page/marks-files.js"
};

static const unsigned char file_94[] = {
#embed "../../web/page/marks-row.js"
};

static const unsigned char file_95[] = {
#embed "../../web/page/marks.js"
};

static const unsigned char file_96[] = {
#embed "../../web/page/media-list.js"
};

static const unsigned char file_97[] = {
#embed "../../web/page/media-order.js"
};

static const unsigned char file_98[] = {
#embed "../../web/page/notice.js"
};

static const unsigned char file_99[] = {
#embed "../../web/page/open-media.js"
};

static const unsigned char file_100[] = {
#embed "../../web/page/overview.js"
};

static const unsigned char file_101[] = {
#embed "../../web/page/page-seek.js"
};

static const unsigned char file_102[] = {
#embed "../../web/page/panel.js"
};

static const unsigned char file_103[] = {
#embed "../../web/page/player.js"
};

static const unsigned char file_104[] = {
#embed "../../web/page/render.js"
};

static const unsigned char file_105[] = {
#embed "../../web/page/request.js"
};

static const unsigned char file_106[] = {
#embed "../../web/page/room-clock.js"
};

static const unsigned char file_107[] = {
#embed "../../web/page/room-cursors.js"
};

static const unsigned char file_108[] = {
#embed "../../web/page/room-keeping-up.js"
};

static const unsigned char file_109[] = {
#embed "../../web/page/room-playing.js"
};

static const unsigned char file_110[] = {
#embed "../../web/page/room-row.js"
};

static const unsigned char file_111[] = {
#embed "../../web/page/room-telling.js"
};

static const unsigned char file_112[] = {
#embed "../../web/page/room.js"
};

static const unsigned char file_113[] = {
#embed "../../web/page/scrubbing.js"
};

static const unsigned char file_114[] = {
#embed "../../web/page/segments.js"
};

static const unsigned char file_115[] = {
#embed "../../web/page/settings-dialog.js"
};

static const unsigned char file_116[] = {
#embed "../../web/page/settings.js"
};

static const unsigned char file_117[] = {
#embed "../../web/page/shuttle.js"
};

static const unsigned char file_118[] = {
#embed "../../web/page/silence.js"
};

static const unsigned char file_119[] = {
#embed "../../web/page/snap-distance.js"
};

static const unsigned char file_120[] = {
#embed "../../web/page/snap-listed.js"
};

static const unsigned char file_121[] = {
#embed "../../web/page/snap-stops.js"
};

static const unsigned char file_122[] = {
#embed "../../web/page/stops-field.js"
};

static const unsigned char file_123[] = {
#embed "../../web/page/toast.js"
};

static const unsigned char file_124[] = {
#embed "../../web/page/toolbar.js"
};

static const unsigned char file_125[] = {
#embed "../../web/page/typed-place.js"
};

static const unsigned char file_126[] = {
#embed "../../web/page/typed-stops.js"
};

static const unsigned char file_127[] = {
#embed "../../web/page/typed-target.js"
};

static const unsigned char file_128[] = {
#embed "../../web/page/waveform.js"
};

static const unsigned char file_129[] = {
#embed "../../web/scrub-model.wasm"
};

static const unsigned char file_130[] = {
#embed "../../web/style.css"
};

static const unsigned char file_131[] = {
#embed "../../web/texts.js"
};

static const unsigned char file_132[] = {
#embed "../../web/texts.json"
};

static const unsigned char file_133[] = {
#embed "../../web/vernier-client.d.ts"
};

static const unsigned char file_134[] = {
#embed "../../web/vernier-client.js"
};

static const struct page_file files[] = {
    {"client/frame-index.js", file_0, sizeof file_0},
    {"client/loudness.js", file_1, sizeof file_1},
    {"client/peaks.js", file_2, sizeof file_2},
    {"client/picture-queue.js", file_3, sizeof file_3},
    {"client/prediction.js", file_4, sizeof file_4},
    {"client/scrub-model.js", file_5, sizeof file_5},
    {"client/sound-message.js", file_6, sizeof file_6},
    {"client/sound-player.js", file_7, sizeof file_7},
    {"client/state.js", file_8, sizeof file_8},
    {"client/timecode.js", file_9, sizeof file_9},
    {"elements/bar-cancel.js", file_10, sizeof file_10},
    {"elements/bar-drag.js", file_11, sizeof file_11},
    {"elements/bar-hints.js", file_12, sizeof file_12},
    {"elements/bar-keys.js", file_13, sizeof file_13},
    {"elements/bar-pictures.js", file_14, sizeof file_14},
    {"elements/bar-pinch.js", file_15, sizeof file_15},
    {"elements/bar-ticks.js", file_16, sizeof file_16},
    {"elements/bar-waveform.js", file_17, sizeof file_17},
    {"elements/bar-wheel.js", file_18, sizeof file_18},
    {"elements/bar-zones.js", file_19, sizeof file_19},
    {"elements/bar-zoom.js", file_20, sizeof file_20},
    {"elements/bubble-lift.js", file_21, sizeof file_21},
    {"elements/bubble-picture.js", file_22, sizeof file_22},
    {"elements/dial-gears.js", file_23, sizeof file_23},
    {"elements/filmstrip-nearby.js", file_24, sizeof file_24},
    {"elements/immediate-drag.js", file_25, sizeof file_25},
    {"elements/picture-cells.js", file_26, sizeof file_26},
    {"elements/pointer-drag.js", file_27, sizeof file_27},
    {"elements/ruler-ticks.js", file_28, sizeof file_28},
    {"elements/support.js", file_29, sizeof file_29},
    {"elements/vernier-bar.d.ts", file_30, sizeof file_30},
    {"elements/vernier-bar.js", file_31, sizeof file_31},
    {"elements/vernier-bubble.d.ts", file_32, sizeof file_32},
    {"elements/vernier-bubble.js", file_33, sizeof file_33},
    {"elements/vernier-confirm.d.ts", file_34, sizeof file_34},
    {"elements/vernier-confirm.js", file_35, sizeof file_35},
    {"elements/vernier-dial.d.ts", file_36, sizeof file_36},
    {"elements/vernier-dial.js", file_37, sizeof file_37},
    {"elements/vernier-filmstrip.d.ts", file_38, sizeof file_38},
    {"elements/vernier-filmstrip.js", file_39, sizeof file_39},
    {"elements/vernier-ruler.d.ts", file_40, sizeof file_40},
    {"elements/vernier-ruler.js", file_41, sizeof file_41},
    {"elements/vernier-stops.d.ts", file_42, sizeof file_42},
    {"elements/vernier-stops.js", file_43, sizeof file_43},
    {"elements/vernier-view.d.ts", file_44, sizeof file_44},
    {"elements/vernier-view.js", file_45, sizeof file_45},
    {"elements/vernier-waveform.d.ts", file_46, sizeof file_46},
    {"elements/vernier-waveform.js", file_47, sizeof file_47},
    {"elements/view-damage.js", file_48, sizeof file_48},
    {"elements/view-playback.js", file_49, sizeof file_49},
    {"elements/view-sound.js", file_50, sizeof file_50},
    {"elements/view-still.js", file_51, sizeof file_51},
    {"elements/view-zoom.js", file_52, sizeof file_52},
    {"elements/waveform-parts.js", file_53, sizeof file_53},
    {"format.js", file_54, sizeof file_54},
    {"geometry.js", file_55, sizeof file_55},
    {"icon.svg", file_56, sizeof file_56},
    {"index.html", file_57, sizeof file_57},
    {"main.js", file_58, sizeof file_58},
    {"page/address.js", file_59, sizeof file_59},
    {"page/app.js", file_60, sizeof file_60},
    {"page/arrival.js", file_61, sizeof file_61},
    {"page/buttons.js", file_62, sizeof file_62},
    {"page/cancel-button.js", file_63, sizeof file_63},
    {"page/clear-marks.js", file_64, sizeof file_64},
    {"page/commands.js", file_65, sizeof file_65},
    {"page/configurations.js", file_66, sizeof file_66},
    {"page/confirmed-action.js", file_67, sizeof file_67},
    {"page/copy.js", file_68, sizeof file_68},
    {"page/dialog.js", file_69, sizeof file_69},
    {"page/export-dialog.js", file_70, sizeof file_70},
    {"page/export-list.js", file_71, sizeof file_71},
    {"page/export-plan.js", file_72, sizeof file_72},
    {"page/exports.js", file_73, sizeof file_73},
    {"page/fetching.js", file_74, sizeof file_74},
    {"page/file-size.js", file_75, sizeof file_75},
    {"page/filmstrip.js", file_76, sizeof file_76},
    {"page/fine-stops.js", file_77, sizeof file_77},
    {"page/go-to.js", file_78, sizeof file_78},
    {"page/hearing.js", file_79, sizeof file_79},
    {"page/help.js", file_80, sizeof file_80},
    {"page/history.js", file_81, sizeof file_81},
    {"page/hover.js", file_82, sizeof file_82},
    {"page/indexing.js", file_83, sizeof file_83},
    {"page/jog-drawer.js", file_84, sizeof file_84},
    {"page/keys.js", file_85, sizeof file_85},
    {"page/large-waveform.js", file_86, sizeof file_86},
    {"page/late-style.js", file_87, sizeof file_87},
    {"page/law.js", file_88, sizeof file_88},
    {"page/library.js", file_89, sizeof file_89},
    {"page/list-window.js", file_90, sizeof file_90},
    {"page/load.js", file_91, sizeof file_91},
    {"page/loudness.js", file_92, sizeof file_92},
    {"page/marks-files.js", file_93, sizeof file_93},
    {"page/marks-row.js", file_94, sizeof file_94},
    {"page/marks.js", file_95, sizeof file_95},
    {"page/media-list.js", file_96, sizeof file_96},
    {"page/media-order.js", file_97, sizeof file_97},
    {"page/notice.js", file_98, sizeof file_98},
    {"page/open-media.js", file_99, sizeof file_99},
    {"page/overview.js", file_100, sizeof file_100},
    {"page/page-seek.js", file_101, sizeof file_101},
    {"page/panel.js", file_102, sizeof file_102},
    {"page/player.js", file_103, sizeof file_103},
    {"page/render.js", file_104, sizeof file_104},
    {"page/request.js", file_105, sizeof file_105},
    {"page/room-clock.js", file_106, sizeof file_106},
    {"page/room-cursors.js", file_107, sizeof file_107},
    {"page/room-keeping-up.js", file_108, sizeof file_108},
    {"page/room-playing.js", file_109, sizeof file_109},
    {"page/room-row.js", file_110, sizeof file_110},
    {"page/room-telling.js", file_111, sizeof file_111},
    {"page/room.js", file_112, sizeof file_112},
    {"page/scrubbing.js", file_113, sizeof file_113},
    {"page/segments.js", file_114, sizeof file_114},
    {"page/settings-dialog.js", file_115, sizeof file_115},
    {"page/settings.js", file_116, sizeof file_116},
    {"page/shuttle.js", file_117, sizeof file_117},
    {"page/silence.js", file_118, sizeof file_118},
    {"page/snap-distance.js", file_119, sizeof file_119},
    {"page/snap-listed.js", file_120, sizeof file_120},
    {"page/snap-stops.js", file_121, sizeof file_121},
    {"page/stops-field.js", file_122, sizeof file_122},
    {"page/toast.js", file_123, sizeof file_123},
    {"page/toolbar.js", file_124, sizeof file_124},
    {"page/typed-place.js", file_125, sizeof file_125},
    {"page/typed-stops.js", file_126, sizeof file_126},
    {"page/typed-target.js", file_127, sizeof file_127},
    {"page/waveform.js", file_128, sizeof file_128},
    {"scrub-model.wasm", file_129, sizeof file_129},
    {"style.css", file_130, sizeof file_130},
    {"texts.js", file_131, sizeof file_131},
    {"texts.json", file_132, sizeof file_132},
    {"vernier-client.d.ts", file_133, sizeof file_133},
    {"vernier-client.js", file_134, sizeof file_134},
};

struct page_file page_file_at(size_t number) {
    struct page_file none = {NULL, NULL, 0};
    return number < sizeof files / sizeof files[0] ? files[number] : none;
}
