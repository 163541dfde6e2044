import type { Bytes } from '@trove/stored-file/bytes'
import type { SealedFacts } from './sealing.ts'

/** What the page asks of the worker, and what it answers. */
export type Asks = {
  box: { given: { vaultKey: Bytes; passphrase: string }; answer: string }
  unbox: { given: { box: string; passphrase: string }; answer: Bytes }
  seal: { given: { file: Blob; fileKey: Bytes }; answer: SealedFacts }
  part: { given: { file: Blob; fileKey: Bytes; number: number }; answer: { bytes: Bytes; sha256: string } }
}

/** `stop`: the answer to the question of this number is not wanted any more. */
export type Question =
  | { [Name in keyof Asks]: { id: number; name: Name; given: Asks[Name]['given'] } }[keyof Asks]
  | { id: number; name: 'stop' }
/** `isWrong`: a passphrase that does not open the box. */
export type Answer = { id: number } & ({ done: number } | { answer: unknown } | { failed: string; isWrong: boolean })
