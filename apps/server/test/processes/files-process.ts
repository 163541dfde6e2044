import { createFileUpload, FILE_PART_BYTES, finishFileUpload } from '@trove/contract/files/routes'
import { hashOf, openTalkLab } from '../labs/talk-lab.ts'

/**
 * A process that uploads a file in parts into a conversation, for tests that kill it on the way: who reads its exit finds how
 * far it came in database and blobs.
 */
const { FILES_DATABASE, FILES_BLOBS, FILES_KEY, FILES_CONVERSATION } = process.env
const shared = { blobDir: FILES_BLOBS!, key: Buffer.from(FILES_KEY!, 'hex') }
const lab = await openTalkLab(FILES_DATABASE!, shared)
const content = Buffer.alloc(FILE_PART_BYTES + 10, 'a')
const ask = { kind: 'conversation' as const, subjectId: FILES_CONVERSATION!, name: 'a.txt' }
const body = { ...ask, bytes: content.length, sha256: hashOf(content) }
const { id } = await lab.call(createFileUpload, { body }, 'an')
await lab.putPart(id, 'an', 1, content.subarray(FILE_PART_BYTES))
await lab.putPart(id, 'an', 0, content.subarray(0, FILE_PART_BYTES))
await lab.call(finishFileUpload, { params: { id } }, 'an')
await lab.close()
