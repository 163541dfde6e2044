// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { show } from '../../test/show.tsx'
import { Menu } from '../dialogs/menu.tsx'
import { Tabs } from '../layout/tabs.tsx'
import { TileRow } from '../layout/tile-row.tsx'
import { FilterBar } from './filter-bar.tsx'
import { SearchBox } from './search-box.tsx'

afterEach(cleanup)

function OrderTabs() {
  const [value, setValue] = useState<'a' | 'b' | 'c'>('a')
  const items = [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
    { value: 'c', label: 'C' },
  ] as const
  return (
    <Tabs label="Orders" items={items} value={value} onChange={setValue}>
      {`Panel ${value}`}
    </Tabs>
  )
}

describe('tabs', () => {
  it('move with the arrow keys, around the ends, and name their panel', async () => {
    show(<OrderTabs />)
    await userEvent.click(screen.getByRole('tab', { name: 'A' }))
    await userEvent.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'C', selected: true }))
    expect(screen.getByRole('tabpanel', { name: 'C' }).textContent).toBe('Panel c')
    await userEvent.keyboard('{Home}')
    expect(screen.getByRole('tabpanel', { name: 'A' })).toBeTruthy()
  })
})

describe.each(['pc', 'mobile'] as const)('a menu on %s', (device) => {
  it('opens from its trigger and runs the chosen entry', async () => {
    const onSelect = vi.fn()
    const entries = [
      { id: 'edit', label: 'Edit', onSelect },
      { id: 'go', label: 'Go', href: '/there' },
    ]
    show(
      <Menu trigger={<button type="button">More</button>} label="Actions" closeLabel="Close" entries={entries} />,
      device,
    )
    await userEvent.click(screen.getByRole('button', { name: 'More' }))
    expect((await screen.findByText('Go')).closest('a')?.getAttribute('href')).toBe('/there')
    await userEvent.click(screen.getByText('Edit'))
    expect(onSelect).toHaveBeenCalledTimes(1)
    expect(screen.queryByText('Go')).toBeNull()
  })
})

function Search({ onSubmit }: { onSubmit?: () => void }) {
  const [value, setValue] = useState('')
  return <SearchBox value={value} onChange={setValue} onSubmit={onSubmit} label="Search" clearLabel="Clear" />
}

describe('a search box', () => {
  it('stands open at a desk and submits on Enter', async () => {
    const onSubmit = vi.fn()
    show(<Search onSubmit={onSubmit} />)
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'gpu{Enter}')
    expect(onSubmit).toHaveBeenCalledTimes(1)
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('')
  })

  it('grows from its icon on a phone with the focus in it, and shrinks when cleared', async () => {
    show(<Search />, 'mobile')
    expect(screen.queryByRole('searchbox')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Search' }))
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    await userEvent.keyboard('gpu')
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.queryByRole('searchbox')).toBeNull()
  })
})

function Bar({ onRemove }: { onRemove: (id: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <FilterBar
      label="Filter"
      closeLabel="Close"
      summary={isOpen ? '3 found' : ''}
      chips={[{ id: 'ram', name: 'RAM', value: '8 GB', removeLabel: 'Remove RAM' }]}
      chipsLabel="Chosen"
      onRemoveChip={onRemove}
      isOpen={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      footer={<button type="button">Show</button>}
    >
      Fields
    </FilterBar>
  )
}

describe.each(['pc', 'mobile'] as const)('a filter bar on %s', (device) => {
  it('opens its choices and takes single ones away', async () => {
    const onRemove = vi.fn()
    show(<Bar onRemove={onRemove} />, device)
    expect(within(screen.getByRole('list', { name: 'Chosen' })).getByText('8 GB')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Remove RAM' }))
    expect(onRemove).toHaveBeenCalledExactlyOnceWith('ram')
    // It stands before there is anything to say: only a change of what is there already is announced.
    const found = screen.getByRole('status')
    expect(found.textContent).toBe('')
    await userEvent.click(screen.getByRole('button', { name: /Filter/ }))
    expect(found.textContent).toBe('3 found')
    expect((await screen.findByRole('dialog', { name: 'Filter' })).textContent).toContain('Fields')
  })
})

describe('a row of tiles', () => {
  it.each(['pc', 'mobile'] as const)('is a named list of all its tiles on %s', (device) => {
    show(
      <TileRow label="Doors">
        <p>One</p>
        <p>Two</p>
      </TileRow>,
      device,
    )
    expect(within(screen.getByRole('list', { name: 'Doors' })).getAllByRole('listitem')).toHaveLength(2)
  })
})
