// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Link, useNavigate } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { chineseDesk, forgetScreen, renderScreen } from '../../../test/render.tsx'
import { ListSearch } from './list-search.tsx'
import { readFilter, useListUrl } from './list-url.ts'

/** Two choices between two drawings, as on a slow machine: neither takes back the other. */

afterEach(forgetScreen)

const FIELDS = ['keyword', 'ram', 'disk']
const SORTS = [{ value: 'newest' }, { value: 'cheapest' }]

function List() {
  const url = useListUrl(FIELDS, SORTS)
  const navigate = useNavigate()
  const acts: Record<string, () => void> = {
    'pick a': () => url.pick('a'),
    'pick b': () => url.pick('b'),
    'ram 8': () => url.change({ ram: '8' }),
    'no ram': () => url.change({ ram: undefined }),
    'no disk': () => url.change({ disk: undefined }),
    cheapest: () => url.setSort('cheapest'),
    table: () => url.setView('table'),
    clear: () => url.setFilter({}),
    back: () => void navigate(-1),
  }
  return (
    <>
      {Object.entries(acts).map(([name, act]) => (
        <button key={name} type="button" onClick={act}>
          {name}
        </button>
      ))}
      <Link to="/list?disk=500">other</Link>
      <ListSearch url={url} placeholder="" label="search" />
    </>
  )
}

/** Presses one after the other before anything is drawn. */
const press = (...names: string[]) =>
  act(() => {
    for (const name of names) fireEvent.click(screen.getByText(name))
  })
const draw = (path: string) => renderScreen(<List />, chineseDesk, { path, pattern: '/list' })

it.each([
  [['pick a', 'pick b'], '/list', '/list?pick=a%2Cb'],
  [['pick a', 'pick a'], '/list', '/list?'],
  [['no ram', 'no disk'], '/list?ram=8&disk=500&sort=cheapest', '/list?sort=cheapest'],
  [['ram 8', 'cheapest', 'table'], '/list', '/list?ram=8&sort=cheapest&view=table'],
  [['ram 8', 'clear'], '/list?disk=500', '/list?'],
])('%j pressed in one moment all count', async (names, path, wanted) => {
  const { address } = await draw(path)
  press(...names)
  await waitFor(() => expect(address().replace(/\?$/, '')).toBe(wanted.replace(/\?$/, '')))
})

it('a choice after a link or after Back stands on the address that came', async () => {
  const { address } = await draw('/list')
  press('ram 8')
  press('other')
  await waitFor(() => expect(address()).toBe('/list?disk=500'))
  press('table')
  await waitFor(() => expect(address()).toBe('/list?disk=500&view=table'))
  press('back')
  await waitFor(() => expect(address()).toBe('/list?ram=8'))
  press('cheapest')
  await waitFor(() => expect(address()).toBe('/list?ram=8&sort=cheapest'))
})

it('words that end in a point stay as they were typed', async () => {
  const { address } = await draw('/list')
  const box = screen.getByLabelText('search') as HTMLInputElement
  fireEvent.change(box, { target: { value: 'node.' } })
  await waitFor(() => expect(address()).toBe('/list?keyword=node.'))
  expect(box.value).toBe('node.')
})

it('leaves out control characters, which no server takes', () => {
  const search = new URLSearchParams('keyword=%00gpu%0A&ram=%01')
  expect(readFilter(search, FIELDS)).toEqual({ keyword: 'gpu' })
})
