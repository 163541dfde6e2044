// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { show } from '../../test/show.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { LazyDialog } from './lazy-dialog.tsx'

afterEach(cleanup)

function Form() {
  const [text, setText] = useState('')
  return (
    <Dialog isOpen onClose={() => undefined} title="Form" closeLabel="Close" footer={<b>{text.length}</b>}>
      <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />
    </Dialog>
  )
}

function Both({ onClosed }: { onClosed: (which: string) => void }) {
  const [isReading, setReading] = useState(false)
  const close = () => {
    onClosed('above')
    setReading(false)
  }
  return (
    <Dialog isOpen onClose={() => onClosed('below')} title="Form" closeLabel="Close">
      <input aria-label="Text" defaultValue="typed" />
      <button type="button" onClick={() => setReading(true)}>
        Read
      </button>
      <Dialog isOpen={isReading} onClose={close} title="Agreement" closeLabel="Close">
        Words
      </Dialog>
    </Dialog>
  )
}

function Opener({ how }: { how: 'drawn' | 'lazy' | 'only while open' | 'at the side' }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const props = { isOpen, onClose: close, title: 'Filter', closeLabel: 'Close', children: 'Body' }
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {how === 'drawn' && <Dialog {...props} />}
      {how === 'at the side' && <Dialog {...props} isSide />}
      {how === 'lazy' && <LazyDialog {...props} />}
      {how === 'only while open' && isOpen && <Dialog {...props} />}
    </>
  )
}

describe.each(['pc', 'mobile'] as const)('a closed dialog on %s', (device) => {
  it.each(['drawn', 'lazy', 'only while open', 'at the side'] as const)(
    'that is %s gives the focus back each time',
    async (how) => {
      show(<Opener how={how} />, device)
      const button = screen.getByRole('button', { name: 'Open' })
      for (let time = 0; time < 2; time++) {
        await userEvent.click(button)
        const dialog = await screen.findByRole('dialog')
        await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
        await userEvent.keyboard('{Escape}')
        await waitFor(() => expect(document.activeElement === button).toBe(true))
      }
    },
  )
})

it.each(['pc', 'mobile'] as const)('a field in a dialog on %s keeps the focus while one types', async (device) => {
  show(<Form />, device)
  const field = screen.getByLabelText('Text') as HTMLInputElement
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  await userEvent.type(field, 'four words')
  expect(field.value).toBe('four words')
})

