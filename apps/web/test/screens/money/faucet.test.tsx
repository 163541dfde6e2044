// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { receiveToken } from '@trove/contract/chain/faucet'
import { memberInfo } from '@trove/contract/identity/routes'
import { faucet } from '@trove/messages/money/faucet'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import Faucet from '../../../src/features/faucet/faucet.tsx'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { buyer } from '../../people.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

const ADDRESS = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(memberInfo, buyer)
})
afterEach(forgetScreen)

describe.each(views)('the faucet on $device in $language', (view) => {
  const say = (text: { zh: string; en: string }) => (view.language === 'en' ? text.en : text.zh)
  async function ask(address: string) {
    await renderScreen(<Faucet />, view)
    const field = await screen.findByRole('textbox')
    await userEvent.click(field)
    await userEvent.paste(address)
    await userEvent.click(screen.getByRole('button', { name: say(faucet.confirm) }))
  }

  it('asks for an address before it asks the server', async () => {
    server.on(receiveToken, () => {
      throw new Error('nobody should ask')
    })
    await ask('   ')
    await screen.findByText(say(faucet.addressEmpty))
  })

  it.each([
    ['received', true, faucet.received],
    ['received, and when again', true, faucet.receivedText],
    ['received already', 'RECEIVED', faucet.already],
    ['no address', false, faucet.failed],
    ['no address, and what is one', false, faucet.failedText],
    ['an empty faucet', 'LOW-BALANCES', faucet.empty],
    ['an empty faucet, and what to do', 'LOW-BALANCES', faucet.emptyText],
  ] as const)('says so when the answer is: %s', async (_, answer, text) => {
    server.on(receiveToken, answer)
    await ask(` ${ADDRESS} `)
    expect((await screen.findAllByText(say(text))).length).toBeGreaterThan(0)
  })

  it.each([[true], ['RECEIVED']] as const)(
    'after the answer %s it takes no second claim of the address, leads on to storage, and serves another address',
    async (answer) => {
      server.on(receiveToken, answer)
      await ask(ADDRESS)
      const onward = await screen.findByRole('link', { name: say(faucet.onward) })
      expect(onward.getAttribute('href')).toBe('/personal-center/my-storage')
      const claim = screen.getByRole<HTMLButtonElement>('button', { name: say(faucet.confirm) })
      expect(claim.disabled).toBe(true)
      await userEvent.type(screen.getByRole('textbox'), 'x')
      expect(claim.disabled).toBe(false)
    },
  )

  it.each([
    ['faucet.limit', { count: 3 }],
    ['faucet.network-limit', { count: 10 }],
    ['faucet.on-its-way', {}],
    ['faucet.not-sent', {}],
    ['chain.unavailable', {}],
  ] as const)('says why, and what to do, when it is refused with %s', async (code, params) => {
    server.on(receiveToken, () => refused(code, params))
    await ask(ADDRESS)
    const told = await screen.findByRole('alert')
    expect(told.textContent).toContain(wordsOfCode(code, params)!)
    expect(told.textContent).not.toContain(say(faucet.failed))
  })
})
