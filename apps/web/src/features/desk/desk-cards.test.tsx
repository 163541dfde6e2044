// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { forgetScreen, renderScreen, views } from '../../../test/render.tsx'
import { DeskCard, DeskCards } from './desk-cards.tsx'

afterEach(forgetScreen)

function Cards({ onPress }: { onPress: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <DeskCards>
        {['c1', 'c2'].map((item) => (
          <DeskCard key={item}>
            {item}
            <button type="button" onClick={onPress}>
              press {item}
            </button>
            <button type="button" onClick={() => setOpen(true)}>
              ask {item}
            </button>
          </DeskCard>
        ))}
      </DeskCards>
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
