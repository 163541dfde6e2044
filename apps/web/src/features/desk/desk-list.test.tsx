// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { chineseDesk, forgetScreen, renderScreen } from '../../../test/render.tsx'
import { DeskList } from './desk-list.tsx'

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
