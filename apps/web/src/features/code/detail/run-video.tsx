import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import classes from './run-video.module.css'

/** A browser that is still busy with the page refuses at first (B9.30). */
export const RETRY_MS = 500
/** Browsers show nothing before the first frame unless they are asked for a moment of the film. */
const FIRST_FRAME = '#t=0.001'

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Plays by itself without sound, once more when it was refused; not for who wants no motion. */
function useAutoplay(src: string) {
  const video = useRef<HTMLVideoElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another film begins by itself, too
  useEffect(() => {
    const shown = video.current
    if (!shown || isStill()) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    // React writes no attribute for it, and browsers ask the attribute whether a film may begin by itself.
    shown.muted = true
    shown.play().catch(() => {
      if (!isGone) timer = setTimeout(() => shown.play().catch(() => undefined), RETRY_MS)
    })
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [src])
  return video
}

/** The film of a work running. Its own controls are reached by keys; a click turns the sound on. */
export function RunVideo({ src }: { src: string | null }) {
  const { t } = useTranslation()
  const [broken, setBroken] = useState<string>()
  const video = useAutoplay(src ?? '')
  if (src === null) return null
  const label = t('code.detail.video')
  return (
    <Panel title={label}>
      {broken === src ? (
        <Quiet>{t('code.detail.videoBroken')}</Quiet>
      ) : (
        <video
          ref={video}
          className={classes.video}
          src={src + FIRST_FRAME}
          aria-label={label}
          preload="metadata"
          onError={() => setBroken(src)}
          muted
          controls
          playsInline
        />
      )}
    </Panel>
  )
}
