import { Conversations as AllConversations } from '../../features/conversations/conversations.tsx'
import { markets } from '../entries/markets.ts'

/** One's conversations about the goods of all markets. */
export default function Conversations() {
  return <AllConversations subjectPath={({ kind, id }) => markets.find((one) => one.kind === kind)!.offerPath(id)} />
}
