import { Logo } from '@trove/ui/layout/logo'
import { useTranslation } from 'react-i18next'
import './app-frame.css'

/**
 * What a page of the app shows until its code is there: the frame at its place and the shapes of its content. Drawn once
 * at build time (prerender.tsx) and sent with the page, so that a slow network does not begin with an empty window. Its classes are plain ones: nothing of the app uses them, and those of an unused style
 * module are left out of the app's sheet, which `start.tsx` brings them into.
 */
export function AppFrame({ device }: { device: 'pc' | 'mobile' }) {
  const { t } = useTranslation()
  const blocks = ['a', 'b', 'c', 'd'] as const
  return (
    <div className="app-frame" data-on={device} aria-busy="true">
      <div className="app-frame-bar">
        <Logo name={t('shell.logoName')} size={28} label={t('common.brand')} />
      </div>
      <div className="app-frame-page">
        <div className="app-frame-title" />
        {blocks.map((block) => (
          <div key={block} className="app-frame-block" />
        ))}
      </div>
    </div>
  )
}
