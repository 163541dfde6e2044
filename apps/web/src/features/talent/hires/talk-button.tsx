import { ActionButton } from '@trove/ui/actions/action-button'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import type { PanelProps } from './shapes.ts'

/** The way from a hire to the conversation of its two; an expert's buyers stand in the list of theirs. */
export function TalkButton({ order }: Pick<PanelProps, 'order'>) {
  const { t } = useTranslation()
  const href =
    order.role === 'seller' ? paths.conversations() : paths.askAbout({ kind: 'manpower', subjectId: order.fkProductId })
  return <ActionButton kind="plain" action={{ label: t('disputes.talk'), href }} />
}
