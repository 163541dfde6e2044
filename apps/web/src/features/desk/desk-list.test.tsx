// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { chineseDesk, forgetScreen, renderScreen, views } from '../../../test/render.tsx'
import { DeskCard, DeskList } from './desk-list.tsx'

afterEach(forgetScreen)

const still = {
  ...{ isPending: false, isError: false, error: null, hasNextPage: false, isFetchingNextPage: false },
  ...{ fetchNextPage: () => undefined, refetch: () => undefined },
}

function Desk() {
  // The second page was asked for after one more had come: it begins with the last of the first page.
  const [items, setItems] = useState(['p1', 'p2', 'p3', 'p3', 'p4'])
  return (
    <>
      <button type="button" onClick={() => setItems(['p0', 'p1', 'p2', 'p4'])}>
        decided
      </button>
      <DeskList pages={{ list: still, items }} empty={{ title: 'none' }}>
        {(item) => <li key={item}>{item}</li>}
      </DeskList>
    </>
  )
}

it('what came once more with the next page is one card, and gone when it is decided', async () => {
  await renderScreen(<Desk />, chineseDesk)
  const shown = () => screen.getAllByRole('listitem').map((card) => card.textContent)
  expect(shown()).toEqual(['p1', 'p2', 'p3', 'p4'])
  screen.getByRole('button', { name: 'decided' }).click()
  expect(await screen.findByText('p0')).toBeTruthy()
  expect(shown()).toEqual(['p0', 'p1', 'p2', 'p4'])
})

function Cards({ onPress }: { onPress: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <DeskList pages={{ list: still, items: ['c1', 'c2'] }} empty={{ title: 'none' }}>
        {(item) => (
          <DeskCard key={item}>
            {item}
            <button type="button" onClick={onPress}>
              press {item}
            </button>
            <button type="button" onClick={() => setOpen(true)}>
              ask {item}
            </button>
          </DeskCard>
        )}
      </DeskList>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Asked" closeLabel="Close">
        <p>asked</p>
      </Dialog>
    </>
  )
}

it.each(views)(
  'cards have the keys of the tables on $device in $language, and Enter alone decides nothing',
  async (view) => {
    const onPress = vi.fn()
    await renderScreen(<Cards onPress={onPress} />, view)
    const card = (name: string) => screen.getByText(name, { ignore: 'button' })
    await screen.findByText('c1', { ignore: 'button' })
    await userEvent.keyboard('jjk')
    expect(document.activeElement).toBe(card('c1'))
    await userEvent.keyboard('j{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'press c2' }))
    expect(onPress).not.toHaveBeenCalled()
    await userEvent.keyboard('{Enter}')
    expect(onPress).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('button', { name: 'ask c1' }))
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await userEvent.keyboard('j')
    expect(dialog.contains(document.activeElement)).toBe(true)
  },
)
