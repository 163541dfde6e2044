import { connect } from 'node:net'
import type { Greeting, MachineAddress } from '../machine/machine.ts'

/** Time for the connection and the first bytes together. */
const LIMIT_MS = 5000
const GREETING = Buffer.from('SSH-')

/** Whether an SSH server greets at an address that the caller has checked. Nothing is sent and nobody logs in. */
export function greets({ host, port }: MachineAddress, limitMs = LIMIT_MS): Promise<Greeting> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, family: 4 })
    let received = Buffer.alloc(0)
    let isTaken = false
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
      if (received.length >= GREETING.length) finish(received.subarray(0, GREETING.length).equals(GREETING))
    })
  })
}
