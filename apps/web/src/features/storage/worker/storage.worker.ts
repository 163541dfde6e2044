import { FileDamaged } from '@trove/stored-file/bytes'
import { boxVaultKey, unboxVaultKey } from '@trove/stored-file/vault'
import type { Answer, Question } from './messages.ts'
import { commitFile, sealPart } from './sealing.ts'

/** Runs beside the page under a content policy of its own: hashing is WebAssembly, which the page's policy forbids. */

const tell = (answer: Answer) => self.postMessage(answer)

async function answerOf(question: Question): Promise<unknown> {
  switch (question.name) {
    case 'box':
      return await boxVaultKey(question.given.vaultKey, question.given.passphrase)
    case 'unbox':
      return await unboxVaultKey(question.given.box, question.given.passphrase)
    case 'seal':
      return await commitFile(question.given.file, question.given.fileKey, (done) => tell({ id: question.id, done }))
    case 'part':
      return await sealPart(question.given.file, question.given.fileKey, question.given.number)
  }
}

self.addEventListener('message', async ({ data }: MessageEvent<Question>) => {
  try {
    tell({ id: data.id, answer: await answerOf(data) })
  } catch (error) {
    tell({ id: data.id, failed: (error as Error).message, isWrong: error instanceof FileDamaged })
  }
})
