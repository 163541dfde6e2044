// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { type ComponentType, Suspense, useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { chineseDesk, forgetScreen, renderScreen } from '../../../../test/render.tsx'
import { lazyPart } from './lazy-part.ts'
import { lazyShown } from './lazy-shown.tsx'

afterEach(forgetScreen)

let isOffline: boolean
let fetched: number
beforeEach(() => {
  ;[isOffline, fetched] = [true, 0]
})
const load = async () => {
  fetched++
  if (isOffline) throw new TypeError('Failed to fetch dynamically imported module')
  return { default: ({ name }: { name: string }) => <p>chart of {name}</p> }
}

function Page({ Part }: { Part: ComponentType<{ name: string }> }) {
  const [isShown, setShown] = useState(true)
  return (
    <>
      <input aria-label="typed" />
      <button type="button" onClick={() => setShown(!isShown)}>
        toggle
      </button>
      <Suspense fallback={null}>{isShown && <Part name="prices" />}</Suspense>
    </>
  )
}

it('a part that could not be had says so in its place, and comes by trying again; what was typed around it stays', async () => {
  await renderScreen(<Page Part={lazyShown(load)} />, chineseDesk)
  await userEvent.type(screen.getByLabelText('typed'), 'words')
  const again = () => screen.findByRole('button', { name: i18next.t('common.retry') })
  await userEvent.click(await again())
  await waitFor(() => expect(fetched).toBe(2))
  isOffline = false
  await userEvent.click(await again())
  await screen.findByText('chart of prices')
  expect(fetched).toBe(3)
  expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('words')
})

it('a small one leaves its place empty, is fetched once, and is there when it is drawn again', async () => {
  await renderScreen(<Page Part={lazyPart(load)} />, chineseDesk)
  await waitFor(() => expect(fetched).toBe(1))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(fetched).toBe(1)
  isOffline = false
  // A visit later: as often as it is drawn, whenever that is.
  await waitFor(async () => {
    await userEvent.dblClick(screen.getByText('toggle'))
    screen.getByText('chart of prices')
  })
})
