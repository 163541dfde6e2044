// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { searchInside } from '@trove/contract/code/preview'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeServer, fakeServer } from '../../../../test/fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { InsideSearch } from './inside-search.tsx'

/** Search hits with hidden bodies (issue 12, safe preview). */

const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(searchInside, {
    ...{ fileCount: 2, isWhole: false },
    hits: [
      { path: 'src/a.ts', count: 2, isOpen: false },
      { path: 'src/b.ts', count: 1, isOpen: true },
    ],
  })
})
afterEach(forgetScreen)

describe.each(views)('finding in the files of a work on $device in $language', (view) => {
  it('names the files that hold it; only what is open can be opened', async () => {
    const user = userEvent.setup()
    const onOpen = vi.fn()
    await renderScreen(<InsideSearch id="w1" onOpen={onOpen} />, view)
    await user.type(screen.getByRole('textbox', { name: t('code.preview.search') }), 'settle{Enter}')
    await screen.findByText((text) => text.includes(t('code.preview.hitFiles', { count: 2, word: 'settle' })))
    expect(screen.queryByRole('button', { name: 'src/a.ts' })).toBeNull()
    expect(
      screen.getByText((_, node) => node?.tagName === 'LI' && !!node.textContent?.includes('src/a.ts')),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'src/b.ts' }))
    expect(onOpen).toHaveBeenCalledWith('src/b.ts')
    expect(server.asked(searchInside).map(({ url }) => url.searchParams.get('word'))).toEqual(['settle'])
  })

  it('says what a word is before it asks', async () => {
    const user = userEvent.setup()
    await renderScreen(<InsideSearch id="w1" onOpen={() => {}} />, view)
    await user.type(screen.getByRole('textbox', { name: t('code.preview.search') }), 'a b{Enter}')
    await waitFor(() => screen.getByText(t('code.preview.searchWord')))
    expect(server.asked(searchInside)).toEqual([])
  })
})
