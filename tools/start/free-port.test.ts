import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { freePort, freePorts } from './free-port.ts'

/** Some of them may be in use; nearly all others are drawn. */
const RANGE = { from: 9_000, to: 9_031 }
const DRAWN = 25
const PROGRAM = `
  import { freePorts } from ${JSON.stringify(pathToFileURL(`${import.meta.dirname}/free-port.ts`).href)}
  const ports = []
  for (let i = 0; i < ${DRAWN}; i++) ports.push(await freePorts(1, ${JSON.stringify(RANGE)}))
  console.log(JSON.stringify(ports))`
/** What another process is given; it ends after that. */
const elsewhere = (): number[] =>
  JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM], { encoding: 'utf8' }))

test('a port that was given stays its process’s, though nothing listens there, and is given again once that ended', async () => {
  const mine = await freePorts(1, RANGE)
  const [first, second] = [elsewhere(), elsewhere()]
  for (const ports of [first, second]) {
    expect(new Set(ports).size).toBe(DRAWN)
    expect(ports).not.toContain(mine)
  }
  expect(second.some((port) => first.includes(port))).toBe(true)
})

test('no port is given twice', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort))
  expect(new Set(ports).size).toBe(200)
})
