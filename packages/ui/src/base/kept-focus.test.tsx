// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { show } from '../../test/show.tsx'
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { keepFocus } from './kept-focus.tsx'

afterEach(cleanup)

type How = 'words' | 'icon' | 'asked'

/** Rows with two controls; the last one takes the row away, at once or after a question. */
function Rows({ how, hasHeading = true }: { how: How; hasHeading?: boolean }) {
  const [names, setNames] = useState(['Ann', 'Ben', 'Cid'])
  const [asked, setAsked] = useState<string>()
  const drop = (name: string) => setNames((now) => now.filter((one) => one !== name))
  return (
    <section ref={keepFocus}>
      {hasHeading && <h2>People</h2>}
      {names.length === 0 && <EmptyState title="Nobody" />}
      {names.length > 0 && (
        <ul>
          {names.map((name) => (
            <li key={name}>
              <h3>{name}</h3>
              {name !== 'Ann' && <button type="button">Rename</button>}
              <button
                type="button"
                aria-label={how === 'icon' ? `Remove ${name}` : undefined}
                onClick={() => (how === 'asked' ? setAsked(name) : drop(name))}
              >
                {how !== 'icon' && 'Remove'}
              </button>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => {
          if (asked) drop(asked)
          setAsked(undefined)
        }}
        title="Remove?"
        text="It is gone then."
        confirmLabel="Yes"
        cancelLabel="No"
        closeLabel="Close"
      />
    </section>
  )
}

function Links() {
  const [live, setLive] = useState(['a', 'b'])
  return (
    <ul ref={keepFocus}>
      {['a', 'b'].map((id) => (
        <li key={id} aria-label={id}>
          {live.includes(id) && (
            <button type="button" onClick={() => setLive(live.filter((one) => one !== id))}>
              Revoke
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Keys() {
  const [hasKey, setHasKey] = useState(true)
  return (
    <Dialog isOpen onClose={() => undefined} title="Keys" closeLabel="Close">
      {hasKey && (
        <ul>
          <li>
            <button type="button" aria-label="Remove laptop" onClick={() => setHasKey(false)} />
          </li>
        </ul>
      )}
    </Dialog>
  )
}

/** A button that goes with the first press elsewhere; the second brings news to its list. */
function Page() {
  const [presses, setPresses] = useState(0)
  return (
    <>
      <ul ref={keepFocus}>
        <li>
          {presses === 0 && <button type="button">Open</button>}
          {presses === 2 && <p>News</p>}
        </li>
      </ul>
      <button type="button" onClick={() => setPresses(presses + 1)}>
        Elsewhere
      </button>
    </>
  )
}

/** The question stands outside the list, as on a page, and stays until its row is gone. */
function Asking() {
  const [names, setNames] = useState(['Ann', 'Ben'])
  const [asked, setAsked] = useState<string>()
  const close = () => setAsked(undefined)
  return (
    <>
      <ul ref={keepFocus}>
        {names.map((name) => (
          <li key={name}>
            <h3>{name}</h3>
            <button type="button" onClick={() => setAsked(name)}>
              Remove
            </button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={asked !== undefined}
        onClose={close}
        onConfirm={() => (names.includes(asked!) ? setNames(names.filter((one) => one !== asked)) : close())}
        title="Remove?"
        text="It is gone then."
        confirmLabel="Yes"
        cancelLabel="No"
        closeLabel="Close"
      />
    </>
  )
}

const rowOf = (name: string) => screen.getByRole('heading', { name }).closest('li')!
const removeOf = (name: string) => within(rowOf(name)).getByRole('button', { name: /^Remove/ })
const isFocused = (element: HTMLElement) => expect(document.activeElement === element).toBe(true)

describe.each(['words', 'icon', 'asked'] as const)('a row that is taken away by a button (%s)', (how) => {
  async function remove(name: string) {
    removeOf(name).focus()
    await userEvent.keyboard('{Enter}')
    if (how === 'asked') await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name }) === null).toBe(true))
  }

  it('leaves the focus to the same control of the next row, then of the previous, then to what names the list', async () => {
    show(<Rows how={how} />)
    await remove('Ben')
    await waitFor(() => isFocused(removeOf('Cid')))
    await remove('Cid')
    await waitFor(() => isFocused(removeOf('Ann')))
    await remove('Ann')
    await waitFor(() => isFocused(screen.getByRole('heading', { name: 'People' })))
    expect(document.activeElement?.getAttribute('tabindex')).toBe('-1')
  })
})

it('a question that closes after its row is gone hands the focus to the list', async () => {
  show(<Asking />)
  await userEvent.click(removeOf('Ann'))
  const yes = await screen.findByRole('button', { name: 'Yes' })
  await userEvent.click(yes)
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Ann' }) === null).toBe(true))
  isFocused(yes)
  await userEvent.click(yes)
  await waitFor(() => isFocused(removeOf('Ben')))
})

it('a list without a heading of its own gives the focus to the words that say that it is empty', async () => {
  show(<Rows how="words" hasHeading={false} />)
  for (const name of ['Ann', 'Ben', 'Cid']) await userEvent.click(removeOf(name))
  await waitFor(() => isFocused(screen.getByText('Nobody')))
})

it('a key that is held down takes one row away, not the next one too', async () => {
  show(<Rows how="words" />)
  await userEvent.click(removeOf('Ann'))
  await waitFor(() => isFocused(removeOf('Ben')))
  expect(fireEvent.keyDown(removeOf('Ben'), { key: 'Enter', repeat: true })).toBe(false)
  fireEvent.keyUp(removeOf('Ben'), { key: 'Enter' })
  expect(fireEvent.keyDown(removeOf('Ben'), { key: 'Enter' })).toBe(true)
})

it('a control that goes while its row stays gives the focus to the next row’s', async () => {
  show(<Links />)
  await userEvent.click(within(screen.getByRole('listitem', { name: 'a' })).getByRole('button'))
  await waitFor(() => isFocused(screen.getByRole('button', { name: 'Revoke' })))
  expect(screen.getByRole('listitem', { name: 'b' }).contains(document.activeElement)).toBe(true)
})

it.each(['pc', 'mobile'] as const)('a list in a dialog on %s falls back to the title of the dialog', async (device) => {
  show(<Keys />, device)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove laptop' }))
  await waitFor(() => isFocused(screen.getByRole('heading', { name: 'Keys' })))
})

it('who went elsewhere keeps the focus where it is, and is not brought back by a row that goes by itself', async () => {
  show(<Page />)
  screen.getByRole('button', { name: 'Open' }).focus()
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' })
  await userEvent.click(elsewhere)
  expect(screen.queryByRole('button', { name: 'Open' }) === null).toBe(true)
  isFocused(elsewhere)
  elsewhere.blur()
  fireEvent.click(elsewhere)
  await screen.findByText('News')
  isFocused(document.body)
})
