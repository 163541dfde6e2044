import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Clamd, EICAR, startClamd } from '../../../../test/stand-ins/clamd.ts'
import { createClamd } from './clamd.ts'

/** ClamAV's daemon by its own protocol, against a speaker of it; unknown outcomes are failures, never verdicts. */

let clamd: Clamd
afterEach(() => clamd?.stop())

async function* piecesOf(...pieces: (string | Buffer)[]) {
  for (const piece of pieces) yield Buffer.from(piece)
}
const scanner = (silentMs = 5000) => createClamd({ host: '127.0.0.1', port: clamd.port }, silentMs)

test('files go over one session, whole and in order, and what is found has a name', async () => {
  clamd = await startClamd()
  const session = await scanner().open()
  const large = Buffer.alloc(3 * 2 ** 20, 'a')
  expect(await session.look(piecesOf('clean'))).toEqual({ kind: 'clean' })
  expect(await session.look(piecesOf(EICAR.slice(0, 20), EICAR.slice(20)))).toEqual({
    ...{ kind: 'found', name: 'Eicar-Test-Signature' },
  })
  expect(await session.look(piecesOf(large, large))).toEqual({ kind: 'clean' })
  expect(await session.look(piecesOf())).toEqual({ kind: 'clean' })
  session.end()
  expect(clamd.seen).toMatchObject({ sessions: 1, files: 4, bytes: 5 + EICAR.length + 2 * large.length })
})

test('it says which engine and signatures it is; whatever else comes is a failure', async () => {
  clamd = await startClamd()
  expect(await scanner().version()).toBe('ClamAV 1.4.3/27000')
  clamd.seen.signatures = 27_001
  expect(await scanner().version()).toBe('ClamAV 1.4.3/27001')
  for (const manner of ['no-version', 'silent'] as const) {
    clamd.seen.manner = manner
    await expect(scanner(300).version()).rejects.toThrow('clamd')
  }
})

test('a unix socket does as well', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trove-clamd-'))
  clamd = await startClamd(join(folder, 'ctl'))
  const session = await createClamd({ path: join(folder, 'ctl') }).open()
  expect(await session.look(piecesOf(EICAR))).toMatchObject({ kind: 'found' })
  session.end()
  await rm(folder, { recursive: true })
})

test('a file that is more than it takes is not judged', async () => {
  clamd = await startClamd(undefined, 1000)
  const session = await scanner().open()
  const mebibyte = Buffer.alloc(2 ** 20)
  expect(await session.look(piecesOf(...Array<Buffer>(20).fill(mebibyte)))).toEqual({ kind: 'too-large' })
})

test.each(['silent', 'hangs-up', 'nonsense', 'wrong-number'] as const)(
  'one that is or does %s has said nothing',
  async (manner) => {
    clamd = await startClamd()
    clamd.seen.manner = manner
    const session = await scanner(300).open()
    await expect(session.look(piecesOf('clean'))).rejects.toThrow('clamd')
  },
)

test('one that is not there is a failure at once', async () => {
  clamd = await startClamd()
  const gone = scanner()
  await clamd.stop()
  await expect(gone.open()).rejects.toThrow()
})