describe.each(['pc', 'mobile'] as const)('a dialog on %s', (device) => {
  const open = (onClose: () => void, isBlocking = false) =>
    show(
      <Dialog isOpen onClose={onClose} title="Filter" closeLabel="Close" isBlocking={isBlocking} footer={<b>Foot</b>}>
        Body
      </Dialog>,
      device,
    )

  it('has its title as accessible name and shows body and foot', () => {
    open(() => undefined)
    const dialog = screen.getByRole('dialog', { name: 'Filter' })
    expect(dialog.textContent).toContain('Body')
    expect(dialog.textContent).toContain('Foot')
  })

  it('closes by its button and by Escape', async () => {
    const onClose = vi.fn()
    open(onClose)
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledTimes(1)
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  it('is left open, with what was typed, when Escape closes the one above it', async () => {
    const closed: string[] = []
    show(<Both onClosed={(which) => closed.push(which)} />, device)
    await userEvent.click(screen.getByRole('button', { name: 'Read' }))
    await screen.findByText('Words')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(closed).toEqual(['above']))
    await waitFor(() => expect(screen.queryByText('Words')).toBeNull())
    expect((screen.getByLabelText('Text') as HTMLInputElement).value).toBe('typed')
    await userEvent.keyboard('{Escape}')
    expect(closed).toEqual(['above', 'below'])
  })

  it('gives its place to the one opened from it, and has it and the focus back afterwards', async () => {
    show(<Both onClosed={() => undefined} />, device)
    await userEvent.click(screen.getByRole('button', { name: 'Read' }))
    await screen.findByText('Words')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Form' })).toBeNull())
    screen.getByRole('dialog', { name: 'Agreement' })
    expect(screen.queryByRole('textbox', { name: 'Text' })).toBeNull()
    await userEvent.keyboard('{Escape}')
    await screen.findByRole('dialog', { name: 'Form' })
    expect((screen.getByRole('textbox', { name: 'Text' }) as HTMLInputElement).value).toBe('typed')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Read' })))
  })

  it('stays open on Escape and has no cross when it blocks', async () => {
    const onClose = vi.fn()
    open(onClose, true)
    await userEvent.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  })

  it('draws nothing when closed', () => {
    show(
      <Dialog isOpen={false} onClose={() => undefined} title="Filter" closeLabel="Close">
        Body
      </Dialog>,
      device,
    )
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the sheet of a phone', () => {
  const pull = (px: number) => {
    const onClose = vi.fn()
    const { container } = show(
      <Dialog isOpen onClose={onClose} title="Filter" closeLabel="Close">
        Body
      </Dialog>,
      'mobile',
    )
    const handle = container.querySelector('[aria-hidden="true"]') as HTMLElement
    fireEvent.pointerDown(handle, { clientY: 100 })
    fireEvent.pointerMove(handle, { clientY: 100 + px })
    fireEvent.pointerUp(handle, { clientY: 100 + px })
    return onClose
  }

  it('closes when its handle is pulled far down', () => {
    expect(pull(120)).toHaveBeenCalledTimes(1)
  })

  it('stays when the handle is pulled a little', () => {
    expect(pull(40)).not.toHaveBeenCalled()
  })
})

describe('a question before something final', () => {
  const ask = (props: { isBusy?: boolean } = {}) => {
    const [onClose, onConfirm] = [vi.fn(), vi.fn()]
    show(
      <ConfirmDialog
        isOpen
        onClose={onClose}
        onConfirm={onConfirm}
        title="Delete?"
        text="It is gone for good."
        confirmLabel="Delete"
        cancelLabel="Keep"
        closeLabel="Close"
        {...props}
      />,
    )
    return { onClose, onConfirm }
  }

  it('is an alert dialog and answers by its buttons', async () => {
    const { onClose, onConfirm } = ask()
    expect(await screen.findByRole('alertdialog', { name: 'Delete?' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(onConfirm).toHaveBeenCalledTimes(1)
    await userEvent.click(screen.getByRole('button', { name: 'Keep' }))
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('cannot be answered or closed while the answer is carried out', async () => {
    const { onClose, onConfirm } = ask({ isBusy: true })
    await userEvent.keyboard('{Escape}')
    fireEvent.click(screen.getByRole('button', { name: 'Keep' }))
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(onClose).not.toHaveBeenCalled()
    expect(onConfirm).not.toHaveBeenCalled()
  })
})

function Panel({ onClose, isBusy = false }: { onClose: () => void; isBusy?: boolean }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <Dialog
      isOpen
      isSide
      isBusy={isBusy}
      onClose={onClose}
      title="Case"
      closeLabel="Close"
      footer={
        <button type="button" onClick={() => setAsked(true)}>
          Approve
        </button>
      }
      question={isAsked && <p>Sure?</p>}
      onTakeBack={() => setAsked(false)}
    >
      Facts
    </Dialog>
  )
}

describe.each(['pc', 'mobile'] as const)('a question in a panel on %s', (device) => {
  const ask = async (isBusy = false) => {
    const onClose = vi.fn()
    show(<Panel onClose={onClose} isBusy={isBusy} />, device)
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
    screen.getByText('Sure?')
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
    return onClose
  }

  it('is taken back by Escape, which leaves the panel and gives the focus back', async () => {
    const onClose = await ask()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByText('Sure?')).toBeNull()
    const asks = screen.getByRole('button', { name: 'Approve' })
    await waitFor(() => expect(document.activeElement).toBe(asks))
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('goes with the panel by its cross', async () => {
    const onClose = await ask()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('stays while it is carried out', async () => {
    const onClose = await ask(true)
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    screen.getByText('Sure?')
    expect(onClose).not.toHaveBeenCalled()
  })
})

it('the browser’s Back on a phone takes a question back and leaves its panel', async () => {
  const onClose = vi.fn()
  show(<Panel onClose={onClose} />, 'mobile')
  const layers = () => (history.state as { layers?: number } | null)?.layers ?? 0
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(layers()).toBe(2))
  history.back()
  await waitFor(() => expect(screen.queryByText('Sure?')).toBeNull())
  await waitFor(() => expect(layers()).toBe(1))
  expect(onClose).not.toHaveBeenCalled()
})

function Page(held: { isBlocking?: boolean; isBusy?: boolean; isBackHeld?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Choose
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Sheet" closeLabel="Close" {...held}>
        <button type="button" onClick={() => setOpen(false)}>
          Done
        </button>
      </Dialog>
    </>
  )
}

describe('the browser’s Back on a phone', () => {
  const layers = () => (history.state as { layers?: number } | null)?.layers ?? 0
  const choose = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Choose' }))
    await screen.findByRole('dialog')
  }

  it('closes the sheet and stays on the page', async () => {
    show(<Page />, 'mobile')
    await choose()
    await waitFor(() => expect(layers()).toBe(1))
    history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(layers()).toBe(0)
  })

  it('finds no trace of a sheet that was closed by its own buttons', async () => {
    show(<Page />, 'mobile')
    const before = history.length
    await choose()
    await waitFor(() => expect(layers()).toBe(1))
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(layers()).toBe(0))
    await choose()
    await waitFor(() => expect(layers()).toBe(1))
    expect(history.length).toBeLessThanOrEqual(before + 1)
    history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('steps over the entry of a sheet whose button led to another page', async () => {
    history.replaceState({ page: 'list' }, '')
    show(<Page />, 'mobile')
    await choose()
    await waitFor(() => expect(layers()).toBe(1))
    history.pushState({ page: 'next' }, '')
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    history.back()
    await waitFor(() => expect(history.state).toEqual({ page: 'list' }))
  })

  it('is not used up twice when two layers close at once', async () => {
    history.pushState({ page: 'list' }, '')
    history.pushState({ page: 'detail' }, '')
    const sheets = (isOpen: boolean) => (
      <div>
        {['One', 'Two'].map((title) => (
          <Dialog key={title} isOpen={isOpen} onClose={() => undefined} title={title} closeLabel="Close">
            Body
          </Dialog>
        ))}
      </div>
    )
    const { rerender } = show(sheets(true), 'mobile')
    await waitFor(() => expect(layers()).toBe(2))
    rerender(sheets(false))
    await waitFor(() => expect(layers()).toBe(0))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(history.state).toEqual({ page: 'detail' })
  })

  it.each([{ isBusy: true }, { isBlocking: true, isBackHeld: true }])(
    'leaves neither the page nor a sheet that stays until its end, however often it is pressed (%o)',
    async (held) => {
      history.pushState({ page: 'list' }, '')
      history.pushState({ page: 'form' }, '')
      const { rerender } = show(<Page {...held} />, 'mobile')
      await choose()
      await waitFor(() => expect(layers()).toBe(1))
      for (let press = 0; press < 3; press++) {
        const popped = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
        history.back()
        await popped
        await waitFor(() => expect(history.state).toEqual({ page: 'form', layers: 1 }))
        screen.getByRole('dialog')
      }
      rerender(<Page />)
      history.back()
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await waitFor(() => expect(history.state).toEqual({ page: 'form' }))
    },
  )

  it('leaves a question alone that must be answered', async () => {
    show(<Page isBlocking />, 'mobile')
    await choose()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(layers()).toBe(0)
  })
})
