import { Busy, keysOf } from '@trove/ui/feedback/skeletons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RouteEntry } from '../../addresses/route-entry.ts'
import classes from './page-boxes.module.css'

/** As many as the shape with the most parts has; a shape hides those it does not have. */
const BOXES = 6

/** What stands in a page's place while its code comes: `children`, its header, and boxes where its parts will be. */
export function PageBoxes({ shape, children }: { shape: RouteEntry['shape']; children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div data-shape={shape}>
      {children}
      <Busy label={t('common.loading')}>
        <div className={classes.boxes}>
          {keysOf(BOXES).map((key) => (
            <div key={key} />
          ))}
        </div>
      </Busy>
    </div>
  )
}
