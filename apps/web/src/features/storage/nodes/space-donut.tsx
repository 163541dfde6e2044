import { formatBytes } from '@trove/units/bytes'
import { useTranslation } from 'react-i18next'
import own from './nodes.module.css'

const RADIUS = 40
const STROKE = 14
const AROUND = 2 * Math.PI * RADIUS
const PERMILLE = 1000

/** How much of the ring is in use, in thousandths; something in use shows at least a trace. */
export function usedPermille(total: bigint, used: bigint): number {
  if (total <= 0n || used <= 0n) return 0
  return Math.min(PERMILLE, Math.max(1, Number((used * BigInt(PERMILLE)) / total)))
}

/** Shared, used and available space as a ring (b-markets 2, my share). */
export function SpaceDonut({ total, used }: { total: bigint; used: bigint }) {
  const { t } = useTranslation()
  const figures = { total: formatBytes(total), used: formatBytes(used), available: formatBytes(total - used) }
  const arc = (usedPermille(total, used) / PERMILLE) * AROUND
  const ring = { cx: 50, cy: 50, r: RADIUS, fill: 'none', strokeWidth: STROKE }
  return (
    <div className={own.donut}>
      <svg className={own.ring} viewBox="0 0 100 100" role="img" aria-label={t('storageNode.spaceOf', figures)}>
        <circle {...ring} stroke="var(--line)" />
        <circle {...ring} stroke="var(--storage)" strokeDasharray={`${arc} ${AROUND}`} transform="rotate(-90 50 50)" />
      </svg>
      <dl>
        {(['total', 'used', 'available'] as const).map((part) => [
          <dt key={part}>{t(`storageNode.${part}`)}</dt>,
          <dd key={`${part} bytes`}>{figures[part]}</dd>,
        ])}
      </dl>
    </div>
  )
}
