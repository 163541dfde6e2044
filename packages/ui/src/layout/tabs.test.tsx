// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../test/show.tsx'
import { Tabs } from './tabs.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('the chosen tab is brought into the middle of a row that is too narrow for all', () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return this.getAttribute('role') === 'tab' ? new DOMRect(400, 0, 100, 44) : new DOMRect(0, 0, 300, 44)
  })
  const items = ['open', 'all', 'refunds'].map((value) => ({ value, label: value }))
  show(<Tabs label="Views" items={items} value="refunds" onChange={() => undefined} />)
  expect(screen.getByRole('tablist').scrollLeft).toBe(300)
})
