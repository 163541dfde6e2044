import { describe, expect, it } from 'vitest'
import type { MachineFiles } from '../machine/files.ts'
import { MachineUnreachable } from '../machine/machine.ts'
import { createLeaseFiles } from './service.ts'

/** Folders of machines that answer each question and never come to an end; their calls count among the site's short ones. */
function openEndless(limitMs?: number) {
  const ends = new Set<() => void>()
  const openFiles = async () => {
    let end: () => void = () => undefined
    const lost = new Promise<never>((_, reject) => {
      end = () => reject(new MachineUnreachable('connection-lost'))
    })
    lost.catch(() => undefined)
    ends.add(end)
    return { place: async () => '/', list: () => lost, close: end } as unknown as MachineFiles
  }
  const files = createLeaseFiles({
    access: {
      requireServing: async () => ({ orderId: 'order' }),
      useForFiles: async () => ({ target: {}, login: {} }),
    } as never,
    machine: { openFiles } as never,
    ...{ store: {} as never, tickets: {} as never, limiter: { require: async () => undefined } as never },
    ...(limitMs !== undefined && { limitMs }),
  })
  const endAll = () => {
    for (const end of ends) end()
  }
  return { files, endAll }
}
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

describe('a machine whose folder never ends', () => {
  it('is given up, however much it answers', async () => {
    const { files } = openEndless(50)
    expect(await codeOf(files.list('buyer', 'offer', undefined))).toBe('compute.machine-silent')
  })

  it('keeps only so many calls of one person, and nobody else’s', async () => {
    const { files, endAll } = openEndless()
    const some = Array.from({ length: 9 }, () => codeOf(files.list('buyer', 'offer', undefined)))
    const other = codeOf(files.list('other', 'offer', undefined))
    expect(await Promise.race(some)).toBe('request.too-frequent')
    endAll()
    expect((await Promise.all([...some, other])).filter((code) => code === 'request.too-frequent')).toHaveLength(1)
    const next = codeOf(files.list('buyer', 'offer', undefined))
    await new Promise((resolve) => setTimeout(resolve, 10))
    endAll()
    expect(await next).toBe('compute.machine-silent')
  })
})
