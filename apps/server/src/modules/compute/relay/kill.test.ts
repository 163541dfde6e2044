import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../../../../tools/start/free-port.ts'
import { dial, openRelayLab, type RelayLab, readyLine } from '../../../../test/labs/relay-lab.ts'

/** A relay of its own process is killed while a client is connected. */

let lab: RelayLab
let echo: Server
beforeAll(async () => {
  lab = await openRelayLab()
  echo = createServer({ allowHalfOpen: true }, (socket) => socket.on('error', () => undefined).pipe(socket))
  echo.listen(0, '127.0.0.1')
  await once(echo, 'listening')
})
afterAll(async () => {
  await lab?.stop()
  echo?.close()
})

const echoPort = () => (echo.address() as { port: number }).port
/** The other side ended it, in whichever way. */
const over = (socket: Socket) =>
  new Promise<void>((resolve) =>
    socket
      .resume()
      .once('end', resolve)
      .once('close', () => resolve()),
  )
async function said(port: number, text: string): Promise<string> {
  const socket = await dial(port)
  socket.end(text)
  const heard: Buffer[] = []
  for await (const part of socket) heard.push(part as Buffer)
  return Buffer.concat(heard).toString()
}

test('after its relay was killed and started again an agent comes back by itself, at the same port', async () => {
  const seller = await lab.seller('13810000043')
  const { agent, token } = await lab.add(seller)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { RELAY_PORT: String(port), RELAY_URL: url }
  const relay = await lab.world.spawnServer(env, ['--roles=relay'])
  const running = await lab.start(echoPort(), { token }, url)
  await readyLine(running)
  const open = await dial(agent.port)
  const ended = over(open)
  await relay.stop('SIGKILL')
  await ended
  await expect.poll(running.said).toContain('"connection":"lost"')
  const again = await lab.world.spawnServer(env, ['--roles=relay'])
  await expect.poll(() => running.said().split('"ready"').length).toBe(3)
  expect(await said(agent.port, 'as before')).toBe('as before')
  await again.stop()
  await lab.until(seller, agent.id, 'away')
})
