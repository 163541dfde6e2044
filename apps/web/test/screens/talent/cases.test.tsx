// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { currentCertification } from '@trove/contract/certification/routes'
import type { RouteResult } from '@trove/contract/kit/route'
import {
  addCase,
  changeCase,
  getHomepage,
  orderCases,
  removeCase,
  uploadCasePicture,
} from '@trove/contract/talent/experts'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Pages } from '../../../src/app/router.tsx'
import AddCase from '../../../src/features/talent/homepage/add-case.tsx'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { type FakeServer, fakeServer } from '../../fake-server.ts'
import { largePicture, sentFile } from '../../large-picture.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'
import { beforeSlowPage } from '../../slow-page.tsx'

/** Cases of one's own homepage: added, changed, moved and removed. */

const caseOf = (id: string, caseName: string) => ({
  ...{ id, caseName, casePicUrl: '/files/public/fedcba9876543210.webp', link: `https://example.org/${id}` },
})
const cases = [caseOf('c1', '灯塔'), caseOf('c2', 'Harbour')]
const page: RouteResult<typeof getHomepage> = {
  ...{ productId: 'e1', realName: '顾清澜', identity: '架构师', realHeadImgUrl: null, skills: ['React'] },
  ...{ hourSalary: '100.00', countHires: 0, rating: null, countReviews: 0, isDemo: false, workExp: '3-5' },
  ...{ productCodes: [], productCases: cases, codeProofs: [], isOwn: true, isOpen: true },
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(currentCertification, { status: 2, reason: null, identity: 'x', realName: 'x', realHeadImgUrl: null })
  server.on(getHomepage, page)
})
afterEach(() => {
  vi.restoreAllMocks()
  forgetScreen()
})

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const field = (key: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${t(key)}`))

it('cases stand in columns of 162 px, two in a row also where a phone has less room', () => {
  const file = join(import.meta.dirname, '../../../src/features/talent/talent.module.css')
  const css = readFileSync(file, 'utf8')
  expect(css).toMatch(/\n\.cases \{[^}]*grid-template-columns: repeat\(auto-fill, min\(162px, 50% - 8px\)\);/)
  expect(css).toMatch(/\n\.picture \{[^}]*width: 100%;/)
})

describe.each(views)('cases on $device in $language', (view) => {
  const open = (path: string) => renderScreen(<Pages />, view, { path, hasStayingMessages: true })

  it('one is added with its name, link and picture', async () => {
    server.on(uploadCasePicture, { casePicUrl: '/files/public/0123456789abcdef.webp' })
    server.on(addCase, cases[0]!)
    const { address } = await open('/manpower/addCase/e1')
    await press(t('talent.cases.save'))
    await screen.findByText(t('fieldErrors.required'))
    await waitFor(async () => expect(document.activeElement).toBe(await field('talent.cases.name')))
    expect(server.asked(addCase)).toHaveLength(0)
    await userEvent.type(await field('talent.cases.name'), '灯塔')
    await userEvent.type(await field('talent.cases.link'), ' https://example.org/light ')
    const picture = new File(['x'], 'a.png', { type: 'image/png' })
    fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [picture] } })
    await screen.findByRole('img', { name: t('talent.cases.picture') })
    await press(t('talent.cases.save'))
    await screen.findByText(t('talent.cases.saved'))
    expect(server.asked(addCase)[0]!.body).toEqual({
      ...{ caseName: '灯塔', link: 'https://example.org/light', casePicUrl: '/files/public/0123456789abcdef.webp' },
    })
    await waitFor(() => expect(address()).toBe('/manpower'))
  })

  it('says that the name is missing once its field is left', async () => {
    await open('/manpower/addCase/e1')
    await userEvent.click(await field('talent.cases.name'))
    expect(screen.queryByText(t('fieldErrors.required'))).toBeNull()
    await userEvent.tab()
    await screen.findByText(t('fieldErrors.required'))
  })

  it('a picture over 4 MB is made smaller before it is sent (A:79)', async () => {
    server.on(uploadCasePicture, { casePicUrl: '/files/public/0123456789abcdef.webp' })
    await open('/manpower/addCase/e1')
    await field('talent.cases.name')
    fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [largePicture()] } })
    await screen.findByRole('img', { name: t('talent.cases.picture') })
    const sent = sentFile(server.asked(uploadCasePicture)[0]!.body)
    expect(sent).toEqual({ name: 'large.png', type: 'image/jpeg', megabytes: 3 })
  })

  it('one is added once, though the next page is slow to come and Save is pressed again', async () => {
    server.on(addCase, cases[0]!)
    const page = beforeSlowPage(AddCase, '/manpower', 'one’s own homepage')
    await renderScreen(page.element, view, { path: '/manpower/addCase/e1' })
    await userEvent.type(await field('talent.cases.name'), '灯塔')
    await press(t('talent.cases.save'))
    // One's homepage is read again before the way leads there.
    await waitFor(() => expect(server.asked(getHomepage)).toHaveLength(2))
    await press(t('talent.cases.save'))
    await userEvent.type(await field('talent.cases.name'), '{Enter}')
    page.come()
    await screen.findByText('one’s own homepage')
    expect(server.asked(addCase)).toHaveLength(1)
  })

  it('one is changed from what it has, and may lose its picture', async () => {
    server.on(changeCase, cases[1]!)
    await open('/manpower/addCase/e1?case=c2')
    const name = await field('talent.cases.name')
    expect([name.value, (await field('talent.cases.link')).value]).toEqual(['Harbour', 'https://example.org/c2'])
    await userEvent.type(name, ' 2')
    await press(t('talent.cases.dropPicture'))
    await press(t('talent.cases.save'))
    await waitFor(() => expect(server.asked(changeCase)).toHaveLength(1))
    const [asked] = server.asked(changeCase)
    expect(asked?.url.pathname).toMatch(/\/c2$/)
    expect(asked?.body).toEqual({ caseName: 'Harbour 2', link: 'https://example.org/c2', casePicUrl: '' })
  })

  it('one that is gone is not to be changed, and is not added anew either', async () => {
    await open('/manpower/addCase/e1?case=gone')
    await screen.findByText(wordsOfCode('resource.not-found')!)
    expect(screen.queryByRole('button', { name: t('talent.cases.save') })).toBeNull()
  })

  it('one is moved down, and removed only after a question', async () => {
    server.on(orderCases, cases)
    server.on(removeCase, null)
    await open('/manpower')
    await press(t('talent.cases.down', { name: '灯塔' }))
    await waitFor(() => expect(server.asked(orderCases).map(({ body }) => body)).toEqual([{ ids: ['c2', 'c1'] }]))
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: t('talent.cases.up', { name: '灯塔' }) }).disabled,
    ).toBe(true)
    await press(`${t('talent.cases.remove')}: Harbour`)
    const question = within(await screen.findByRole('alertdialog'))
    question.getByText(t('talent.cases.removeText'))
    expect(server.asked(removeCase)).toHaveLength(0)
    await userEvent.click(question.getByRole('button', { name: t('talent.cases.remove') }))
    await waitFor(() => expect(server.asked(removeCase)).toHaveLength(1))
    expect(server.asked(removeCase)[0]!.url.pathname).toMatch(/\/c2$/)
    await screen.findByText(t('talent.cases.removed'))
  })
})
