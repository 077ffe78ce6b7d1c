/** The scrubber's state; `/api/asyncapi.json` describes this and every other message. */
export interface State {
  seq: number;
  phase: 'idle' | 'scrubbing';
  /** In 0...1: after snapping, and before. */
  position: number;
  raw: number;
  /** How far the position moves per unit of x: 1 on the bar. */
  gain: number;
  /** The movement per unit of x; null while no gesture gives it a unit. */
  secondsPerUnit: number | null;
  framesPerUnit: number | null;
  /** The number of the stop, where there are stops to snap to. */
  stop?: number;
  /** The member who leads, if its move led here. */
  by?: string;
  target: Target;
}

/** The frame that a position means. */
export interface Target {
  /** Null while its number is not known: the index scan has not come so far. */
  frame: number | null;
  /** In ticks of the media's timebase. */
  pts: number;
  /** Seconds since the first frame. */
  time: number;
  timecode: string;
  key: boolean;
  /** Where decoding must start; its frame is null when it is not displayed. */
  keyframe: { frame: number | null; pts: number; time: number };
  /** Whether this can no longer change. */
  exact: boolean;
}

/** A picture that the server sent. */
export interface Preview {
  /** Whether it is the target's own frame, a keyframe, and whether damage was concealed. */
  exact: boolean;
  key: boolean;
  damaged: boolean;
  width: number;
  height: number;
  /** The message that it answers. */
  seq: number;
  /** Null while its number is not known; `pts` says which it is. */
  frame: number | null;
  pts: bigint;
  /** Frames decoded for it; 0 when it was cached. */
  decoded: number;
  picture: Blob;
}

export interface Change {
  law?: object;
  snap?: object;
  overshoot?: 'accumulate' | 'clamp';
  press?: 'hold' | 'jump';
  preview?: { width: number; quality?: number } | null;
  sound?: { scrub: 'off' | 'frame' | 'grain'; rate?: number; channels?: 1 | 2 };
}

export type Destination =
  | { position: number } | { time: number } | { frame: number } | { timecode: string }
  | { frames: number } | { keyframe: 'next' | 'previous' | 'nearest' }
  | { chapter: 'next' | 'previous' } | { step: number } | { undo: true };

/** A named stretch of frames, which covers both its ends. */
export interface Segment {
  id: number;
  name: string;
  first: number;
  last: number;
}

/** All that is marked in a media; a point that is not set is not there. */
export interface Marks {
  /** The message that this answers; without it someone else has changed them. */
  seq?: number;
  version: number;
  in?: number;
  out?: number;
  segments: Segment[];
  canUndo: boolean;
  canRedo: boolean;
}

/** One change of what is marked; null takes a point away. */
export type MarkEdit =
  | { in: number | null } | { out: number | null } | { add: Omit<Segment, 'id'> }
  | { rename: { id: number; name: string } } | { move: { id: number; first: number; last: number } }
  | { remove: { id: number } } | { undo: true } | { redo: true };

export type CutMode = 'keyframes' | 'edit-list' | 'smart';

/** A stretch that is cut out into a file, from its plan to its end. */
export interface Cut {
  id: number;
  media: string;
  name: string;
  mode: CutMode;
  first: number;
  last: number;
  state: 'planning' | 'planned' | 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** What the file will show, and how it is made. */
  shown?: { first: number; last: number };
  copied?: number;
  encoded?: number;
  /** What of the media the file has no place for: it is started with `drop`. */
  dropped?: {
    what: 'stream' | 'chapters' | 'timecode'; stream?: number; kind?: string; codec?: string;
  }[];
  /** It would replace a file: the action `start-export:ID` has to be confirmed by a drag. */
  replaces?: boolean;
  /** In 0...1. */
  progress?: number;
  bytes?: number;
  /** What failed, why, and what to do. */
  message?: string;
}

/** What has been exported, and what is being. */
export interface Exports {
  seq?: number;
  /** Whether the server writes files at all. */
  writable: boolean;
  files: { name: string; bytes: number }[];
  cuts: Cut[];
}

/** A cut to plan, or the id of a planned one to start or of any to give up. */
export type ExportTask =
  | { cut: { first: number; last: number; mode: CutMode; name: string } }
  | { start: number; drop?: true } | { cancel: number };

/** `open` when messages can be sent. The client reconnects by itself unless it was refused. */
export type Link = 'connecting' | 'open' | 'lost' | 'full' | 'refused';

/** Who is in a room, and who leads. */
export interface Room {
  room: string;
  /** The id of this client's own member. */
  you: string;
  leader: string | null;
  epoch: number;
  members: { id: string; name: string; colour: number; follows: boolean; here: boolean }[];
  reach: 'all' | 'node';
}

