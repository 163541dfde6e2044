// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { advisePrice, readMachine } from '@trove/contract/compute/publishing'
import { publishOffer } from '@trove/contract/compute/routes'
import { getComputeGroup } from '@trove/contract/dictionary/routes'
import { ContractError, type ErrorCode } from '@trove/contract/errors/codes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, ok, refused } from '../../../../test/fake-server.ts'
import { buyer } from '../../../../test/people.ts'
import { chineseDesk, forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { errorText } from '../../../lib/calls/notify.ts'
import { keepUser } from '../../../lib/session/session.ts'
import { EMPTY_OFFER, incomePerMonth, priceOf } from './offer-form.ts'
import PublishCompute from './publish-compute.tsx'

const MEASURED = {
  cpuCores: 4,
  ramSize: 7.7,
  diskSize: 98.4,
  bandwidth: 41.7,
  operationSystem: 'Debian GNU/Linux 12',
  cpuScore: 1234,
  diskWrite: 321,
  gpu: null,
}
const READ = {
  measured: MEASURED,
  declaration: { cpuCores: 4, ramSize: 8, diskSize: 98, bandwidth: 41, operationSystem: '3', gpu: null },
}
const FOUND_GPU = { model: 'GeForce RTX 4090', count: 2, vramSize: 23.6, driver: '550.54.14', cuda: '12.4' }
const READ_GPU = {
  measured: { ...MEASURED, gpu: { ...FOUND_GPU, tflops: null, memoryBandwidth: null } },
  declaration: { ...READ.declaration, gpu: { model: 'rtx-4090', count: 2, vramSize: 24 } },
}
const ADVICE = {
  machines: 12,
  perDayFrom: '19.00',
  perDayMiddle: '21.00',
  perDayTo: '24.00',
  rented: 7,
  rentedWithinDays: 3,
  usedPercent: 60,
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(getComputeGroup, ({ url }) => {
    const [dictValue, label] = url.pathname.endsWith('OS') ? ['3', 'Debian 12'] : ['7', '1 week']
    return ok(getComputeGroup, [{ dictKey: label, dictValue, labelZh: label, labelEn: label }])
  })
  server.on(advisePrice, { advice: null })
})
afterEach(forgetScreen)

const t = i18next.t as unknown as (key: string, params?: object) => string
const field = (key: string) => screen.getByLabelText(new RegExp(`^${t(key)}`)) as HTMLInputElement
const form = (key: string) => field(`machines.form.${key}`)
const write = (key: string, value: string) => fireEvent.change(field(key), { target: { value } })
const press = (key: string) => fireEvent.click(screen.getByRole('button', { name: t(key) }))
const LINE = 'publishing.line.label'

async function open(view: (typeof views)[number], draft: Partial<typeof EMPTY_OFFER> = {}) {
  sessionStorage.setItem('trove-publish-draft:buyer', JSON.stringify({ ...EMPTY_OFFER, ...draft }))
  await renderScreen(<PublishCompute />, view)
  keepUser({ ...buyer, walletFlag: true })
  await screen.findByLabelText(new RegExp(`^${t(LINE)}`))
}

