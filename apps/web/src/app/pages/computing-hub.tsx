import { withheldLook } from '@trove/ui/actions/action-button'
import { Link } from '@trove/ui/base/link'
import type { IconComponent } from '@trove/ui/icons/icon'
import { ComputeIcon, MarketIcon, StorageIcon } from '@trove/ui/icons/places'
import { PageHeader } from '@trove/ui/layout/page-header'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useFilterFace } from '../../features/compute/facts/filter-face.ts'
import { ConnectFirst } from '../../features/storage/connect-first.tsx'
import { useUploadGate } from '../../features/storage/use-upload-gate.ts'
import { paths } from '../../lib/addresses/paths.ts'
import type { FilterValues } from '../../market/list/face.ts'
import { FilterDialog } from '../../market/list/filter-dialog.tsx'
import classes from './computing-hub.module.css'

type HubTile = {
  title: string
  text: string
  icon: IconComponent
  tone: 'compute' | 'storage'
  href?: string
  onClick?: () => void
  /** Why it cannot be done now, and what stands below it then. */
  reason?: string
  needs?: ReactNode
}

function Tile({ title, text, icon: Icon, tone, href, onClick, reason }: HubTile) {
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
    <button type="button" className={classes.tile} onClick={onClick} {...withheldLook(reason)}>
      {content}
    </button>
  )
}

/**
 * The tiles: a grid at a desk, on a phone a track to swipe through (b-markets 2). Swiping is the browser's own snapping;
 * keys move the focus from tile to tile, which brings each into view, and dots say where one is.
 */
function TileTrack({ label, tiles }: { label: string; tiles: HubTile[] }) {
  const track = useRef<HTMLUListElement>(null)
  const [active, setActive] = useState(0)
  const show = (index: number) => track.current?.children[index]?.scrollIntoView({ inline: 'start', block: 'nearest' })
  const follow = ({ scrollLeft, scrollWidth, clientWidth }: HTMLUListElement) => {
    const way = scrollWidth - clientWidth
    if (way > 0) setActive(Math.round((scrollLeft / way) * (tiles.length - 1)))
  }
  return (
    <section aria-label={label}>
      <ul ref={track} className={classes.tiles} onScroll={(event) => follow(event.currentTarget)}>
        {tiles.map((tile) => (
          <li key={tile.title} className={classes.place}>
            <Tile {...tile} />
            {tile.needs}
          </li>
        ))}
      </ul>
      <div className={classes.dots}>
        {tiles.map(({ title }, index) => (
          <button
            key={title}
            type="button"
            className={classes.dot}
            aria-label={title}
            aria-current={index === active || undefined}
            onClick={() => show(index)}
          />
        ))}
      </div>
    </section>
  )
}

function useHubTiles(onSearch: () => void): HubTile[] {
  const { t } = useTranslation()
  const upload = useUploadGate()
  return [
    {
      title: t('compute.hub.needStorage'),
      text: t('compute.hub.needStorageText'),
      icon: StorageIcon,
      tone: 'storage',
      ...upload,
      needs: <ConnectFirst />,
    },
    {
      title: t('compute.hub.needCompute'),
      text: t('compute.hub.needComputeText'),
      icon: MarketIcon,
      tone: 'compute',
      onClick: onSearch,
    },
    {
      title: t('compute.hub.shareStorage'),
      text: t('compute.hub.shareStorageText'),
      icon: StorageIcon,
      tone: 'storage',
      href: paths.shareStorage(),
    },
    {
      title: t('compute.hub.shareCompute'),
      text: t('compute.hub.shareComputeText'),
      icon: ComputeIcon,
      tone: 'compute',
      href: paths.publishCompute(),
    },
  ]
}

/** Four ways into the market, in the order of the specification: need or share, storage or computing (b-markets 2, computing hub). */
export default function ComputingHub() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isSearching, setSearching] = useState(false)
  const apply = (filter: FilterValues) => navigate(paths.computeList(filter))
  const tiles = useHubTiles(() => setSearching(true))
  return (
    <>
      <PageHeader title={t('compute.hub.title')} lead={t('compute.lead')} />
      <TileTrack label={t('compute.hub.title')} tiles={tiles} />
      <FilterDialog face={useFilterFace()} isOpen={isSearching} onClose={() => setSearching(false)} onApply={apply} />
    </>
  )
}
