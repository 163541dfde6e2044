import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/shown/format.ts'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import classes from './certificate.module.css'
import type { Certificate } from './shapes.ts'

const NAMES = { cpuScore: 'score', diskWrite: 'diskWrite', bandwidth: 'bandwidth' } as const

/** How much faster it is than like machines, and what a yuan buys. */
export function Ranks({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation()
  const { rank, pointsPerYuan } = certificate
  const like =
    rank &&
    (rank.coresTo === null
      ? t('certificate.likeOpen', { from: rank.coresFrom })
      : t('certificate.like', { from: rank.coresFrom, to: rank.coresTo - 1 }))
  return (
    <Panel title={t('certificate.rank')}>
      <dl className={classes.ranks}>
        {rank?.figures.map(({ figure, machines, better }) => (
          <div key={figure}>
            <dt>{t(`compute.facts.${NAMES[figure]}`)}</dt>
            <dd>{t('certificate.rankOf', { percent: Math.round((better * 100) / machines), machines })}</dd>
          </div>
        ))}
        {pointsPerYuan !== null && (
          <div>
            <dt>{t('certificate.pointsPerYuan')}</dt>
            <dd>
              {formatCount(pointsPerYuan)} {t('compute.points')}
            </dd>
          </div>
        )}
      </dl>
      <Quiet>{like ?? t('certificate.noRank')}</Quiet>
    </Panel>
  )
}
