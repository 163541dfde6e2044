// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { listAgents } from '@trove/contract/compute/agents'
import { listShares, publishOffer, updateOffer } from '@trove/contract/compute/routes'
import { getComputeGroup } from '@trove/contract/dictionary/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, ok } from '../../../../test/fake-server.ts'
import { share } from '../../../../test/orders.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { paths } from '../../../lib/addresses/paths.ts'
import { keepUser } from '../../../lib/session/session.ts'
import { changesOf, EMPTY_OFFER, PublishForm } from './offer-form.ts'
import PublishCompute from './publish-compute.tsx'
import { draft } from './use-publish-compute.ts'

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(getComputeGroup, ({ url }) => {
    const [dictValue, label] = url.pathname.endsWith('OS') ? ['3', 'Debian 12'] : ['7', '1 week']
    return ok(getComputeGroup, [{ dictKey: label, dictValue, labelZh: label, labelEn: label }])
  })
})
afterEach(forgetScreen)

const t = (key: string, params = {}) => i18next.t(`machines.form.${key}` as 'machines.form.ip', params)
const field = (key: string) => screen.getByLabelText(new RegExp(`^${t(key)}`)) as HTMLInputElement
const write = (key: string, value: string) => fireEvent.change(field(key), { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: t('submit') }))

const FILLED = { ip: '8.8.8.8', port: '22', username: 'root', password: 'secret', cpu: '4', ram: '8', disk: '100' }

const DRAFT = {
  serverIPv4: '8.8.8.8',
  serverPort: '22',
  defaultUsername: 'root',
  cpuCores: '4',
  ramSize: '8',
  diskSize: '100',
  bandwidth: '20',
  operationSystem: '3',
  servePeriod: '7',
  price: '9.9',
}

describe.each(views)('changing what was measured below its declaration on $device in $language', (view) => {
  it('begins with the measured figure, and sends nothing but that', async () => {
    const verification = {
      ...share.verification,
      state: 'differs' as const,
      differing: ['bandwidth' as const],
      measured: { ...share.verification.measured!, bandwidth: 16.8 },
    }
    server.on(listShares, { content: [{ ...share, verification }], totalElements: 1 })
    server.on(updateOffer, { id: 'm1' })
    await renderScreen(<PublishCompute />, view, { path: '/?edit=CP-77&measured=1' })
    await screen.findByText(t('measured'))
    expect(field('bandwidth').value).toBe('16')
    fireEvent.click(screen.getByRole('button', { name: t('saveChanges') }))
    await waitFor(() => expect(server.asked(updateOffer)).toHaveLength(1))
    expect(server.asked(updateOffer)[0]!.body).toEqual({ bandwidth: '16' })
  })
})

