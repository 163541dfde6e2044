import { TerminalServerMessage } from '@trove/contract/compute/terminal'
import { until } from './until.ts'

/** The browser terminal's socket, spoken by hand. */
export async function openTerminalSocket(siteUrl: string, path: string, ticket: string) {
  const socket = new WebSocket(siteUrl.replace(/^http/, 'ws') + path)
  socket.binaryType = 'arraybuffer'
  const messages: TerminalServerMessage[] = []
  let output = ''
  let isClosed = false
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') messages.push(TerminalServerMessage.parse(JSON.parse(data)))
    else output += Buffer.from(data as ArrayBuffer).toString()
  })
  socket.addEventListener('close', () => {
    isClosed = true
  })
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('the terminal socket did not open')))
  })
  const send = (message: object) => socket.send(JSON.stringify(message))
  send({ type: 'open', ticket, cols: 100, rows: 30 })
  await until(
    'the terminal’s first answer',
    async () => messages,
    (all) => all.length > 0,
  )
  return {
    messages,
    text: () => output,
    isClosed: () => isClosed,
    type: (data: string) => send({ type: 'input', data }),
    close: () => socket.close(),
  }
}
