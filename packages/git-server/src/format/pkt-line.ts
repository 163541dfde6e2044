import { GitRefused, requireThat } from './refusal.ts'

/** Git's framing: four hexadecimal digits of length (themselves included), then the bytes. 0000 to 0002 are marks. */

export const FLUSH = Buffer.from('0000')
export const DELIMITER = Buffer.from('0001')
const HEAD_BYTES = 4
export const MAX_DATA_BYTES = 65_516

export type Packet = { kind: 'data'; data: Buffer } | { kind: 'flush' } | { kind: 'delimiter' }

/** One packet of these bytes; text gets the line feed that git ends its lines with. */
export function packet(content: string | Uint8Array): Buffer {
  const data = typeof content === 'string' ? Buffer.from(`${content}\n`) : content
  if (data.length > MAX_DATA_BYTES) throw new Error(`a packet of ${data.length} bytes`)
  return Buffer.concat([Buffer.from((data.length + HEAD_BYTES).toString(16).padStart(HEAD_BYTES, '0')), data])
}

/** The text of a packet without its line feed. */
export function textOf(data: Buffer): string {
  return data.toString('utf8').replace(/\n$/, '')
}

/** Cuts a stream into pieces of a side band: 1 is data, 2 is text for the terminal. */
export async function* onBand(band: 1 | 2, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const mark = Buffer.from([band])
  for await (const bytes of source)
    for (let at = 0; at < bytes.length; at += MAX_DATA_BYTES - 1)
      yield packet(Buffer.concat([mark, bytes.subarray(at, at + MAX_DATA_BYTES - 1)]))
}

/** Reads packets, and afterwards the bytes that follow them, from a request. */
export class PacketReader {
  readonly #source: AsyncIterator<Uint8Array>
  #held: Buffer = Buffer.alloc(0)
  #left: number

  /** @param maxBytes of packets; what follows them is not counted */
  constructor(source: AsyncIterable<Uint8Array>, maxBytes: number) {
    this.#source = source[Symbol.asyncIterator]()
    this.#left = maxBytes
  }

  /** The next packet, or undefined at the end. @throws GitRefused for anything that is no packet */
  async next(): Promise<Packet | undefined> {
    if (!(await this.#fill(HEAD_BYTES))) {
      requireThat(this.#held.length === 0, 'request.malformed')
      return undefined
    }
    const head = this.#take(HEAD_BYTES).toString('latin1')
    requireThat(/^[0-9a-f]{4}$/i.test(head), 'request.malformed')
    const length = Number.parseInt(head, 16)
    if (length === 0) return { kind: 'flush' }
    if (length === 1) return { kind: 'delimiter' }
    requireThat(length >= HEAD_BYTES && length <= MAX_DATA_BYTES + HEAD_BYTES, 'request.malformed')
    requireThat(await this.#fill(length - HEAD_BYTES), 'request.malformed')
    return { kind: 'data', data: this.#take(length - HEAD_BYTES) }
  }

  /** Everything behind the packets that were read. */
  async *rest(): AsyncGenerator<Buffer> {
    if (this.#held.length > 0) yield this.#take(this.#held.length, false)
    for (let more = await this.#source.next(); !more.done; more = await this.#source.next())
      yield Buffer.from(more.value.buffer, more.value.byteOffset, more.value.length)
  }

  async #fill(length: number): Promise<boolean> {
    const parts = [this.#held]
    let held = this.#held.length
    while (held < length) {
      const more = await this.#source.next()
      if (more.done) break
      parts.push(Buffer.from(more.value.buffer, more.value.byteOffset, more.value.length))
      held += more.value.length
    }
    if (parts.length > 1) this.#held = Buffer.concat(parts)
    return held >= length
  }

  #take(length: number, isCounted = true): Buffer {
    if (isCounted) this.#left -= length
    if (this.#left < 0) throw new GitRefused('request.too-large')
    const taken = this.#held.subarray(0, length)
    this.#held = this.#held.subarray(length)
    return taken
  }
}
