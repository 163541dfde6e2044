import { storage } from './storage.ts'
import { storageEarnings } from './storage-earnings.ts'
import { storageEntry } from './storage-entry.ts'
import { storageErrors } from './storage-errors.ts'
import { storageNetwork } from './storage-network.ts'
import { storageNode } from './storage-node.ts'
import { storageShare } from './storage-share.ts'

/** What the storage market says, by when it is needed (`texts.ts`), and its refusals. */
export const storageWords = {
  first: { storageEntry },
  market: { storageNetwork },
  more: { storage, storageNode, storageShare, storageEarnings },
  errors: storageErrors,
} as const
