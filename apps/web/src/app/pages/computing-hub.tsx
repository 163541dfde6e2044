import type { IconComponent } from '@trove/ui/icons/icon'
import { ComputeIcon, MarketIcon, StorageIcon } from '@trove/ui/icons/places'
import { Link } from '@trove/ui/link'
import { PageHeader } from '@trove/ui/page-header'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { FilterDialog } from '../../features/compute/filter-dialog.tsx'
import { type FilterValues, writeFilter } from '../../features/compute/filter-url.ts'
import { notify } from '../../lib/notify.ts'
import classes from './computing-hub.module.css'

type HubTile = {
  title: string
  text: string
  icon: IconComponent
  tone: 'compute' | 'storage'
  href?: string
  onClick?: () => void
}

function Tile({ title, text, icon: Icon, tone, href, onClick }: HubTile) {
  const content = (
    <>
      <span className={classes.icon} style={{ color: `var(--${tone})` }}>
        <Icon size={32} />
      </span>
      <strong className={classes.title}>{title}</strong>
      <span className={classes.text}>{text}</span>
    </>
  )
  return href ? (
    <Link href={href} className={classes.tile}>
      {content}
    </Link>
  ) : (
    <button type="button" className={classes.tile} onClick={onClick}>
      {content}
    </button>
  )
}

/** Four ways into the market: need or share, storage or computing (b-markets 2, computing hub). */
export default function ComputingHub() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isSearching, setSearching] = useState(false)
  const apply = (filter: FilterValues) =>
    navigate(`/computingPowerMarket/computing-list?${writeFilter(new URLSearchParams(), filter)}`)
  return (
    <>
      <PageHeader title={t('compute.hub.title')} lead={t('compute.lead')} />
      <div className={classes.tiles}>
        <Tile
          title={t('compute.hub.needCompute')}
          text={t('compute.hub.needComputeText')}
          icon={MarketIcon}
          tone="compute"
          onClick={() => setSearching(true)}
        />
        <Tile
          title={t('compute.hub.shareCompute')}
          text={t('compute.hub.shareComputeText')}
          icon={ComputeIcon}
          tone="compute"
          href="/computingPowerMarket/shared-computing"
        />
        <Tile
          title={t('compute.hub.needStorage')}
          text={t('compute.hub.needStorageText')}
          icon={StorageIcon}
          tone="storage"
          onClick={() => notify('info', t('compute.storage.later'))}
        />
        <Tile
          title={t('compute.hub.shareStorage')}
          text={t('compute.hub.shareStorageText')}
          icon={StorageIcon}
          tone="storage"
          href="/computingPowerMarket/share"
        />
      </div>
      <FilterDialog isOpen={isSearching} onClose={() => setSearching(false)} onApply={apply} />
    </>
  )
}
