import { useReducedMotion } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'

const countMs = 150

/** A figure that counts to its new value when it changes (150 ms), and jumps where less motion is wished. */
export function CountUp({ value, format }: { value: number; format: (value: number) => ReactNode }) {
  const [shown, setShown] = useState(value)
  const from = useRef(value)
  const isStill = useReducedMotion()

  useEffect(() => {
    const start = from.current
    if (start === value) return
    if (isStill) {
      from.current = value
      setShown(value)
      return
    }
    let startedAt: number | undefined
    let frame = 0
    const step = (now: number) => {
      startedAt ??= now
      const share = Math.min(1, (now - startedAt) / countMs)
      const current = share === 1 ? value : start + (value - start) * share
      from.current = current
      setShown(current)
      if (share < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [value, isStill])

  return <span style={{ fontVariantNumeric: 'tabular-nums' }}>{format(shown)}</span>
}