describe.each(views)('publishing with help on $device in $language', (view) => {
  it('fills address, port and user from a pasted line, reads the machine, and marks what was read', async () => {
    server.on(readMachine, READ)
    await open(view)
    write(LINE, 'ssh root@8.8.4.4 -p 2222')
    expect([form('ip').value, form('port').value, form('username').value]).toEqual(['8.8.4.4', '2222', 'root'])
    write('machines.form.password', 'secret')
    press('publishing.read.button')
    await screen.findByText(t('publishing.read.done'))
    expect(['cpu', 'ram', 'disk', 'bandwidth'].map((key) => form(key).value)).toEqual(['4', '8', '98', '41'])
    expect(screen.getByText(t('publishing.read.as', { value: `7.7 ${t('units.gb')}` }))).toBeTruthy()
    write('machines.form.ram', '16')
    expect(screen.getByText(t('publishing.read.changed', { value: `7.7 ${t('units.gb')}` }))).toBeTruthy()
    const sent = server.asked(readMachine)[0]!
    expect(sent.body).toEqual({
      serverIPv4: '8.8.4.4',
      serverPort: '2222',
      defaultUsername: 'root',
      defaultPassword: 'secret',
    })
    expect(sent.url.search).toBe('')
    // A reading says nothing of another machine.
    write('machines.form.ip', '8.8.4.5')
    expect(screen.queryByText(t('publishing.read.done'))).toBeNull()
  })

  it.each([
    'compute.read-unreachable',
    'compute.read-login-refused',
    'compute.read-timed-out',
    'compute.read-not-linux',
  ] as const satisfies readonly ErrorCode[])('says %s in words and leaves what was typed', async (code) => {
    server.on(readMachine, () => refused(code))
    await open(view, { serverIPv4: '8.8.4.4', defaultUsername: 'root', cpuCores: '2' })
    write('machines.form.password', 'secret')
    press('publishing.read.button')
    await screen.findByText(t('publishing.read.failed'))
    expect(screen.getByText(errorText(new ContractError(code)))).toBeTruthy()
    expect(form('cpu').value).toBe('2')
    const submit = screen.getByRole('button', { name: t('machines.form.submit') }) as HTMLButtonElement
    expect(submit.disabled).toBe(false)
  })

  it('shows what like machines ask, takes that price, and says what a month brings', async () => {
    server.on(advisePrice, { advice: ADVICE })
    await open(view, { cpuCores: '4', ramSize: '8', servePeriod: '7' })
    await screen.findByText(t('publishing.advice.asks', { from: '¥19.00', to: '¥24.00', machines: 12 }))
    expect(screen.getByText(t('publishing.advice.rentedWithin', { rented: 7, window: 90, days: 3 }))).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: t('publishing.advice.use', { amount: '¥21.00' }) }))
    expect(form('price').value).toBe('147.00')
    const month = t('publishing.advice.month', { amount: '¥630.00', fee: '¥0.00' })
    await waitFor(() => expect(document.body.textContent).toContain(month))
    // 60 of a hundred like machines are let: so is this one, one expects.
    screen.getByText(t('publishing.advice.monthAtUse', { percent: 60, amount: '¥378.00' }))
  })

  it('fills in the GPUs that were found, compares the price with those of that model, and sends them', async () => {
    server.on(readMachine, READ_GPU)
    server.on(publishOffer, { id: 'm1' })
    await open(view, { serverIPv4: '8.8.4.4', defaultUsername: 'root', servePeriod: '7', price: '9.9' })
    write('machines.form.password', 'secret')
    press('publishing.read.button')
    await screen.findByText(t('publishing.read.as', { value: FOUND_GPU.model }))
    expect([field('compute.facts.gpuCount').value, field('compute.facts.gpuVram').value]).toEqual(['2', '24'])
    await waitFor(() => expect(server.asked(advisePrice).at(-1)!.url.searchParams.get('gpuModel')).toBe('rtx-4090'))
    press('machines.form.submit')
    await waitFor(() => expect(server.asked(publishOffer)).toHaveLength(1))
    expect(server.asked(publishOffer)[0]!.body).toMatchObject({
      gpu: { model: 'rtx-4090', count: '2', vramSize: '24' },
    })
  })

  it('says that a read machine has no GPU, and sends none', async () => {
    server.on(readMachine, READ)
    server.on(publishOffer, { id: 'm1' })
    await open(view, { serverIPv4: '8.8.4.4', defaultUsername: 'root', servePeriod: '7', price: '9.9' })
    write('machines.form.password', 'secret')
    press('publishing.read.button')
    await screen.findByText(t('publishing.read.noGpu'))
    press('machines.form.submit')
    await waitFor(() => expect(server.asked(publishOffer)[0]?.body).toMatchObject({ gpu: null }))
  })

  it('has the place of the advice from the start, small with the reason until there is advice', async () => {
    await open(view, {})
    const place = screen.getByRole('region', { name: t('publishing.advice.title') })
    expect(place.textContent).toBe(t('publishing.advice.fillIn') + t('publishing.advice.help'))
    expect(server.asked(advisePrice)).toHaveLength(0)
    write('machines.form.cpu', '4')
    write('machines.form.ram', '8')
    await screen.findByText(t('publishing.advice.none', { least: 5 }))
    expect(screen.getByRole('region', { name: t('publishing.advice.title') })).toBe(place)
    expect(place.hasAttribute('data-known')).toBe(false)
    server.on(advisePrice, { advice: ADVICE })
    write('machines.form.ram', '16')
    await screen.findByText(t('publishing.advice.asks', { from: '¥19.00', to: '¥24.00', machines: 12 }))
    expect(place.hasAttribute('data-known')).toBe(true)
  })

  it('says that there is no advice where fewer than five machines are alike', async () => {
    await open(view, { cpuCores: '4', ramSize: '8' })
    await screen.findByText(t('publishing.advice.none', { least: 5 }))
  })
})

