import { WaitingNote } from '@trove/ui/feedback/waiting-note'
import { useTranslation } from 'react-i18next'
import type { KeptCall } from '../lib/wallet/signed-calls.ts'

type UnderWayNoteProps = {
  call: KeptCall
  /** What it does, in words. */
  title: string
  /** Said while it is on its way and its blocks are watched. */
  sendingText: string
}

/** A signed call whose outcome is not known: on its way, or being asked about. */
export function UnderWayNote({ call, title, sendingText }: UnderWayNoteProps) {
  const { t } = useTranslation()
  const asking = t('chainWallet.signing.underWay', { call: title, block: call.lastBlock })
  return call.following ? <WaitingNote text={sendingText} /> : <WaitingNote text={asking} isSmall />
}
