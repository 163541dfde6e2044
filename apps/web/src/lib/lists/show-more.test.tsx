// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { forgetScreen, renderScreen, views } from '../../../test/render.tsx'
import { ShowMore } from './show-more.tsx'

afterEach(forgetScreen)

const said = () => document.querySelector('[aria-live=polite][tabindex]')!
const added = (count: number) => i18next.t('common.added', { count })
let come: (rows: number) => void

/** Rows of which a press asks for more; `come` lets them arrive. */
function Rows({ all }: { all: number }) {
  const [count, setCount] = useState(3)
  const [isLoading, setLoading] = useState(false)
  come = (rows) => {
    setCount((now) => now + rows)
    setLoading(false)
  }
  return (
    <ShowMore label="More" count={count} hasMore={count < all} isLoading={isLoading} onMore={() => setLoading(true)} />
  )
}

describe.each(views)('a list that goes on by a press on $device in $language', (view) => {
  it('says how many came, nothing while they are on their way or when they came by themselves', async () => {
    await renderScreen(<Rows all={20} />, view)
    act(() => come(1))
    expect(said().textContent).toBe('')
    await userEvent.click(screen.getByRole('button', { name: 'More' }))
    expect(said().textContent).toBe('')
    act(() => come(7))
    await waitFor(() => expect(said().textContent).toBe(added(7)))
    await userEvent.click(screen.getByRole('button', { name: 'More' }))
    expect(said().textContent).toBe('')
    act(() => come(2))
    await waitFor(() => expect(said().textContent).toBe(added(2)))
  })

  it('has the focus again once more rows are there, as long as nothing else took it', async () => {
    await renderScreen(<Rows all={20} />, view)
    const more = () => screen.getByRole('button', { name: 'More' })
    await userEvent.click(more())
    // What a browser does to a button that is off.
    act(() => more().blur())
    act(() => come(7))
    await waitFor(() => expect(document.activeElement).toBe(more()))
    await userEvent.click(more())
    act(() => more().blur())
    act(() => (said() as HTMLElement).focus())
    act(() => come(2))
    await waitFor(() => expect(said().textContent).toBe(added(2)))
    expect(document.activeElement).toBe(said())
  })

  it('leaves the focus at its end once all are there', async () => {
    await renderScreen(<Rows all={5} />, view)
    await userEvent.click(screen.getByRole('button', { name: 'More' }))
    act(() => come(2))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'More' })).toBeNull())
    expect(said().textContent).toBe(`${added(2)} ${i18next.t('common.noMore')}`)
    expect(document.activeElement === said()).toBe(true)
  })
})
