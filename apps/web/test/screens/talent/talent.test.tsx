// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { currentCertification } from '@trove/contract/certification/routes'
import type { RouteResult } from '@trove/contract/kit/route'
import { alterHourSalary, getConsultant, getHomepage, listSalaryBands } from '@trove/contract/talent/experts'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import Manpower from '../../../src/features/talent/experts/manpower.tsx'
import HourSalary from '../../../src/features/talent/homepage/hour-salary.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { forgetSession } from '../../../src/lib/session/session.ts'
import { formatDay } from '../../../src/lib/shown/format.ts'
import { type FakeServer, fakeServer, ok, refused } from '../../fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** An expert's homepage and what an hour costs. */

type Page = RouteResult<typeof getHomepage>
const page: Page = {
  productId: 'p1',
  realName: '顾清澜',
  identity: '架构师',
  realHeadImgUrl: '/files/public/0123456789abcdef.webp',
  skills: ['React', '小程序'],
  hourSalary: '236.50',
  countHires: 4,
  rating: 4.5,
  countReviews: 2,
  isDemo: false,
  workExp: '5–10',
  productCodes: [
    {
      productId: 'w1',
      productUrl: '/files/public/00112233445566778899aabbccddeeff.webp',
      productName: 'Tidal clock',
      countBrowses: 31,
      countComments: 5,
      countDownloads: 7,
    },
  ],
  productCases: [
    {
      id: 'c1',
      caseName: '灯塔',
      casePicUrl: '/files/public/fedcba9876543210.webp',
      link: 'https://example.org/light',
    },
  ],
  codeProofs: [],
  isOwn: false,
  isOpen: true,
}

const standing = (status: 0 | 1 | 2 | 3) => ({
  ...{ status, identity: null, realName: null, realHeadImgUrl: null },
  reason: status === 3 ? 'x' : null,
})

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(currentCertification, standing(2))
  server.on(getHomepage, page)
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const said = () => toastStore.getCurrent()?.text
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
const sourceOf = (name: string) => screen.getByRole('img', { name }).getAttribute('src')