describe('the reading', () => {
  const view = chineseDesk
  it('goes by a key that is no part of the draft, and asks for one when there is none', async () => {
    server.on(readMachine, READ)
    await open(view, { serverIPv4: '8.8.4.4', defaultUsername: 'root' })
    press('publishing.read.useKey')
    press('publishing.read.button')
    await screen.findByText(t('publishing.read.keyEmpty'))
    expect(server.asked(readMachine)).toHaveLength(0)
    write('publishing.read.key', '-----BEGIN OPENSSH PRIVATE KEY-----\nsecret-key')
    press('publishing.read.button')
    await screen.findByText(t('publishing.read.done'))
    expect(server.asked(readMachine)[0]!.body).toMatchObject({ privateKey: expect.stringContaining('secret-key') })
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('secret-key')
  })

  it('names what is missing of the login instead of asking', async () => {
    await open(view)
    press('publishing.read.button')
    await waitFor(() => expect(screen.getAllByText(t('fieldErrors.required')).length).toBeGreaterThanOrEqual(2))
    expect(server.asked(readMachine)).toHaveLength(0)
  })

  it('keeps what the seller types while the machine is read', async () => {
    let answer: () => void = () => undefined
    server.on(readMachine, () => new Promise((resolve) => (answer = () => resolve(ok(readMachine, READ)))))
    await open(view, { serverIPv4: '8.8.4.4', defaultUsername: 'root' })
    write('machines.form.password', 'secret')
    press('publishing.read.button')
    await screen.findByText(t('publishing.read.reading'))
    write('machines.form.cpu', '2')
    answer()
    await screen.findByText(t('publishing.read.done'))
    expect([form('cpu').value, form('ram').value]).toEqual(['2', '8'])
  })

  it('throws a private key out of the field for login lines', async () => {
    await open(view)
    write(LINE, '-----BEGIN OPENSSH PRIVATE KEY-----\nsecret-key')
    expect(field(LINE).value).not.toContain('secret-key')
    expect(screen.getByText(t('publishing.line.key'))).toBeTruthy()
  })
})

describe('money of a month', () => {
  it.each([
    ['9.90', '30', '9.90'],
    ['100.00', '7', '428.57'],
    ['0.01', '3600', '0.00'],
    ['', '30', undefined],
    ['1.00', '', undefined],
  ])('a lease of ¥%s for %s days brings %s', (price, servePeriod, amount) => {
    expect(incomePerMonth({ price, servePeriod })?.amount).toBe(amount)
  })
  it('is exact for a price of so much a day', () => {
    expect([priceOf('21.00', '7'), priceOf('0.33', '90'), priceOf('21.00', '')]).toEqual(['147.00', '29.70', undefined])
  })
})
