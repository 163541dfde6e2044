// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { WordsDialog } from '../../../src/lib/shown/words-dialog.tsx'
import { NameDialog } from '../../../src/market/searches/name-dialog.tsx'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** Windows that ask for words: Escape while they are on their way must not lose them, as the answer may be a failure. */

afterEach(forgetScreen)

type Asking = { isBusy: boolean; onClose: () => void }
const words = (asking: Asking) => (
  <WordsDialog
    title="Why"
    label="Words"
    emptyText=""
    maxLength={9}
    sendLabel="Send"
    onSend={() => undefined}
    {...asking}
  />
)
const name = (asking: Asking) => (
  <NameDialog title="Name" first="" sendLabel="Send" onSend={() => undefined} {...asking} />
)

it.each(views.flatMap((view) => [words, name].map((draw) => ({ ...view, name: draw.name, draw }))))(
  '$name on $device in $language stay while they are sent, and go with Escape before',
  async ({ draw, ...view }) => {
    const onClose = vi.fn()
    await renderScreen(draw({ isBusy: true, onClose }), view)
    await screen.findByRole('dialog')
    await userEvent.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    forgetScreen()
    await renderScreen(draw({ isBusy: false, onClose }), view)
    await screen.findByRole('dialog')
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(1)
  },
)
