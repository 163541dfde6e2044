import { createServer, type Socket } from 'node:net'

/** Speaks clamd's protocol: sessions, INSTREAM in chunks, and its answers; and misbehaves when it is told to. */

/** The test file that every scanner of malware finds; put together here, so that none takes this file for one. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EI', 'CAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

export type ClamdManner = 'well' | 'silent' | 'hangs-up' | 'nonsense' | 'wrong-number' | 'no-version'

/** Listens on a port of its own, or a path; `most` bytes of one stream are taken. */
export async function startClamd(path?: string, most = 25 * 2 ** 20) {
  const seen = { manner: 'well' as ClamdManner, sessions: 0, files: 0, bytes: 0, signatures: 27_000, known: [EICAR] }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}))
    void converse(socket, seen, most).catch(() => socket.destroy())
  })
  await new Promise<void>((resolve) => (path ? server.listen(path, resolve) : server.listen(0, '127.0.0.1', resolve)))
  const address = server.address()
  return {
    seen,
    port: typeof address === 'object' ? address!.port : 0,
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type Clamd = Awaited<ReturnType<typeof startClamd>>

/** Reads exactly so many bytes, or up to a NUL. */
function readerOf(socket: Socket) {
  const bytes = socket[Symbol.asyncIterator]()
  let held = Buffer.alloc(0)
  const more = async () => {
    const { value, done } = await bytes.next()
    if (done) throw new Error('gone')
    held = Buffer.concat([held, value as Buffer])
  }
  return {
    async take(count: number): Promise<Buffer> {
      while (held.length < count) await more()
      const taken = held.subarray(0, count)
      held = held.subarray(count)
      return taken
    },
    async word(): Promise<string> {
      while (!held.includes(0)) await more()
      const word = held.subarray(0, held.indexOf(0)).toString()
      held = held.subarray(held.indexOf(0) + 1)
      return word
    },
  }
}

async function converse(socket: Socket, seen: Clamd['seen'], most: number): Promise<void> {
  const reader = readerOf(socket)
  const first = await reader.word()
  if (first === 'zVERSION') {
    if (seen.manner === 'silent') return
    return void socket.end(
      seen.manner === 'no-version' ? 'UNKNOWN COMMAND\0' : `ClamAV 1.4.3/${seen.signatures}/Thu Nov 26\0`,
    )
  }
  if (first !== 'zIDSESSION') throw new Error('no session')
  seen.sessions++
  for (let number = 1; ; number++) {
    const word = await reader.word()
    if (word === 'zEND') return void socket.end()
    if (word !== 'zINSTREAM') throw new Error(`unknown ${word}`)
    const chunks: Buffer[] = []
    let bytes = 0
    for (let length = 1; length > 0; ) {
      length = (await reader.take(4)).readUInt32BE()
      bytes += length
      if (bytes > most) {
        socket.end(`${number}: INSTREAM size limit exceeded. ERROR\0`)
        return
      }
      chunks.push(Buffer.from(await reader.take(length)))
    }
    seen.files++
    seen.bytes += bytes
    if (seen.manner === 'silent') return
    if (seen.manner === 'hangs-up') return void socket.destroy()
    const content = Buffer.concat(chunks)
    const isBad = seen.known.some((signature) => content.includes(signature))
    const verdict = isBad ? 'Eicar-Test-Signature FOUND' : 'OK'
    const said = seen.manner === 'nonsense' ? 'stream: lstat() failed: No such file. ERROR' : `stream: ${verdict}`
    socket.write(`${seen.manner === 'wrong-number' ? number + 1 : number}: ${said}\0`)
  }
}
