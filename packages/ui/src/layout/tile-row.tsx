import { Children, type CSSProperties, type ReactNode, type UIEvent, useState } from 'react'
import { useDevice } from '../base/device.tsx'
import classes from './tile-row.module.css'

type TileRowProps = {
  children: ReactNode
  label: string
  /** Tiles side by side at a desk; as many as there are unless told. */
  columns?: number
}

function nearestTile(track: HTMLElement, count: number): number {
  const room = track.scrollWidth - track.clientWidth
  return room <= 0 ? 0 : Math.round((track.scrollLeft / room) * (count - 1))
}

function SwipeRow({ tiles, label }: { tiles: ReactNode[]; label: string }) {
  const [active, setActive] = useState(0)
  const follow = (event: UIEvent<HTMLElement>) => setActive(nearestTile(event.currentTarget, tiles.length))
  return (
    <div className={classes.swipe}>
      <ul className={classes.track} aria-label={label} onScroll={follow}>
        {Children.map(tiles, (tile) => (
          <li>{tile}</li>
        ))}
      </ul>
      {tiles.length > 1 && (
        <div className={classes.dots} aria-hidden>
          {tiles.map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place and nothing else
            <span key={index} className={classes.dot} data-active={index === active || undefined} />
          ))}
        </div>
      )}
    </div>
  )
}

/** A few large choices: side by side at a desk, a row to swipe with dots on a phone. */
export function TileRow({ children, label, columns }: TileRowProps) {
  const tiles = Children.toArray(children)
  if (useDevice() === 'mobile') return <SwipeRow tiles={tiles} label={label} />
  return (
    <ul className={classes.row} aria-label={label} style={{ '--tiles': columns ?? tiles.length } as CSSProperties}>
      {Children.map(tiles, (tile) => (
        <li>{tile}</li>
      ))}
    </ul>
  )
}