describe.each(views)('the talent market on $device in $language', (view) => {
  const salaryPath = '/personal-center/hour-salary'
  const openSalary = () =>
    renderScreen(<HourSalary />, view, { path: salaryPath, before: '/personalCenter', pattern: salaryPath })
  const openPage = (of: Partial<Page>, path: string) => {
    server.on(getHomepage, { ...page, ...of })
    return renderScreen(<Manpower />, view, { path, pattern: '/manpower' })
  }

  it('the salary takes yuan for an hour, tells the formula, warns when it is empty, and says how saving went', async () => {
    server.on(getHomepage, { ...page, isOwn: true, hourSalary: null })
    server.on(alterHourSalary, () => new Response('', { status: 502 }))
    const { address } = await openSalary()
    const field = await screen.findByLabelText(new RegExp(`^${t('talent.salary.label')}`))
    screen.getByText(view.language === 'en' ? 'yuan/hour' : '元/小时')
    const guidance = screen.getByText(t('talent.salary.guidance', { days: 22, hours: 8, lowest: 100, highest: 120 }))
    for (const figure of ['22', '8', '100%', '120%']) expect(guidance.textContent).toContain(figure)
    expect(field.getAttribute('aria-describedby')).toContain(guidance.id)
    expect(field.getAttribute('aria-invalid')).not.toBe('true')
    fireEvent.blur(field)
    await screen.findByText(t('talent.salary.empty'))
    await press(t('talent.salary.confirm'))
    expect(said()).toBe(t('talent.salary.empty'))
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(server.asked(alterHourSalary)).toHaveLength(0)
    // 17600 / 22 days / 8 hours is 100.
    await userEvent.type(screen.getByLabelText(t('talent.salary.monthly')), '17600')
    screen.getByText(t('talent.salary.estimate', { from: '100.00', to: '120.00' }))
    await userEvent.type(field, '120.505')
    await press(t('talent.salary.confirm'))
    const reason = t('common.status', { status: 502 })
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(t('talent.salary.failed', { reason })))
    expect(address()).toBe(salaryPath)
    server.on(alterHourSalary, { productId: 'p1', hourSalary: '120.50' })
    await press(t('talent.salary.confirm'))
    await waitFor(() => expect(said()).toBe(t('talent.salary.saved')))
    expect(server.asked(alterHourSalary).at(-1)?.body).toEqual({ hourSalary: '120.50' })
    await waitFor(() => expect(address()).toBe('/personalCenter'))
  })

  it.runIf(view.device === 'mobile')('whoever left while the salary was saved stays where they went', async () => {
    let answer = () => {}
    const saved = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.on(getHomepage, { ...page, isOwn: true })
    server.on(alterHourSalary, async () => {
      await saved
      return ok(alterHourSalary, { productId: 'p1', hourSalary: '236.50' })
    })
    const { address } = await openSalary()
    await press(t('talent.salary.confirm'))
    await waitFor(() => expect(server.asked(alterHourSalary)).toHaveLength(1))
    await press(t('common.back'))
    expect(address()).toBe('/personalCenter')
    answer()
    await waitFor(() => expect(said()).toBe(t('talent.salary.saved')))
    await act(() => new Promise<void>((resolve) => setTimeout(resolve)))
    expect(address()).toBe('/personalCenter')
  })

  it('one’s own homepage is out of sight once its expert signed out, also in another tab', async () => {
    server.on(getHomepage, { ...page, isOwn: true })
    await renderScreen(<Pages />, view, { path: '/manpower' })
    await screen.findByText('灯塔')
    act(() => forgetSession())
    await waitFor(() => expect(screen.queryByText('灯塔')).toBeNull())
  })

  it('the salary says what others with these skills ask, where the server knows it', async () => {
    server.on(getHomepage, { ...page, isOwn: true })
    server.on(listSalaryBands, [{ skill: 'React', experts: 12, low: '180.00', middle: '230.50', high: '300.00' }])
    await openSalary()
    const figures = { low: '¥180.00', middle: '¥230.50', high: '¥300.00' }
    await screen.findByText(t('talent.salary.band', { skill: 'React', experts: 12, ...figures }))
    screen.getByText(t('talent.salary.bandHelp'))
  })

  it.each([0, 1, 3] as const)(
    'who is no certified expert reads when the salary can be set, and the way there: status %i',
    async (status) => {
      server.on(currentCertification, standing(status))
      await openSalary()
      await screen.findByText(view.language === 'en' ? /once you are certified/ : '认证完成后可修改时薪')
      expect(hrefOf(t('talent.becomeExpert'))).toBe('/personal-center/authentication')
      expect(screen.queryByLabelText(new RegExp(`^${t('talent.salary.label')}`))).toBeNull()
      // There is none, so none is asked for.
      expect(server.asked(getHomepage)).toHaveLength(0)
    },
  )

  it('whose certification ends while the page is asked for reads the same', async () => {
    server.on(getHomepage, () => refused('talent.not-found'))
    await openSalary()
    await screen.findByText(t('talent.salary.notCertified'))
  })

  it('a homepage shows who it is with tags, works, and cases with picture, name and link, and is ordered from', async () => {
    const { address } = await openPage({}, '/manpower?productId=p1')
    await screen.findByRole('heading', { name: new RegExp(page.realName) })
    for (const words of [page.identity, ...page.skills, 'Tidal clock', '灯塔']) screen.getByText(words)
    expect(document.querySelector(`img[src="${page.realHeadImgUrl}"]`)).not.toBeNull()
    expect(screen.getByRole('link', { name: /Tidal clock/ }).getAttribute('href')).toBe('/codeForce/codeDetails/w1')
    screen.getByText(t('talent.programmes.counts', { browses: '31', comments: '5', downloads: '7' }))
    expect(sourceOf('灯塔')).toBe('/files/public/fedcba9876543210.webp')
    expect(screen.getByRole('img', { name: '灯塔' }).getAttribute('width')).toBe('162')
    expect(hrefOf(t('talent.cases.visit'))).toBe('https://example.org/light')
    for (const own of ['talent.programmes.upload', 'talent.cases.add', 'talent.changeSalary'])
      expect(screen.queryByRole('link', { name: t(own) })).toBeNull()
    screen.getByRole('button', { name: t('talent.contact') })
    await press(t('talent.orderNow'))
    await waitFor(() => expect(address()).toBe('/manpower/orderNow/p1'))
  })

  it('a work stands on the homepage with its picture, where it has one (b-markets 3)', async () => {
    const [clock] = page.productCodes
    const bare = { ...clock!, productId: 'w2', productName: 'Ledger', productUrl: '' }
    await openPage({ productCodes: [clock!, bare] }, '/manpower?productId=p1')
    const link = await screen.findByRole('link', { name: /Tidal clock/ })
    expect(link.querySelector('img')?.getAttribute('src')).toBe(clock!.productUrl)
    expect(screen.getByRole('link', { name: /Ledger/ }).querySelector('img')).toBeNull()
  })

  it('the consultant is asked in a window with a QR code at a desk, and on a page of its own on a phone', async () => {
    server.on(getConsultant, { url: 'https://trove.test/manpower/contactConsultant' })
    const { address } = await openPage({}, '/manpower?productId=p1')
    await press(t('talent.contact'))
    if (view.device === 'mobile') return expect(address()).toBe('/manpower/contactConsultant?productId=p1')
    const window = within(await screen.findByRole('dialog', { name: t('talent.consultant.title') }))
    await window.findByRole('img', { name: t('talent.consultant.qrLabel') })
    // The conversation here comes first.
    const chat = window.getByRole('link', { name: t('talent.consultant.chat') })
    expect(chat.getAttribute('href')).toContain('p1')
  })

  it('who has no picture is shown by the last two characters of the real name', async () => {
    await openPage({ realHeadImgUrl: null }, '/manpower?productId=p1')
    await screen.findByRole('heading', { name: new RegExp(page.realName) })
    screen.getByText('清澜')
  })

  it('a homepage shows the repositories the expert proved to write to, and nothing of the kind without one', async () => {
    await openPage({}, '/manpower?productId=p1')
    await screen.findByText('Tidal clock')
    expect(screen.queryByText(t('codeProofs.ofExpert'))).toBeNull()
    forgetScreen()
    server = fakeServer()
    const codeProofs = [
      {
        ...{ repository: 'https://example.org/shen/ledger', commits: 412, isMore: false, authors: 3 },
        ...{ firstAt: '2019-03-02T00:00:00.000Z', lastAt: '2026-10-05T00:00:00.000Z' },
        provenAt: '2026-11-20T00:00:00.000Z',
      },
    ]
    await openPage({ codeProofs }, '/manpower?productId=p1')
    const link = await screen.findByRole('link', { name: 'example.org/shen/ledger' })
    expect(link.getAttribute('href')).toBe('https://example.org/shen/ledger')
    screen.getByText(new RegExp(t('codeProofs.commits', { count: 412, shown: '412' })))
    screen.getByText(t('codeProofs.on', { when: formatDay('2026-11-20T00:00:00.000Z') }))
    screen.getByText(t('codeProofs.source'))
  })

  it('one’s own homepage has the ways to upload works, add cases and change the salary, and says what is empty', async () => {
    await openPage({ isOwn: true, productCodes: [], productCases: [] }, '/manpower')
    await screen.findByText(t('talent.programmes.empty'))
    screen.getByText(view.language === 'en' ? 'No past work yet' : '暂无案例')
    expect(hrefOf(t('talent.programmes.upload'))).toBe('/codeForce/publishProduct')
    expect(hrefOf(t('talent.cases.add'))).toBe('/manpower/addCase/p1')
    expect(hrefOf(t('talent.changeSalary'))).toBe('/personal-center/hour-salary')
    expect(screen.queryByRole('button', { name: t('talent.orderNow') })).toBeNull()
  })
})
