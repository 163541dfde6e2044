// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listCodeProofs } from '@trove/contract/certification/code-proofs'
import {
  applyForCertification,
  currentCertification,
  keptCertificationForm,
  uploadPaper,
} from '@trove/contract/certification/routes'
import { CERTIFICATION_CONSENT, PAPERS_MAX } from '@trove/contract/certification/shapes'
import { getDictionaryTree } from '@trove/contract/dictionary/routes'
import { ticketForFile, uploadAvatar } from '@trove/contract/files/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Certification from '../../../src/features/certification/certification.tsx'
import CertificationFormPage from '../../../src/features/certification/certification-form.tsx'
import SelectLabel from '../../../src/features/certification/select-label.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { queryClient } from '../../../src/lib/calls/query.ts'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { keepUser } from '../../../src/lib/session/session.ts'
import { type FakeServer, fakeServer, ok, refused } from '../../fake-server.ts'
import { buyer } from '../../people.ts'
import { forgetScreen, renderScreen, type View, views } from '../../render.tsx'
import { beforeSlowPage } from '../../slow-page.tsx'

/** Applying to be certified: technology types, the form with its papers, and how it stands. */

const word = (value: string) => ({ value, labelZh: `${value}-zh`, labelEn: `${value}-en` })
const entry = (value: string) => ({
  ...{ dictKey: value, dictValue: value },
  ...{ labelZh: `${value}-zh`, labelEn: `${value}-en` },
})
const FIELDS = ['ai', 'data', 'games', 'mobile']
const trees: Record<string, object> = {
  technical_field: {
    ...entry('technical_field'),
    children: FIELDS.map((field) => ({
      ...entry(field),
      children: [1, 2, 3, 4].map((i) => entry(`${field}.${i}`)),
    })),
  },
  work_exp: { ...entry('work_exp'), children: [{ ...entry('3-5'), children: [] }] },
  identity: { ...entry('identity'), children: [{ ...entry('architect'), children: [] }] },
}
const none = { status: 0, identity: null, realName: null, realHeadImgUrl: null, reason: null }
const kept = {
  realName: '沈知行',
  identity: word('architect'),
  realHeadImgUrl: '/files/public/0123456789abcdef.webp',
  workExp: word('3-5'),
  fields: [{ ...word('ai'), skills: [word('ai.1')] }],
  papers: [{ type: 'CERT' as const, filename: 'p1', name: '证书.webp', bytes: 10 }],
  submittedAt: '2026-11-20T08:00:00.000Z',
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(currentCertification, none)
  server.on(listCodeProofs, [])
  server.on(keptCertificationForm, null)
  server.on(applyForCertification, { ...none, status: 1 })
  let papers = 0
  server.on(uploadPaper, () => ok(uploadPaper, { filename: `sent${++papers}` }))
  server.on(uploadAvatar, { headImgUrl: '/files/public/fedcba9876543210.webp' })
  server.on(ticketForFile, { url: '/nowhere' })
  for (const key of Object.keys(trees))
    server.on(
      { ...getDictionaryTree, path: getDictionaryTree.path.replace('{key}', key) } as never,
      trees[key] as never,
    )
  URL.createObjectURL = vi.fn(() => `blob:${Math.random()}`)
  URL.revokeObjectURL = vi.fn()
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const said = () => toastStore.getCurrent()?.text
const label = (value: string, { language }: View) => `${value}-${language === 'en' ? 'en' : 'zh'}`
const chip = (name: string) => screen.findByRole('checkbox', { name })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const openLabels = (view: View) =>
  renderScreen(<SelectLabel />, view, {
    path: '/personal-center/authentication/label',
    pattern: '/personal-center/authentication/label',
  })
const openForm = (view: View, head: string | null = '/files/public/0123456789abcdef.webp') => {
  const pattern = '/personal-center/authentication/info'
  const shown = renderScreen(<CertificationFormPage />, view, { path: pattern, pattern })
  keepUser({ ...buyer, headImgUrl: head })
  return shown
}

const FORM_SECTION = join(import.meta.dirname, '../../../../../packages/ui/src/layout/form-section.module.css')
const TOKENS = join(import.meta.dirname, '../../../../../packages/ui/src/base/tokens.css')

describe('papers that were sent', () => {
  it('are four thumbnails in a row at a desk and three on a phone; the others are reached by scrolling', () => {
    const css = readFileSync(
      join(import.meta.dirname, '../../../src/features/certification/certification.module.css'),
      'utf8',
    )
    const row = (selector: string) => css.slice(css.indexOf(`${selector} {`)).split('}')[0]!
    expect(row('\n.thumbnails')).toMatch(/max-width: calc\(4 \* var\(--thumbnail\) \+ 3 \* 12px\)/)
    expect(row('\n.thumbnails')).toMatch(/gap: 12px;[^}]*overflow-x: auto/)
    // As wide as the fields of the form: a wider row would cut the fourth.
    const [, one] = /--thumbnail: (\d+)px/.exec(row('\n.thumbnails'))!
    expect(readFileSync(FORM_SECTION, 'utf8')).toContain('max-width: var(--fields)')
    const [, fields] = /--fields: (\d+)px/.exec(readFileSync(TOKENS, 'utf8'))!
    expect(4 * Number(one) + 3 * 12).toBeLessThanOrEqual(Number(fields))
    const phone = ':global(html[data-device="mobile"]) .thumbnails'
    expect(row(phone)).toMatch(/max-width: calc\(3 \* var\(--thumbnail\) \+ 2 \* 12px\)/)
    expect(row('.thumbnails > li')).toMatch(/flex: none/)
  })
})

