/** The kinds of frames (RFC 9113, section 6). */
export const FrameType = {
  data: 0,
  headers: 1,
  priority: 2,
  resetStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const

export const Flag = {
  /** Of data and headers: the last of their side. */
  endStream: 0x1,
  /** Of settings and pings: the answer to the other side's. */
  acknowledge: 0x1,
  endHeaders: 0x4,
  padded: 0x8,
  priority: 0x20,
} as const

export const Setting = {
  headerTableSize: 1,
  initialWindowSize: 4,
  maxFrameSize: 5,
} as const

/** Bytes before the payload: its length, the type, the flags and the stream. */
export const frameHeaderLength = 9

/** The largest payload that each side takes unless it says otherwise. We do not. */
export const usualFrameSize = 16_384

export interface Frame {
  readonly type: number
  readonly flags: number
  /** 0 for what concerns the connection. */
  readonly streamId: number
  readonly payload: Buffer
}
