// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '../../test/show.tsx'
import { CountdownButton } from './countdown-button.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const button = () => screen.getByRole('button') as HTMLButtonElement
const isOff = () => button().getAttribute('aria-disabled') === 'true'
const press = () => act(async () => void fireEvent.click(button()))
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

function draw(answer: boolean | number) {
  const onPress = vi.fn(async () => answer)
  show(<CountdownButton label="Get code" countingLabel={(left) => `${left} s`} onPress={onPress} />)
  return onPress
}

describe('a button that counts down', () => {
  it('counts 60 seconds after the work went well and can then be pressed again', async () => {
    const onPress = draw(true)
    await press()
    expect(button().textContent).toBe('60 s')
    expect(isOff()).toBe(true)
    wait(1000)
    expect(button().textContent).toBe('59 s')
    wait(58_000)
    expect(button().textContent).toBe('1 s')
    wait(1000)
    expect(button().textContent).toBe('Get code')
    await press()
    expect(onPress).toHaveBeenCalledTimes(2)
    expect(button().textContent).toBe('60 s')
  })

  it('keeps the focus while it works and counts, and does nothing meanwhile', async () => {
    let answer = (_: boolean) => {}
    const onPress = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)))
    show(<CountdownButton label="Get code" countingLabel={(left) => `${left} s`} onPress={onPress} />)
    button().focus()
    await press()
    expect([button().disabled, isOff()]).toEqual([false, true])
    await press()
    await act(async () => answer(true))
    await press()
    expect(onPress).toHaveBeenCalledTimes(1)
    expect([button().disabled, isOff(), document.activeElement]).toEqual([false, true, button()])
  })

  it('does not count when the work failed', async () => {
    draw(false)
    await press()
    expect(button().textContent).toBe('Get code')
    expect(isOff()).toBe(false)
  })

  it('counts the seconds that the work answers with', async () => {
    draw(7)
    await press()
    expect(button().textContent).toBe('7 s')
    wait(7000)
    expect(button().textContent).toBe('Get code')
  })

  it('is right at once after the page slept', async () => {
    draw(true)
    await press()
    vi.setSystemTime(Date.now() + 45_000)
    wait(1000)
    expect(button().textContent).toBe('14 s')
  })
})