describe.each(views)('publishing on $device in $language', (view) => {
  it('has every field of the specification, a password that can be shown, and clamps with a warning', async () => {
    await renderScreen(<PublishCompute />, view)
    keepUser({ ...buyer, walletFlag: true })
    await screen.findByLabelText(new RegExp(`^${t('ip')}`))
    for (const key of ['port', 'username', 'cpu', 'ram', 'bandwidth', 'disk', 'remarks', 'price']) field(key)
    for (const key of ['os', 'period']) expect(screen.getAllByLabelText(new RegExp(`^${t(key)}`))).not.toHaveLength(0)
    expect(field('password').type).toBe('password')
    write('port', '70000')
    expect(field('port').value).toBe('65535')
    await screen.findByText(t('max', { max: 65_535 }))
    write('cpu', '99999')
    expect(field('cpu').value).toBe('9999')
    write('bandwidth', '123456')
    expect(Number(field('bandwidth').value)).toBeLessThanOrEqual(9999)
    for (const key of ['ram', 'disk']) {
      write(key, '123456789012')
      expect(field(key).value).toBe('12345678901')
    }
    write('price', '9.999')
    expect(field('price').value).toBe('9.99')
  })

  it('says of each required field that it is wrong, and has one unit in each amount', async () => {
    await renderScreen(<PublishCompute />, view)
    keepUser({ ...buyer, walletFlag: true })
    await screen.findByLabelText(new RegExp(`^${t('ip')}`))
    submit()
    const isInvalid = (label: string) =>
      screen.getAllByLabelText(new RegExp(`^${label}`)).some((one) => one.getAttribute('aria-invalid') === 'true')
    const wanted = ['ip', 'username', 'password', 'cpu', 'ram', 'bandwidth', 'disk', 'os', 'period', 'price']
    for (const key of wanted) await waitFor(() => expect([key, isInvalid(t(key))]).toEqual([key, true]))
    for (const key of ['port', 'remarks', 'hourPrice']) expect([key, isInvalid(t(key))]).toEqual([key, false])
    for (const key of ['price', 'hourPrice']) {
      const sections = field(key).parentElement!.querySelectorAll('[data-position]')
      expect([...sections].map((section) => section.textContent)).toEqual([i18next.t('units.yuanSign')])
    }
  })

  it('has its fields in the order of the specification, the login beside the address (B:42, ADR 1)', async () => {
    await renderScreen(<PublishCompute />, view)
    keepUser({ ...buyer, walletFlag: true })
    await screen.findByLabelText(new RegExp(`^${t('ip')}`))
    const login = ['username', 'password']
    const specified = ['cpu', 'ram', 'bandwidth', 'disk', 'os', 'remarks', 'period', 'price']
    const fields = ['ip', 'port', ...login, ...specified].map(
      (key) => screen.getAllByLabelText(new RegExp(`^${t(key)}`))[0]!,
    )
    const isBefore = (one: Node, next: Node) => one.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING
    expect(fields.slice(1).filter((next, at) => !isBefore(fields[at]!, next))).toEqual([])
  })

  it('keeps the place of the ways to fill it, which are known later than the form', async () => {
    let answer: () => void = () => undefined
    const agents = { relayUrl: 'wss://relay.test', agents: [] }
    server.on(listAgents, () => new Promise((done) => (answer = () => done(ok(listAgents, agents)))))
    await renderScreen(<PublishCompute />, view)
    keepUser({ ...buyer, walletFlag: true })
    const form = (await screen.findByLabelText(new RegExp(`^${t('ip')}`))).closest('form')!
    const place = form.previousElementSibling
    const around = [...form.parentElement!.children]
    answer()
    const way = await screen.findByRole('button', { name: i18next.t('agents.open') })
    expect(place?.contains(way)).toBe(true)
    expect([...form.parentElement!.children]).toEqual(around)
  })

  it('opens the wallet modal instead for who has no receiving account', async () => {
    const path = paths.publishCompute()
    const { address } = await renderScreen(<PublishCompute />, view, { path })
    const gate = (key: 'text' | 'wechat' | 'alipay' | 'giveUp') => i18next.t(`wallet.gate.${key}`)
    await screen.findByText(gate('text'))
    const button = (key: Parameters<typeof gate>[0]) =>
      screen.getByRole('button', { name: new RegExp(`^${gate(key)}`) }) as HTMLButtonElement
    expect(button('wechat').disabled).toBe(true)
    expect(button('giveUp').disabled).toBe(false)
    fireEvent.click(button('alipay'))
    // The form is come back to once it is bound.
    await waitFor(() => expect(address()).toBe(`/bind/alipay?next=${encodeURIComponent(path)}`))
  })

  it('says that it is uploading while it sends, and keeps what was typed when that fails', async () => {
    let fail: () => void = () => undefined
    server.on(publishOffer, () => new Promise((_, reject) => (fail = () => reject(new TypeError('Failed to fetch')))))
    sessionStorage.setItem('trove-publish-draft:buyer', JSON.stringify(DRAFT))
    await renderScreen(<PublishCompute />, view)
    keepUser({ ...buyer, walletFlag: true })
    await screen.findByLabelText(new RegExp(`^${t('ip')}`))
    write('password', 'secret')
    submit()
    expect(await screen.findByText(t('uploading'))).toBeTruthy()
    fail()
    await waitFor(() => expect(screen.queryByText(t('uploading'))).toBeNull())
    expect(field('ip').value).toBe(DRAFT.serverIPv4)
  })

  it('throws a kept draft away, and goes on at the fields', async () => {
    sessionStorage.setItem('trove-publish-draft:buyer', JSON.stringify(DRAFT))
    await renderScreen(<PublishCompute />, view)
    keepUser({ ...buyer, walletFlag: true })
    const discard = await screen.findByRole('button', { name: t('discard') })
    discard.focus()
    fireEvent.click(discard)
    await waitFor(() => expect(screen.queryByText(t('draft'))).toBeNull())
    await waitFor(() => expect(document.activeElement?.tagName).toBe('LEGEND'))
  })

  it('names each missing field and sends nothing', async () => {
    await renderScreen(<PublishCompute />, view)
    keepUser({ ...buyer, walletFlag: true })
    await screen.findByLabelText(new RegExp(`^${t('ip')}`))
    submit()
    await waitFor(() => expect(screen.getAllByText(i18next.t('fieldErrors.required')).length).toBeGreaterThanOrEqual(9))
    expect(server.asked(publishOffer)).toHaveLength(0)
    // The list of GPUs would cover what is said under its field.
    const gpu = screen.getByRole('combobox', { name: i18next.t('compute.facts.gpuModel') })
    act(() => gpu.focus())
    expect(gpu.getAttribute('aria-expanded')).toBe('false')
  })
})

