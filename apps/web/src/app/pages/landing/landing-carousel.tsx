import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import classes from './landing.module.css'

const AUTOPLAY_MS = 6000

/**
 * Calls `next` again and again, unless the person asked for less motion, points at what moves, or has it in focus.
 * @returns what the moving part has to listen to
 */
function useAutoplay(next: () => void, isStill: boolean) {
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isStill || isPaused || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setTimeout(next, AUTOPLAY_MS)
    return () => clearTimeout(timer)
  })
  return {
    onPointerEnter: () => setPaused(true),
    onPointerLeave: () => setPaused(false),
    onFocus: () => setPaused(true),
    onBlur: () => setPaused(false),
  }
}

type Sliding = {
  track: RefObject<HTMLDivElement | null>
  active: number
  show: (index: number) => void
  /** For the section that holds the track. */
  pausing: ReturnType<typeof useAutoplay>
  onScroll: () => void
}

/**
 * A row of slides by scroll snapping, one in sight; swipes work without a script.
 * @param isStill it never moves on by itself: people read it
 */
export function useSlides(count: number, { isStill = false } = {}): Sliding {
  const track = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const show = (index: number) => {
    setActive(index)
    track.current?.scrollTo?.({ left: index * track.current.clientWidth, behavior: 'auto' })
  }
  const pausing = useAutoplay(() => show((active + 1) % count), isStill)
  const onScroll = () => {
    const { scrollLeft = 0, clientWidth = 0 } = track.current ?? {}
    if (clientWidth > 0) setActive(Math.round(scrollLeft / clientWidth))
  }
  return { track, active, show, pausing, onScroll }
}

type Slide = { key: string; title: string; picture: ReactNode; link?: ReactNode }

/** A banner carousel: swipes, keys and dots work without a script. */
export function LandingCarousel({ label, slides }: { label: string; slides: Slide[] }) {
  const { track, active, show, pausing, onScroll } = useSlides(slides.length)
  return (
    <section className={classes.carousel} aria-label={label} {...pausing}>
      <div
        ref={track}
        className={classes.track}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        onScroll={onScroll}
      >
        {slides.map((slide) => (
          <div key={slide.key} className={classes.slide}>
            <p className={classes.slideTitle}>{slide.link ?? slide.title}</p>
            <div className={classes.slidePicture}>{slide.picture}</div>
          </div>
        ))}
      </div>
      <div className={classes.dots}>
        {slides.map((slide, index) => (
          <button
            key={slide.key}
            type="button"
            className={classes.dot}
            aria-label={slide.title}
            aria-current={index === active || undefined}
            onClick={() => show(index)}
          />
        ))}
      </div>
    </section>
  )
}
