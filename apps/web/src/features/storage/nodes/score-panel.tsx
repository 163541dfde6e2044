import { AUDIT_GOOD_AGAIN, type NodeScore } from '@trove/contract/storage/audits'
import type { Tone } from '@trove/ui/base/tokens'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import type { IconComponent } from '@trove/ui/icons/icon'
import { ServingIcon, WaitingIcon, WarningIcon } from '@trove/ui/icons/states'
import { FactGrid } from '@trove/ui/lists/fact-grid'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../lib/shown/format.ts'
import classes from '../styles/storage.module.css'
import own from './nodes.module.css'

const LOOKS: Record<NodeScore['standing'], { tone: Tone; icon: IconComponent }> = {
  new: { tone: 'neutral', icon: WaitingIcon },
  good: { tone: 'jade', icon: ServingIcon },
  paused: { tone: 'coral', icon: WarningIcon },
}

function Reasons({ faults }: Pick<NodeScore, 'faults'>) {
  const { t } = useTranslation()
  if (faults.length === 0) return <p className={classes.quiet}>{t('storageNode.noReasons')}</p>
  return (
    <>
      <h3 className={own.reasons}>{t('storageNode.reasons')}</h3>
      <ul className={own.list}>
        {faults.map(({ fault, count, of }) => (
          <li key={fault}>{t(`storageNode.fault.${fault}`, { count, of })}</li>
        ))}
      </ul>
    </>
  )
}

/** A node's score with its reasons. */
export function ScorePanel({ node }: { node: NodeScore }) {
  const { t } = useTranslation()
  const { standing, score, samples, proofs, faults, pausedAt } = node
  const due = proofs.given + proofs.missed
  const proven = due === 0 ? t('storageNode.noProofs') : t('storageNode.proven', { given: proofs.given, due })
  const facts = [
    {
      label: t('storageNode.health'),
      value: score === null ? '–' : String(score),
      unit: score === null ? '' : '/ 100',
    },
    { label: t('storageNode.samples'), value: t('storageNode.answered', samples) },
    { label: t('storageNode.proofs'), value: proven },
  ]
  return (
    <section className={classes.panel} aria-label={t('storageNode.health')} data-standing={standing}>
      <div className={classes.cardHead}>
        <h2 className={classes.heading}>{t('storageNode.health')}</h2>
        <StatusBadge {...LOOKS[standing]} label={t(`storageNode.standing.${standing}`)} />
      </div>
      <FactGrid facts={facts} />
      {pausedAt && <p>{t('storageNode.pausedText', { moment: formatMoment(pausedAt), count: AUDIT_GOOD_AGAIN })}</p>}
      <Reasons faults={faults} />
      <p className={classes.quiet}>{t('storageNode.ourFault')}</p>
    </section>
  )
}
