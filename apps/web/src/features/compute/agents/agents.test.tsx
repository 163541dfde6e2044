// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { addAgent, listAgents, removeAgent } from '@trove/contract/compute/agents'
import { advisePrice } from '@trove/contract/compute/publishing'
import { getComputeGroup } from '@trove/contract/dictionary/routes'
import { ContractError } from '@trove/contract/errors/codes'
import type { RouteResult } from '@trove/contract/kit/route'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, refused } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { errorText, toastStore } from '../../../lib/calls/notify.ts'
import { keepUser } from '../../../lib/session/session.ts'
import PublishCompute from '../publish/publish-compute.tsx'

const RELAY = 'https://relay.example'
type Agent = RouteResult<typeof listAgents>['agents'][number]
const agentOf = (change: Partial<Agent> = {}): Agent => ({
  ...{ id: 'a1', name: 'desk', host: '203.0.113.5', port: 20_007, state: 'waiting', seenAt: null, isPublished: false },
  ...change,
})

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(getComputeGroup, [])
  server.on(advisePrice, { advice: null })
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const named = (key: string, params?: object) => ({ name: t(key, params) })

describe.each(views)('machines without a public address on $device in $language', (view) => {
  async function open(agents: Agent[]) {
    server.on(listAgents, { relayUrl: RELAY, agents })
    await renderScreen(<PublishCompute />, view)
    keepUser({ ...buyer, walletFlag: true })
    fireEvent.click(await screen.findByRole('button', named('agents.open')))
    return within(await screen.findByRole('dialog', named('agents.title')))
  }

  it('are not offered where there is no relay', async () => {
    server.on(listAgents, { relayUrl: null, agents: [] })
    await renderScreen(<PublishCompute />, view)
    await waitFor(() => expect(server.asked(listAgents)).toHaveLength(1))
    expect(screen.queryByRole('button', named('agents.open'))).toBeNull()
  })

  it('are added with a command that is shown once, and published when they are connected', async () => {
    const dialog = await open([])
    await dialog.findByText(t('agents.none'))
    fireEvent.click(dialog.getByRole('button', named('agents.add')))
    await dialog.findByText(t('agents.nameMissing'))
    server.on(addAgent, { agent: agentOf(), token: 'once', expiresAt: '2030-01-01T00:00:00.000Z' })
    server.on(listAgents, { relayUrl: RELAY, agents: [agentOf()] })
    fireEvent.change(dialog.getByLabelText(t('agents.name')), { target: { value: ' desk ' } })
    fireEvent.click(dialog.getByRole('button', named('agents.add')))
    await dialog.findByText(
      `curl -fsSLo trove-agent.mjs ${RELAY}/agents/agent.mjs && node trove-agent.mjs ${RELAY} once`,
    )
    expect(server.asked(addAgent)[0]!.body).toEqual({ name: 'desk' })
    await dialog.findByText(t('agents.states.waiting'))
    expect(dialog.queryByRole('button', named('agents.use'))).toBeNull()
    server.on(listAgents, { relayUrl: RELAY, agents: [agentOf({ state: 'connected' })] })
    await dialog.findByText(t('agents.command.connected'), {}, { timeout: 10_000 })
    fireEvent.click(dialog.getByRole('button', named('agents.use')))
    const value = (key: string) => (screen.getByLabelText(new RegExp(`^${t(key)}`)) as HTMLInputElement).value
    await waitFor(() =>
      expect([value('machines.form.ip'), value('machines.form.port')]).toEqual(['203.0.113.5', '20007']),
    )
    // What is said of public addresses does not hold here.
    screen.getByText(t('machines.form.ipRelayed'))
    expect(screen.queryByText(t('machines.form.ipHelp'))).toBeNull()
  })

  it('are removed after a question, but not while they are published', async () => {
    const dialog = await open([agentOf({ state: 'expired' }), agentOf({ id: 'a2', name: 'shared', isPublished: true })])
    await dialog.findByText(t('agents.published'))
    expect(dialog.queryByRole('button', named('agents.removeNamed', { name: 'shared' }))).toBeNull()
    server.on(removeAgent, null)
    server.on(listAgents, { relayUrl: RELAY, agents: [] })
    const remove = dialog.getByRole('button', named('agents.removeNamed', { name: 'desk' }))
    remove.focus()
    fireEvent.click(remove)
    const question = within(await screen.findByRole('alertdialog', named('agents.removeTitle', { name: 'desk' })))
    fireEvent.click(question.getByRole('button', named('agents.remove')))
    await dialog.findByText(t('agents.none'))
    expect(server.asked(removeAgent)).toHaveLength(1)
    await waitFor(() => expect(document.activeElement?.textContent).toBe(t('agents.title')))
  })

  it('say why none can be added', async () => {
    const dialog = await open([])
    server.on(addAgent, () => refused('compute.relay-full'))
    fireEvent.change(dialog.getByLabelText(t('agents.name')), { target: { value: 'desk' } })
    fireEvent.click(dialog.getByRole('button', named('agents.add')))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(errorText(new ContractError('compute.relay-full'))))
  })
})