/** What the client's events carry in `detail`. */
export interface VernierEvents {
  link: CustomEvent<{ link: Link }>;
  /** Any message to the server, right after it was sent. */
  sent: CustomEvent<{ type: string; seq?: number }>;
  /** Any message of the server. Each is also an event of its own type. */
  message: CustomEvent<{ type: string }>;
  opened: CustomEvent<{ session: string; media: object; configuration: object; state: State }>;
  configured: CustomEvent<{ configuration: object }>;
  state: CustomEvent<State>;
  index: CustomEvent<{
    state: 'scanning' | 'complete' | 'failed'; progress: number;
    /** Why the media is being decoded as a whole; this may come before `opened`. */
    reason?: 'times-missing' | 'times-step-back' | 'times-repeat' | 'lone-fields';
    /** Of a media that lies elsewhere: bytes that have come, of how many, and whether any are awaited. */
    remote?: { fetched: number; size: number; waiting: boolean };
    /** Frames found, and about how many positions map over. */
    frames: number; framesOnTrack: number;
  }>;
  marks: CustomEvent<Marks>;
  exports: CustomEvent<Exports>;
  room: CustomEvent<Room>;
  cursor: CustomEvent<{
    member: string; frame: number | null; position: number; scrubbing: boolean;
  }>;
  transport: CustomEvent<{
    by: string; state: 'playing' | 'paused'; rate: number; frame: number; at: number;
  }>;
  /** Another member of the room has changed what is marked. */
  marked: CustomEvent<{ by: string }>;
  pong: CustomEvent<{ t: number; at: number }>;
  confirmed: CustomEvent<{ gesture: number; action: string }>;
  declined: CustomEvent<{ gesture: number; action: string }>;
  error: CustomEvent<{ code: string; message: string; seq?: number; media?: string }>;
  /** Each one wants `painted`. */
  preview: CustomEvent<Preview>;
  /** A binary message that is no preview: `decodeSound` of `client/sound-message.js` reads sound. */
  binary: CustomEvent<ArrayBuffer>;
}

/**
 * A session with a server, which goes on where it was when the socket is lost. What is sent while
 * the link is not `open` is lost, but for the configuration.
 */
export class VernierClient extends EventTarget {
  /** @param server - Its origin; by default the one that this file came from. */
  constructor(server?: string);

  /** Opens the media with this id, on a new socket; `stream` is the number of one of its streams. */
  open(media: string, stream?: number): void;
  /**
   * Enters a room with the media that is open, or leaves it; the session goes on over another
   * socket. When the link is lost, it is entered again as `room` says then.
   */
  join(room?: { room: string; name?: string; follow?: boolean }): void;
  /** Ends the session. */
  close(): void;
  /** Tries again now, where it waits to. */
  retry(): void;
  /** The newest drag, as far as it was followed before its socket was lost: `begin` with `continues`. */
  readonly interrupted: { gesture: number; x: number; y: number } | null;
  /** Changes what is named, now and for sockets to come. */
  configure(change: Change): void;

  /** Begins a drag; `extent` is the track's length in the units of x. */
  begin(drag: {
    x: number; y: number; extent?: number; control?: 'bar' | 'dial' | 'confirm';
    turn?: object; mode?: 'jog' | 'absolute'; action?: string;
  }): void;
  /** Moves the pointer: 1...64 samples, t in ms since the beginning. Returns as `seek` does. */
  move(samples: [t: number, x: number, y: number][]): number;
  /** Releases the pointer. */
  end(): number;
  /** Cancels the drag. */
  cancel(): number;
  /** Seeks. Returns the `seq` of the `state` that answers; 0 when nothing was sent. */
  seek(to: Destination): number;
  /**
   * Asks for the marks of this socket's media, and for each change from then on; or changes them,
   * where `version` is still the newest. An `error` with the returned `seq` says what is wrong.
   */
  marks(change?: { version: number; edit: MarkEdit }): number;
  /** Asks for the exports, and for each change from then on; or for what is to be done. */
  export(task?: ExportTask): number;
  /** Plays or pauses for all who follow this socket in its room: `rate` is 1 at the media's own. */
  transport(playing: { state: 'playing' | 'paused'; rate: number; frame: number }): number;
  /**
   * Sends a message that has no number of its own: `follow` or `lead` with `on`, `ping` with `t`,
   * `heard` with the `seq` of a sound.
   */
  tell(type: 'follow' | 'lead' | 'ping' | 'heard', fields: object): void;
  /** The preview that answers `seq` is shown, or dropped. */
  painted(seq: number): void;

  addEventListener<Type extends keyof VernierEvents>(
    type: Type, listener: (event: VernierEvents[Type]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string, listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/** Reads a preview; null for a version that is not known here. */
export function decodePreview(buffer: ArrayBuffer): Preview | null;

/** Milliseconds before attempt number `attempt`; `random` is in 0...1. */
export function retryDelay(attempt: number, random: number): number;
