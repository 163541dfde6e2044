import type { ServedRoute } from '../../platform/http/call/serve.ts'
import { conversationFiles } from './files.ts'
import type { ConversationsNeeds, SubjectKind } from './needs.ts'
import { conversationRoutes } from './routes.ts'

export type { SubjectKind } from './needs.ts'

/** Door of conversations: markets say what can be talked about. */
export type Conversations = { registerSubject(kind: SubjectKind): void }

/** Builds the conversations of all markets. */
export function createConversations(needs: ConversationsNeeds): Conversations & { routes: ServedRoute[] } {
  const kinds = new Map<string, SubjectKind>()
  needs.files.registerKind(conversationFiles(needs))
  const findSubject = async (kind: string, id: string) => kinds.get(kind)?.find(id)
  return {
    registerSubject: (kind) => void kinds.set(kind.kind, kind),
    routes: conversationRoutes({ ...needs, findSubject }),
  }
}
