import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { VitalsReader, vitalsScript } from './vitals.ts'

const first =
  'busy=100 all=1000 ram_kb=1000 ram_used_kb=250 in=5000 out=700 load=0.50 up=99 disk_kb=2000 disk_used_kb=500'
const second =
  'busy=150 all=1200 ram_kb=1000 ram_used_kb=300 in=9000 out=900 load=1.25 up=101 disk_kb=2000 disk_used_kb=501'
const bytes = (text: string) => Buffer.from(text, 'latin1')

/** A reader that has heard the first line a moment ago. */
function begun(): VitalsReader {
  const reader = new VitalsReader()
  expect(reader.read(bytes(`${first}\n`), 1_000)).toEqual([])
  return reader
}

describe('what a machine tells of itself', () => {
  it('becomes a sample with the second line: shares and rates are of the time between the two', () => {
    expect(begun().read(bytes(`${second}\n`), 3_000)).toEqual([
      {
        cpuPercent: 25,
        memory: { used: 300 * 1024, total: 1000 * 1024 },
        disk: { used: 501 * 1024, total: 2000 * 1024 },
        network: { received: 2000, sent: 100 },
        load: 1.25,
        uptimeSeconds: 101,
      },
    ])
  })

  it('may come in pieces of any length', () => {
    const reader = begun()
    const samples = [...`${second}\n`].flatMap<unknown>((sign) => reader.read(bytes(sign), 3_000))
    expect(samples).toHaveLength(1)
    expect(samples[0]).toMatchObject({ cpuPercent: 25, network: { received: 2000, sent: 100 } })
  })

  it.each([
    ['nothing at all', ''],
    ['words', 'busy=lots all=more ram_kb=big ram_used_kb=x in=? out=? load=high up=long disk_kb=a disk_used_kb=b'],
    [
      'figures too large to count with',
      `busy=${'9'.repeat(17)} all=${'9'.repeat(17)} ram_kb=${'9'.repeat(16)} ram_used_kb=1`,
    ],
    [
      'negative figures',
      'busy=-1 all=-5 ram_kb=-1000 ram_used_kb=-1 in=-1 out=-1 load=-1 up=-1 disk_kb=-1 disk_used_kb=-1',
    ],
  ])('has no figure where it says %s', (_, line) => {
    expect(begun().read(bytes(`${line}\n`), 3_000)).toEqual([
      { cpuPercent: null, memory: null, disk: null, network: null, load: null, uptimeSeconds: null },
    ])
  })

  it('never shows more than all or less than nothing, when its counters jump or begin anew', () => {
    const jump = begun().read(bytes(`${second.replace('busy=150', 'busy=9000')}\n`), 3_000)
    expect(jump[0]).toMatchObject({ cpuPercent: 100 })
    const back = begun().read(bytes(`${second.replace('busy=150', 'busy=5').replace('in=9000', 'in=1')}\n`), 3_000)
    expect(back[0]).toMatchObject({ cpuPercent: 0, network: { received: 0 } })
    const more = begun().read(bytes(`${second.replace('ram_used_kb=300', 'ram_used_kb=4000')}\n`), 3_000)
    expect(more[0]).toMatchObject({ memory: { used: 1000 * 1024, total: 1000 * 1024 } })
  })

  it('is not listened to when a line does not end', () => {
    expect(begun().read(bytes('x'.repeat(5_000)), 3_000)).toBe('unreadable')
  })

  it('is not listened to when lines come without end, and is when a standing connection brings many at once', () => {
    const reader = begun()
    expect(reader.read(bytes(`${second}\n`.repeat(60)), 3_000)).toHaveLength(60)
    for (let atMs = 4_000; atMs < 1_000_000; atMs += 1_000)
      expect(reader.read(bytes(`${second}\n`), atMs)).toHaveLength(1)
    expect(reader.read(bytes('\n'.repeat(1_000)), 1_000_000)).toBe('unreadable')
  })

  it('says so where its system tells nothing', () => {
    expect(new VitalsReader().read(bytes('unsupported\n'), 0)).toBe('unsupported')
  })
})

describe.skipIf(process.platform !== 'linux')('the script on this machine', () => {
  it('gives figures that its own files give, and ends when nobody reads it any more', async () => {
    const child = spawn('sh', ['-s'], { stdio: ['pipe', 'pipe', 'ignore'] })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.stdin.end(vitalsScript)
    const reader = new VitalsReader()
    const sample = await new Promise<ReturnType<VitalsReader['read']>[number]>((resolve, reject) => {
      child.stdout.on('data', (part: Buffer) => {
        const found = reader.read(part, performance.now())
        if (typeof found === 'string') reject(new Error(found))
        else if (found[0]) resolve(found[0])
      })
    })
    const totalKib = Number(/^MemTotal:\s+(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8'))![1])
    expect(sample).toMatchObject({
      cpuPercent: expect.any(Number),
      network: { received: expect.any(Number), sent: expect.any(Number) },
      disk: { total: expect.any(Number) },
      load: expect.any(Number),
    })
    const { memory, uptimeSeconds } = sample as Exclude<typeof sample, string>
    expect(memory!.total).toBeLessThanOrEqual(totalKib * 1024)
    expect(memory!.used).toBeGreaterThan(0)
    expect(uptimeSeconds).toBeGreaterThan(0)
    child.stdout.destroy()
    await ended
  })
})
