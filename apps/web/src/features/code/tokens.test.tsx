// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createCodeToken, listCodeTokens, revokeCodeToken } from '@trove/contract/code/vault'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, ok } from '../../../test/fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../../test/render.tsx'
import { Panel } from '../../market/detail/panel.tsx'
import { Clone } from './clone.tsx'
import { Tokens } from './tokens.tsx'

/** Purchase tokens are revocable (issue 12, the vault): one sees them without their secret and ends any of them. */

const first = { id: 't1', right: 'read' as const, createTime: '2026-11-01T00:00:00.000Z', lastUseTime: null }
const second = { ...first, id: 't2', right: 'push' as const, lastUseTime: '2026-11-02T00:00:00.000Z' }
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })

let server: FakeServer
let tokens: (typeof first | typeof second)[]
beforeEach(() => {
  server = fakeServer()
  tokens = [first, second]
  server.on(listCodeTokens, () => ok(listCodeTokens, tokens))
  server.on(revokeCodeToken, ({ url }) => {
    tokens = tokens.filter(({ id }) => !url.pathname.endsWith(`/${id}`))
    return ok(revokeCodeToken, null)
  })
})
afterEach(forgetScreen)

describe.each(views)('tokens of a work on $device in $language', (view) => {
  it('are listed with their use, and one that is revoked is gone', async () => {
    const user = userEvent.setup()
    await renderScreen(
      <Panel title="Git">
        <Tokens workId="w1" />
      </Panel>,
      view,
    )
    const list = await screen.findByRole('region', { name: t('code.tokens.title') })
    within(list).getByText(t('code.tokens.unused'))
    const [row] = within(list).getAllByRole('listitem')
    await user.click(within(row!).getByRole('button', { name: t('code.tokens.revoke') }))
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
    expect(server.asked(revokeCodeToken).map(({ url }) => url.pathname.split('/').at(-1))).toEqual(['t1'])
    const next = within(list).getByRole('button', { name: t('code.tokens.revoke') })
    await waitFor(() => expect(document.activeElement === next).toBe(true))
    await user.click(next)
    await waitFor(() => expect(screen.queryByRole('region', { name: t('code.tokens.title') })).toBeNull())
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Git'))
  })

  it('show one that was just made', async () => {
    tokens = []
    server.on(createCodeToken, () => {
      tokens = [first]
      return ok(createCodeToken, { id: 't1', token: 'secret-of-t1', path: '/git/w1.git' })
    })
    const user = userEvent.setup()
    await renderScreen(
      <>
        <Clone workId="w1" label="make" kind="plain" note="once" />
        <Tokens workId="w1" />
      </>,
      view,
    )
    await user.click(await screen.findByRole('button', { name: 'make' }))
    const list = await screen.findByRole('region', { name: t('code.tokens.title') })
    expect(list.textContent).not.toContain('secret-of-t1')
  })
})
