import { Link } from '../base/link.tsx'
import type { IconComponent } from '../icons/icon.tsx'
import classes from './bottom-bar.module.css'

/** One place in the bottom bar; `badge` is a count that waits there. */
export type BottomBarItem = { href: string; label: string; icon: IconComponent; isActive: boolean; badge?: string }

/** The phone's main places within reach of the thumb; leaves room for itself under the page. */
export function BottomBar({ items, label }: { items: readonly BottomBarItem[]; label: string }) {
  return (
    <nav className={classes.bar} aria-label={label} data-bottom-bar>
      {items.map(({ href, label: name, icon: Icon, isActive, badge }) => (
        <Link key={href} href={href} className={classes.item} aria-current={isActive ? 'page' : undefined}>
          <span className={classes.icon}>
            <Icon size={22} />
            {badge && <span className={classes.badge}>{badge}</span>}
          </span>
          {name}
        </Link>
      ))}
    </nav>
  )
}
