import { FileDamaged } from '@trove/stored-file/bytes'
import { boxVaultKey, unboxVaultKey } from '@trove/stored-file/vault'
import type { Answer, Question } from './messages.ts'
import { commitFile, sealPart } from './sealing.ts'

/** Runs beside the page under a content policy of its own: hashing is WebAssembly, which the page's policy forbids. */

const tell = (answer: Answer) => self.postMessage(answer)

/** Numbers of the questions whose answers are wanted. */
const wanted = new Set<number>()

/** Tells how far a question is, or ends the work on one that was stopped. */
function tellDone(id: number, done: number): void {
  if (!wanted.has(id)) throw new Error('stopped')
  tell({ id, done })
}

async function answerOf(question: Exclude<Question, { name: 'stop' }>): Promise<unknown> {
  switch (question.name) {
    case 'box':
      return await boxVaultKey(question.given.vaultKey, question.given.passphrase)
    case 'unbox':
      return await unboxVaultKey(question.given.box, question.given.passphrase)
    case 'seal':
      return await commitFile(question.given.file, question.given.fileKey, (done) => tellDone(question.id, done))
    case 'part':
      return await sealPart(question.given.file, question.given.fileKey, question.given.number)
  }
}

self.addEventListener('message', async ({ data }: MessageEvent<Question>) => {
  if (data.name === 'stop') return void wanted.delete(data.id)
  wanted.add(data.id)
  try {
    tell({ id: data.id, answer: await answerOf(data) })
  } catch (error) {
    tell({ id: data.id, failed: (error as Error).message, isWrong: error instanceof FileDamaged })
  } finally {
    wanted.delete(data.id)
  }
})
