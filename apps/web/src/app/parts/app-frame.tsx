import { Logo } from '@trove/ui/layout/logo'
import { useTranslation } from 'react-i18next'
import classes from './app-frame.module.css'

/**
 * What a page of the app shows until its code is there: the frame at its place and the shapes of its content. Drawn once
 * at build time (prerender.tsx) and sent with the page, so that a slow network does not begin with an empty window.
 */
export function AppFrame({ device }: { device: 'pc' | 'mobile' }) {
  const { t } = useTranslation()
  const blocks = ['a', 'b', 'c', 'd'] as const
  return (
    <div className={device === 'pc' ? classes.desk : classes.phone} aria-busy="true">
      <div className={classes.bar}>
        <Logo name={t('shell.logoName')} size={28} label={t('common.brand')} />
      </div>
      <div className={classes.page}>
        <div className={classes.title} />
        {blocks.map((block) => (
          <div key={block} className={classes.block} />
        ))}
      </div>
    </div>
  )
}