describe.each(views)('certification on $device in $language', (view) => {
  it('leads to the technology types with a button, and says why it was refused', async () => {
    await renderScreen(<Certification />, view, {})
    const link = await screen.findByRole('link', { name: t('certification.start') })
    expect(link.getAttribute('href')).toBe('/personal-center/authentication/label')
    forgetScreen()
    server = fakeServer()
    server.on(currentCertification, { ...none, status: 3, reason: '证书看不清' })
    await renderScreen(<Certification />, view, {})
    await screen.findByText(t('certification.refusedText', { reason: '证书看不清' }))
    // The person is not certified (status 3 is shown as 0); what was refused is the application.
    screen.getByText(view.language === 'en' ? 'Not certified' : '未认证')
    screen.getByText(view.language === 'en' ? 'Application not approved' : '申请未通过')
    screen.getByRole('link', { name: t('certification.again') })
  })

  it('technology types and their skills are at most three each, and each type wants a skill', async () => {
    const { address } = await openLabels(view)
    await chip(label('ai', view))
    await press(t('certification.labels.next'))
    const fault = () => screen.getByRole('alert')
    const under = (group: string) => within(screen.getByRole('group', { name: group })).getByRole('alert').textContent
    const skillsOf = (field: string) => t('certification.labels.skillsOf', { type: label(field, view) })
    expect(under(t('certification.form.types'))).toBe(wordsOfCode('certification.skills-empty'))
    await waitFor(() => expect(document.activeElement).toBe(fault()))
    for (const field of FIELDS) fireEvent.click(await chip(label(field, view)))
    expect(under(t('certification.form.types'))).toBe(wordsOfCode('certification.fields-limit'))
    expect(((await chip(label('mobile', view))) as HTMLInputElement).checked).toBe(false)
    for (const i of [1, 2, 3, 4]) fireEvent.click(await chip(label(`ai.${i}`, view)))
    expect(under(skillsOf('ai'))).toBe(wordsOfCode('certification.skills-limit'))
    await press(t('certification.labels.next'))
    expect(under(skillsOf('data'))).toBe(wordsOfCode('certification.skill-missing', { type: label('data', view) }))
    await waitFor(() => expect(document.activeElement).toBe(fault()))
    // A toast would be gone before the type it names is found.
    expect(said()).toBeUndefined()
    for (const field of ['data', 'games']) fireEvent.click(await chip(label(`${field}.1`, view)))
    expect(screen.queryByRole('alert')).toBeNull()
    await press(t('certification.labels.next'))
    await waitFor(() => expect(address()).toBe('/personal-center/authentication/info'))
    expect(sessionStorage.getItem('trove-select-label:buyer')).toContain('ai.3')
  })

  it('the form names every value that is missing, in the words of the specification', async () => {
    sessionStorage.setItem('trove-select-label:buyer', JSON.stringify({ labels: '[{"field":"ai","skills":["ai.1"]}]' }))
    await openForm(view, null)
    await press(t('certification.form.submit'))
    const codes = ['head-empty', 'identity-empty', 'work-exp-empty', 'papers-empty', 'consent-needed'] as const
    for (const code of codes) await screen.findByText(wordsOfCode(`certification.${code}`)!)
    screen.getByText(wordsOfCode('wallet.real-name-empty')!)
    expect(said()).toBe(t('certification.form.missing'))
    expect(server.asked(applyForCertification)).toHaveLength(0)
    // The form is longer than a phone: the first of them has the focus, and so stands in sight.
    await waitFor(() => expect(document.activeElement?.textContent).toBe(wordsOfCode('certification.head-empty')))
  })

  it('a field left empty says so at once, and the others wait until they are left or the form is sent', async () => {
    sessionStorage.setItem('trove-select-label:buyer', JSON.stringify({ labels: '[{"field":"ai","skills":["ai.1"]}]' }))
    await openForm(view, null)
    const name = await screen.findByLabelText(new RegExp(`^${t('certification.form.realName')}`))
    await userEvent.clear(name)
    await userEvent.tab()
    await screen.findByText(wordsOfCode('wallet.real-name-empty')!)
    // The list of identities would cover what is said under the field that has the focus now.
    const identity = screen.getByRole('combobox', { name: new RegExp(`^${t('certification.form.identity')}`) })
    expect(document.activeElement).toBe(identity)
    expect(identity.getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByText(wordsOfCode('certification.identity-empty')!)).toBeNull()
    await userEvent.tab()
    await screen.findByText(wordsOfCode('certification.identity-empty')!)
    await userEvent.type(name, '沈知行')
    expect(screen.queryByText(wordsOfCode('wallet.real-name-empty')!)).toBeNull()
    expect(said()).not.toBe(t('certification.form.missing'))
  })

  it('the form has the picture, the types with their editor, name, identity, experience, certificates and more', async () => {
    server.on(keptCertificationForm, kept)
    await openForm(view)
    await screen.findByRole('button', { name: t('certification.form.headUpload') })
    const chosen = within(screen.getByRole('list', { name: t('certification.labels.chosen') }))
    await chosen.findByText(label('ai', view))
    chosen.getByText(label('ai.1', view))
    await press(t('certification.labels.edit'))
    const editor = within(await screen.findByRole('dialog', { name: t('titles.selectLabel') }))
    const ok = editor.getByRole('button', { name: t('common.ok') })
    fireEvent.click(await editor.findByRole('checkbox', { name: label('data', view) }))
    await userEvent.click(ok)
    const fault = editor.getByRole('alert')
    expect(fault.textContent).toBe(wordsOfCode('certification.skill-missing', { type: label('data', view) }))
    await waitFor(() => expect(document.activeElement).toBe(fault))
    fireEvent.click(await editor.findByRole('checkbox', { name: label('data', view) }))
    fireEvent.click(await editor.findByRole('checkbox', { name: label('ai.2', view) }))
    await userEvent.click(ok)
    await chosen.findByText(`${label('ai.1', view)} · ${label('ai.2', view)}`)
    const field = (name: string) => screen.getByRole('textbox', { name: new RegExp(`^${t(name)}`) })
    expect((field('certification.form.realName') as HTMLInputElement).value).toBe('沈知行')
    const shown = (name: string) => screen.getAllByLabelText(new RegExp(`^${t(name)}`))[0] as HTMLInputElement
    expect(shown('certification.form.identity').value).toBe(label('architect', view))
    expect(shown('certification.form.workExp').value).toBe(label('3-5', view))
    const asking = screen.getAllByRole('group').filter((group) => group.querySelector('input[type=file]'))
    const papers = asking.flatMap((group) => group.querySelector(':scope > legend')?.textContent ?? [])
    // Certificates are needed, more is not.
    expect(papers).toEqual([`${t('certification.form.certificates')} *`, t('certification.form.others')])
    screen.getByRole('button', { name: t('certification.form.submit') })
  })

  it('the help of each field of the form stands under it', async () => {
    server.on(keptCertificationForm, kept)
    await openForm(view)
    const [certificates, others] = await screen.findAllByRole('button', {
      name: new RegExp(t('certification.form.add')),
    })
    const helpOf = (name: string) => screen.getByText(t(`certification.form.${name}`))
    const [ofCertificates, ofOthers] = screen.getAllByText(t('certification.form.papersHelp', { count: PAPERS_MAX }))
    const identity = screen.getByRole('combobox', { name: new RegExp(`^${t('certification.form.identity')}`) })
    const pairs = [
      [screen.getByRole('button', { name: t('certification.form.headUpload') }), helpOf('headHelp')],
      [identity, helpOf('identityHelp')],
      [certificates!, ofCertificates!],
      [others!, ofOthers!],
    ] as const
    for (const [field, help] of pairs)
      expect(field.compareDocumentPosition(help) & Node.DOCUMENT_POSITION_FOLLOWING, help.textContent).toBeTruthy()
  })

  it('the form without technology types goes back to choosing them', async () => {
    const { address } = await openForm(view)
    await waitFor(() => expect(address()).toBe('/personal-center/authentication/label'))
  })

  it('a refused form is kept with its papers, takes more, and is sent again', async () => {
    server.on(currentCertification, { ...none, status: 3, reason: 'x' })
    server.on(keptCertificationForm, kept)
    const chosen = [{ field: 'ai', skills: ['ai.1'] }]
    sessionStorage.setItem('trove-select-label:buyer', JSON.stringify({ labels: JSON.stringify(chosen) }))
    const { address } = await openForm(view)
    expect(
      ((await screen.findByLabelText(new RegExp(`^${t('certification.form.realName')}`))) as HTMLInputElement).value,
    ).toBe('沈知行')
    const groups = screen.getAllByRole('group')
    const certificates = groups.find((group) => within(group).queryByText(t('certification.form.certificates')))!
    within(certificates).getByRole('button', { name: t('certification.form.remove', { name: '证书.webp' }) })
    const input = certificates.querySelector<HTMLInputElement>('input[type=file]')!
    fireEvent.change(input, { target: { files: [new File(['x'], 'new.png', { type: 'image/png' })] } })
    await waitFor(() => expect(server.asked(uploadPaper)).toHaveLength(1))
    await waitFor(() => expect(screen.queryByLabelText(t('certification.form.sending'))).toBeNull())
    await userEvent.click(screen.getByRole('checkbox'))
    await press(t('certification.form.submit'))
    // Said for two seconds only: looked for before anything else.
    await waitFor(() => expect(said()).toBe(t('certification.form.sent')))
    await waitFor(() => expect(address()).toBe('/personalCenter'))
    // What was chosen is let go of (A:65).
    expect(sessionStorage.getItem('trove-select-label:buyer') ?? '').not.toContain('ai.1')
    expect(server.asked(applyForCertification)[0]!.body).toEqual({
      realName: '沈知行',
      identity: 'architect',
      workExp: '3-5',
      realHeadImgUrl: '/files/public/0123456789abcdef.webp',
      technicalLabels: [{ technicalFieldKey: 'ai', skillLabel1: 'ai.1', skillLabel2: null, skillLabel3: null }],
      certificationFiles: [
        { type: 'CERT', url: 'p1' },
        { type: 'CERT', url: 'sent1' },
      ],
      consent: CERTIFICATION_CONSENT,
    })
  })

  it('whoever applied comes to the personal centre, also where that page is slower than the news of the application', async () => {
    server.on(keptCertificationForm, kept)
    server.on(applyForCertification, () => {
      server.on(currentCertification, { ...none, status: 1 })
      return ok(applyForCertification, { ...none, status: 1 })
    })
    const pattern = '/personal-center/authentication/info'
    const page = beforeSlowPage(CertificationFormPage, '/personalCenter', 'the personal centre')
    const { address } = await renderScreen(page.element, view, { path: pattern })
    keepUser({ ...buyer, headImgUrl: '/files/public/0123456789abcdef.webp' })
    await userEvent.click(await screen.findByRole('checkbox'))
    await press(t('certification.form.submit'))
    await waitFor(() => expect(said()).toBe(t('certification.form.sent')))
    await waitFor(() => expect(server.asked(currentCertification)).toHaveLength(2))
    const again = await screen.findByRole('button', { name: t('certification.form.submit') })
    await waitFor(() => expect(again.closest('form')?.getAttribute('aria-busy')).toBe('true'))
    page.come()
    await screen.findByText('the personal centre')
    expect(address()).toBe('/personalCenter')
  })

  it('what is no picture is not sent, and a refused picture goes again with its reason', async () => {
    server.on(keptCertificationForm, kept)
    server.on(uploadPaper, () => refused('files.not-an-image'))
    await openForm(view)
    await screen.findByText(t('certification.form.certificates'))
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    fireEvent.change(input, { target: { files: [new File(['x'], 'a.pdf', { type: 'application/pdf' })] } })
    const under = (name: string) => {
      const papers = screen.getAllByRole('group').find((group) => group.firstChild?.textContent?.startsWith(t(name)))!
      return within(papers).queryByRole('alert')?.textContent
    }
    expect(under('certification.form.certificates')).toBe(t('profile.notAnImage'))
    expect(under('certification.form.others')).toBeUndefined()
    expect(server.asked(uploadPaper)).toHaveLength(0)
    fireEvent.change(input, { target: { files: [new File(['x'], 'a.png', { type: 'image/png' })] } })
    await waitFor(() => expect(under('certification.form.certificates')).toBe(wordsOfCode('files.not-an-image')))
    expect(said()).toBeUndefined()
    expect(screen.queryByRole('button', { name: t('certification.form.remove', { name: 'a.png' }) })).toBeNull()
  })

  it('says that a picture, or the form, could not be sent when the connection fails, and keeps both ways open', async () => {
    server.on(keptCertificationForm, kept)
    server.on(uploadPaper, () => {
      throw new TypeError('Failed to fetch')
    })
    server.on(applyForCertification, () => {
      throw new TypeError('Failed to fetch')
    })
    const { address } = await openForm(view)
    await screen.findByText(t('certification.form.certificates'))
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    fireEvent.change(input, { target: { files: [new File(['x'], 'a.png', { type: 'image/png' })] } })
    await screen.findByText(t('certification.form.uploadFailed', { reason: t('common.network') }))
    await userEvent.click(screen.getByRole('checkbox'))
    await press(t('certification.form.submit'))
    await screen.findByText(t('certification.form.failed', { reason: t('common.network') }))
    expect(address()).toBe('/personal-center/authentication/info')
    server.on(applyForCertification, { ...none, status: 1 })
    await press(t('certification.form.submit'))
    await waitFor(() => expect(said()).toBe(t('certification.form.sent')))
  })

  it('what was typed and sent is there again after going back to the labels', async () => {
    server.on(keptCertificationForm, kept)
    await openForm(view)
    const name = new RegExp(`^${t('certification.form.realName')}`)
    fireEvent.change(await screen.findByLabelText(name), { target: { value: '沈又行' } })
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!
    let answer = () => {}
    const sent = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.on(uploadPaper, async () => {
      await sent
      return ok(uploadPaper, { filename: 'sent1' })
    })
    fireEvent.change(input, { target: { files: [new File(['x'], 'new.png', { type: 'image/png' })] } })
    await waitFor(() => expect(document.querySelector('form')?.getAttribute('aria-busy')).toBe('true'))
    answer()
    await waitFor(() => expect(document.querySelector('form')?.getAttribute('aria-busy')).toBe('false'))
    cleanup()
    await openForm(view)
    expect(((await screen.findByLabelText(name)) as HTMLInputElement).value).toBe('沈又行')
    await userEvent.click(screen.getByRole('button', { name: t('certification.form.remove', { name: 'new.png' }) }))
    const rest = screen.getByRole('button', { name: t('certification.form.remove', { name: '证书.webp' }) })
    await waitFor(() => expect(document.activeElement === rest).toBe(true))
  })

  it('a form or a dictionary that does not come says so, and is asked for again', async () => {
    server.on(keptCertificationForm, () => refused('service.unknown'))
    await openForm(view)
    await screen.findByRole('alert')
    expect(document.querySelector('form')).toBeNull()
    server.on(keptCertificationForm, kept)
    await press(t('common.retry'))
    await waitFor(() => expect(document.querySelector('form')).not.toBeNull())
    cleanup()
    queryClient.clear()
    const key = { ...getDictionaryTree, path: getDictionaryTree.path.replace('{key}', 'technical_field') } as never
    server.on(key, (() => refused('service.unknown')) as never)
    await openLabels(view)
    await screen.findByRole('alert')
    server.on(key, trees.technical_field as never)
    await press(t('common.retry'))
    await chip(label('ai', view))
  })
})
