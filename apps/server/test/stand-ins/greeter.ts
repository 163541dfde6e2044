import { createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../../../../tools/start/free-port.ts'

/** Ports of this process's greeters: that of one that is stopped is its own. */
const given = new Set<number>()

async function ownPort(): Promise<number> {
  for (;;) {
    const port = await freePort()
    if (given.has(port)) continue
    given.add(port)
    return port
  }
}

/** Greets like an SSH server, until it is stopped; it can start again at its port. */
export type Greeter = { port: number; stop(): Promise<void>; start(): Promise<void> }

export async function openGreeter(): Promise<Greeter> {
  let server: Server
  const sockets = new Set<Socket>()
  const greeter: Greeter = {
    port: await ownPort(),
    async start() {
      server = createServer((socket) => {
        sockets.add(socket)
        socket.on('error', () => {}).on('close', () => sockets.delete(socket))
        socket.write('SSH-2.0-stand-in\r\n')
      })
      await new Promise<void>((resolve) => server.listen(greeter.port, '127.0.0.1', resolve))
    },
    async stop() {
      const isClosed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await isClosed
    },
  }
  await greeter.start()
  return greeter
}
