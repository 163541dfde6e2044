import { connect } from 'node:net'
import type { Greeting, MachineAddress } from '../machine/machine.ts'

/** Time for the connection and the first bytes together. */
const LIMIT_MS = 5000
/** An SSH server's first words, and OpenSSH's when it has too many who have not signed in: it is at work then, too. */
const GREETINGS = ['SSH-', 'Exceeded MaxStartups', 'Not allowed at this time'].map((words) => Buffer.from(words))
const LONGEST = Math.max(...GREETINGS.map(({ length }) => length))

/** Whether an SSH server greets at an address that the caller has checked. Nothing is sent and nobody logs in. */
export function greets({ host, port }: MachineAddress, limitMs = LIMIT_MS): Promise<Greeting> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, family: 4 })
    let received = Buffer.alloc(0)
    let isTaken = false
    const isGreeting = () => GREETINGS.some((words) => received.subarray(0, words.length).equals(words))
    const finish = (isHeard: boolean) => {
      clearTimeout(limit)
      socket.destroy()
      resolve(isHeard ? 'heard' : isTaken ? 'silent' : 'unreached')
    }
    const limit = setTimeout(finish, limitMs, false)
    socket.on('connect', () => {
      isTaken = true
    })
    socket.on('error', () => finish(false))
    socket.on('end', () => finish(false))
    socket.on('data', (part) => {
      received = Buffer.concat([received, part])
      if (isGreeting()) finish(true)
      else if (received.length >= LONGEST) finish(false)
    })
  })
}
