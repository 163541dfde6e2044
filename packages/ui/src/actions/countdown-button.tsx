import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'

type CountdownButtonProps = {
  label: string
  /** Words while counting. */
  countingLabel: (secondsLeft: number) => string
  /** Starts the work; counting begins when it answers `true`, or the seconds to wait where they are others. */
  onPress: () => Promise<boolean | number>
  seconds?: number
  size?: 'xs' | 'sm' | 'md'
}

function secondsUntil(endMs: number): number {
  return Math.max(0, Math.ceil((endMs - Date.now()) / 1000))
}

/**
 * A button that may be pressed again only after a wait (code by SMS, 60 s); it follows the clock, so a sleeping page stays right. While it
 * works or counts it does nothing, but keeps the focus it has: a disabled button would lose it.
 */
export function CountdownButton(props: CountdownButtonProps) {
  const { label, countingLabel, onPress, seconds = 60, size } = props
  const [endMs, setEndMs] = useState(0)
  const [left, setLeft] = useState(0)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    if (endMs === 0) return
    const tick = () => setLeft(secondsUntil(endMs))
    tick()
    const timer = setInterval(tick, 1000)
    const stop = setTimeout(() => clearInterval(timer), endMs - Date.now() + 1000)
    return () => {
      clearInterval(timer)
      clearTimeout(stop)
    }
  }, [endMs])

  const isIdle = !isBusy && left === 0
  const press = async () => {
    if (!isIdle) return
    setBusy(true)
    try {
      const answer = await onPress()
      const wait = answer === true ? seconds : Number(answer)
      if (wait > 0) {
        setLeft(wait)
        setEndMs(Date.now() + wait * 1000)
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="subtle"
      size={size}
      onClick={press}
      data-disabled={!isIdle || undefined}
      aria-busy={isBusy}
      aria-disabled={!isIdle}
    >
      {left > 0 ? countingLabel(left) : label}
    </Button>
  )
}
