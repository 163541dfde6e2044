import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './landing.module.css'

const AUTOPLAY_MS = 6000

/**
 * A banner carousel by scroll snapping: swipes, keys and dots work without a script; it moves on by itself unless the person
 * asked for less motion, points at it, or has it in focus.
 */
export function LandingCarousel({
  label,
  slides,
}: {
  label: string
  slides: { key: string; title: string; picture: ReactNode }[]
}) {
  const track = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const show = (index: number) =>
    track.current?.scrollTo({ left: index * track.current.clientWidth, behavior: 'smooth' })
  useEffect(() => {
    if (isPaused || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setTimeout(() => show((active + 1) % slides.length), AUTOPLAY_MS)
    return () => clearTimeout(timer)
  })
  return (
    <section
      className={classes.carousel}
      aria-label={label}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <div
        ref={track}
        className={classes.track}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
        onScroll={(event) => setActive(Math.round(event.currentTarget.scrollLeft / event.currentTarget.clientWidth))}
      >
        {slides.map((slide) => (
          <div key={slide.key} className={classes.slide}>
            <p className={classes.slideTitle}>{slide.title}</p>
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
