// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { afterEach, describe, expect, it } from 'vitest'
import { forgetScreen, renderScreen, type Screen, type View, views } from '../../../test/render.tsx'
import { DeskTable } from './desk-table.tsx'

afterEach(forgetScreen)

/** The second one comes once more, on the next page. */
const items = ['a', 'b', 'c', 'b'].map((id) => ({ id, name: `Case ${id}` }))
const list = {
  ...{ isPending: false, isError: false, error: null, hasNextPage: false, isFetchingNextPage: false },
  ...{ fetchNextPage: () => undefined, refetch: () => undefined },
}

function Desk({ isPending = false }: { isPending?: boolean }) {
  return (
    <DeskTable
      label="Cases"
      pages={{ list: { ...list, isPending }, items: isPending ? [] : items }}
      empty={{ title: 'None' }}
      columns={[{ id: 'name', label: 'Name', cell: ({ name }) => name }]}
      panel={(id, close) => (
        <Dialog isOpen onClose={close} title={`Open ${id}`} closeLabel="Close" isSide>
          <p>{id}</p>
        </Dialog>
      )}
    />
  )
}
const draw = (view: View, path: string): Promise<Screen> => renderScreen(<Desk />, view, { path })

describe.each(views)('cases of the desk on $device in $language', (view) => {
  it('are gone through by J and K, which rest while one is open, and the open one stands in the address', async () => {
    const { address } = await draw(view, '/operator/faults?view=decided')
    await screen.findByText('Case a')
    await userEvent.keyboard('jjk')
    expect(document.activeElement?.textContent).toBe('Case a')
    await userEvent.keyboard('j{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Open b' })
    expect(address()).toBe('/operator/faults?view=decided&case=b')
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await userEvent.keyboard('j')
    expect(dialog.contains(document.activeElement)).toBe(true)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).toBe('/operator/faults?view=decided')
  })

  it('wait as rows, with a cell for each column and no picture', async () => {
    await renderScreen(<Desk isPending />, view, { path: '/operator/faults' })
    const rows = (await screen.findByRole('status')).querySelectorAll('[data-bones]')
    expect(rows).toHaveLength(8)
    expect(document.querySelector('[style*="50%"]')).toBeNull()
  })

  it('that came twice are one row', async () => {
    await draw(view, '/operator/faults')
    await screen.findByText('Case a')
    expect(screen.getAllByText('Case b')).toHaveLength(1)
  })

  it('open by their address', async () => {
    await draw(view, '/operator/faults?case=c')
    await screen.findByRole('dialog', { name: 'Open c' })
  })
})
