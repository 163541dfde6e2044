/**
 * Frames on the one connection between an agent and a relay: a kind, the number of a stream, and bytes. The relay opens
 * streams, one for each connection that somebody makes to the machine's port; the agent only answers.
 */

export const OPEN = 1
export const DATA = 2
/** No more bytes come in this direction. */
export const END = 3
/** Both directions are over at once. */
export const RESET = 4
/** So many bytes more may be sent in the other direction. */
export const CREDIT = 5

/** Bytes of a stream that may be on their way in one direction, sent and not yet taken by whoever reads them. */
export const WINDOW_BYTES = 2 ** 18
/** Most bytes in one frame of data. */
export const DATA_BYTES = 2 ** 15
/** The longest message of either side, its head included. */
export const MESSAGE_BYTES = DATA_BYTES + 64
const HEAD_BYTES = 5
/** The longest frame. */
export const FRAME_BYTES = HEAD_BYTES + DATA_BYTES

export type Frame = { kind: number; stream: number; bytes: Buffer }

/** `space`: memory of at least the frame's length to write it to. */
export function writeFrame(kind: number, stream: number, bytes?: Buffer, space?: Buffer): Buffer {
  const length = HEAD_BYTES + (bytes?.length ?? 0)
  const frame = space ? space.subarray(0, length) : Buffer.allocUnsafe(length)
  frame[0] = kind
  frame.writeUInt32LE(stream, 1)
  bytes?.copy(frame, HEAD_BYTES)
  return frame
}

export function writeCredit(stream: number, credit: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeUInt32LE(credit)
  return writeFrame(CREDIT, stream, bytes)
}

/** Undefined for what is no frame: too short, of no known kind, or with bytes that its kind does not have. */
export function readFrame(message: Buffer): Frame | undefined {
  if (message.length < HEAD_BYTES) return undefined
  const [kind, stream, bytes] = [message[0]!, message.readUInt32LE(1), message.subarray(HEAD_BYTES)]
  const isRight =
    kind === DATA
      ? bytes.length > 0 && bytes.length <= DATA_BYTES
      : kind === CREDIT
        ? bytes.length === 4
        : bytes.length === 0
  return kind >= OPEN && kind <= CREDIT && isRight ? { kind, stream, bytes } : undefined
}