describe('a draft', () => {
  it('waits in this tab for the person who typed it, without the password, and for nobody else', () => {
    keepUser(buyer)
    draft.keep({ serverIPv4: FILLED.ip, defaultPassword: FILLED.password })
    expect(draft.read()).toEqual({ serverIPv4: FILLED.ip })
    expect(JSON.stringify(sessionStorage)).not.toContain(FILLED.password)
    keepUser({ ...buyer, userId: 'another' })
    expect(draft.read()).toBeUndefined()
  })
})

describe('the form over the contract', () => {
  const whole = { ...EMPTY_OFFER, ...DRAFT, defaultPassword: FILLED.password }
  it('takes a filled form without a description', () => {
    expect(PublishForm.safeParse(whole).success).toBe(true)
  })
  const gpu = { gpuModel: 'rtx-4090', gpuCount: '2', gpuVram: '24' }
  const wanted = Object.keys(whole).filter((name) => !['description', 'hourPrice'].includes(name) && !(name in gpu))
  it.each(wanted)('wants %s', (name) => {
    expect(PublishForm.safeParse({ ...whole, [name]: '' }).error?.issues[0]?.path).toEqual([name])
  })
  it.each(['cpuCores', 'ramSize', 'diskSize', 'bandwidth'])('refuses 0 for %s', (name) => {
    expect(PublishForm.safeParse({ ...whole, [name]: '0' }).success).toBe(false)
  })
  it.each(['8.8.8', '8.8.8.8.', '8.8.8.256', 'example.com', '::1'])('refuses %s as an address', (serverIPv4) => {
    expect(PublishForm.safeParse({ ...whole, serverIPv4 }).success).toBe(false)
  })
  it.each([
    ['gpuCount', ''],
    ['gpuCount', '65'],
    ['gpuVram', '0'],
  ])('wants of a chosen GPU a sound %s, not %j', (name, value) => {
    expect(PublishForm.safeParse({ ...whole, ...gpu }).success).toBe(true)
    const { error } = PublishForm.safeParse({ ...whole, ...gpu, [name]: value })
    expect(error?.issues.map(({ path }) => path)).toEqual([[name]])
    expect(PublishForm.safeParse({ ...whole, [name]: value }).success).toBe(true)
  })
  it('sends changed GPUs as one, and null where there are none any more', () => {
    const before = { ...whole, ...gpu }
    expect(changesOf({ ...before, gpuCount: '4' }, before)).toEqual({
      gpu: { model: 'rtx-4090', count: '4', vramSize: '24' },
    })
    expect(changesOf({ ...before, gpuModel: '' }, before)).toEqual({ gpu: null })
  })
  it('sends of a change only what was changed, and no empty password', () => {
    expect(changesOf({ ...whole, price: '8', defaultPassword: '' }, whole)).toEqual({ price: '8' })
  })
})
