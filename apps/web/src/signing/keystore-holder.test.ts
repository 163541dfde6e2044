import { readKeystoreFile } from '@trove/chain-client/keystore/keystore-file'
import { expect, it } from 'vitest'
import keystore from '../../test/keystore.json' with { type: 'json' }
import { createKeystoreHolder } from './keystore-holder.ts'

/** What leaves the worker that holds an unlocked key. */

const read = readKeystoreFile(JSON.stringify(keystore))
if ('fault' in read) throw new Error(read.fault)
const unlock = { type: 'unlock' as const, keystore: read.keystore, password: 'correct horse battery staple' }

it('answers carry nothing but the public key and signatures: no secret lies beside them in their buffers', () => {
  const answer = createKeystoreHolder()
  const unlocked = answer(unlock)
  const signed = answer({ type: 'sign', message: new Uint8Array([1]) })
  expect(unlocked).toEqual({ type: 'unlocked', publicKey: expect.any(Uint8Array) })
  expect(unlocked.type === 'unlocked' && unlocked.publicKey?.buffer.byteLength).toBe(32)
  expect(signed.type === 'signed' && signed.signature.buffer.byteLength).toBe(64)
})

it('signs nothing before it is unlocked, nor with a wrong password', () => {
  const answer = createKeystoreHolder()
  const sign = () => answer({ type: 'sign', message: new Uint8Array([1]) })
  expect(sign()).toEqual({ type: 'failed' })
  expect(answer({ ...unlock, password: 'wrong one' })).toEqual({ type: 'unlocked', publicKey: undefined })
  expect(sign()).toEqual({ type: 'failed' })
})
