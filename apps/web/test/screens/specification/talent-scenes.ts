import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { listCodeProofs } from '@trove/contract/certification/code-proofs'
import {
  applyForCertification,
  currentCertification,
  keptCertificationForm,
  uploadPaper,
} from '@trove/contract/certification/routes'
import { getDictionaryTree } from '@trove/contract/dictionary/routes'
import { ticketForFile, uploadAvatar } from '@trove/contract/files/routes'
import { alterHourSalary, getHomepage, listSalaryBands } from '@trove/contract/talent/experts'
import { expect, vi } from 'vitest'
import { type FakeServer, ok, refused } from '../../fake-server.ts'
import type { View } from '../../render.tsx'
import { pressInDialog, type Scene, t } from './stage.ts'

/** Becoming a certified expert, and what an hour costs. */

const FIELDS = ['ai', 'data', 'games', 'mobile']
const entry = (value: string) => ({
  ...{ dictKey: value, dictValue: value },
  ...{ labelZh: `${value}-zh`, labelEn: `${value}-en` },
})
const option = (value: string) => ({ ...entry(value), children: [] })
const trees: Record<string, object> = {
  technical_field: {
    ...entry('technical_field'),
    children: FIELDS.map((field) => ({ ...entry(field), children: [1, 2, 3, 4].map((i) => entry(`${field}.${i}`)) })),
  },
  work_exp: { ...entry('work_exp'), children: [option('3-5')] },
  identity: { ...entry('identity'), children: [option('architect')] },
}
const none = { identity: null, realName: null, realHeadImgUrl: null, reason: null }
const label = (value: string, view: View) => `${value}-${view.language === 'en' ? 'en' : 'zh'}`
const tick = async (name: string) => fireEvent.click(await screen.findByRole('checkbox', { name }))
const LABELS = '/personal-center/authentication/label'
const FORM = '/personal-center/authentication/info'
const SALARY = '/personal-center/hour-salary'
const chosen = { ...entry('ai'), value: 'ai', skills: [{ ...entry('ai.1'), value: 'ai.1' }] }
const kept = {
  realName: '沈知行',
  identity: { ...entry('architect'), value: 'architect' },
  realHeadImgUrl: '/files/public/0123456789abcdef.webp',
  workExp: { ...entry('3-5'), value: '3-5' },
  fields: [chosen],
  papers: [{ type: 'CERT' as const, filename: 'p1', name: '证书.webp', bytes: 10 }],
  submittedAt: '2026-11-20T08:00:00.000Z',
}

function certifying(server: FakeServer): void {
  server.on(currentCertification, { ...none, status: 0 })
  server.on(listCodeProofs, [])
  server.on(keptCertificationForm, null)
  server.on(ticketForFile, { url: '/nowhere' })
  for (const key of Object.keys(trees))
    server.on(
      { ...getDictionaryTree, path: getDictionaryTree.path.replace('{key}', key) } as never,
      trees[key] as never,
    )
  URL.createObjectURL = vi.fn(() => 'blob:x')
  URL.revokeObjectURL = vi.fn()
}

const labels: Scene = {
  name: 'the technology types want one with a skill, and take at most three each',
  path: LABELS,
  shows: ['types-empty', 'fields-limit', 'skills-limit', 'skill-missing'],
  prepare: certifying,
  async play({ sees, press, view, address }) {
    await screen.findByRole('checkbox', { name: label('ai', view) })
    await press('certification.labels.next')
    await sees('types-empty')
    for (const field of FIELDS) await tick(label(field, view))
    await sees('fields-limit')
    for (const i of [1, 2, 3, 4]) await tick(label(`ai.${i}`, view))
    await sees('skills-limit')
    await press('certification.labels.next')
    await sees('skill-missing')
    expect(address()).toBe(LABELS)
  },
}

const emptyForm: Scene = {
  name: 'the certification form names each value that is missing',
  path: FORM,
  shows: [
    ...(['head-empty', 'real-name-empty', 'identity-empty', 'work-exp-empty', 'papers-empty'] as const),
    ...(['required-missing', 'skills-empty'] as const),
  ],
  prepare(server) {
    certifying(server)
    sessionStorage.setItem('trove-select-label:buyer', JSON.stringify({ labels: '[{"field":"ai","skills":["ai.1"]}]' }))
  },
  async play({ sees, press, view }) {
    await press('certification.form.submit')
    for (const name of ['head-empty', 'real-name-empty', 'identity-empty', 'work-exp-empty', 'papers-empty'] as const)
      await sees(name)
    await sees('required-missing')
    // The one type that was chosen is let go of in the form.
    await press('certification.labels.edit')
    const editor = within(await screen.findByRole('dialog'))
    fireEvent.click(await editor.findByRole('checkbox', { name: label('ai', view) }))
    await pressInDialog('common.ok')
    await press('certification.form.submit')
    await sees('skills-empty')
  },
}

const lost = () => {
  throw new TypeError('Failed to fetch')
}
const form: Scene = {
  name: 'the certification form says that a photo, a picture or itself could not be sent, and that it was',
  path: FORM,
  shows: ['head-failed', 'upload-failed', 'certification-failed', 'certification-sent'],
  prepare(server) {
    certifying(server)
    server.on(keptCertificationForm, kept)
    server.on(uploadAvatar, () => refused('files.not-an-image'))
    server.on(uploadPaper, lost)
    server.on(applyForCertification, lost)
  },
  async play({ sees, press, server, address }) {
    const picture = new File(['x'], 'a.png', { type: 'image/png' })
    await press('certification.form.headUpload')
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(dialog.querySelector('input[type=file]')!, { target: { files: [picture] } })
    await waitFor(() => within(dialog).getByLabelText(t('profile.zoom')))
    await pressInDialog('common.save')
    await sees('head-failed')
    await pressInDialog('common.close')
    const papers = screen.getAllByRole('group').find((group) => group.querySelector('input[type=file]'))!
    const give = () => fireEvent.change(papers.querySelector('input[type=file]')!, { target: { files: [picture] } })
    give()
    await sees('upload-failed')
    await userEvent.click(screen.getByRole('checkbox'))
    await press('certification.form.submit')
    await sees('certification-failed')
    expect(address()).toBe(FORM)
    server.on(uploadPaper, () => ok(uploadPaper, { filename: 'sent1' }))
    server.on(applyForCertification, { ...none, status: 1 })
    await press('certification.form.submit')
    await sees('certification-sent')
    await waitFor(() => expect(address()).toBe('/personalCenter'))
  },
}

const salary: Scene = {
  name: 'the hourly salary warns when it is empty, says that it was not saved, and goes back once it was',
  path: SALARY,
  before: '/personalCenter',
  shows: ['salary-empty', 'salary-tip', 'salary-failed', 'salary-saved'],
  prepare(server) {
    certifying(server)
    server.on(currentCertification, { ...none, status: 2 })
    server.on(getHomepage, {
      ...{ productId: 'p1', realName: '顾清澜', identity: 'x', realHeadImgUrl: null, skills: [], hourSalary: null },
      ...{ countHires: 0, rating: null, countReviews: 0, isDemo: false, workExp: '3-5', productCodes: [] },
      ...{ productCases: [], codeProofs: [], isOwn: true, isOpen: false },
    })
    server.on(listSalaryBands, [])
    server.on(alterHourSalary, lost)
  },
  async play({ sees, press, fill, server, address }) {
    await press('talent.salary.confirm')
    await sees('salary-empty')
    await sees('salary-tip')
    await fill('talent.salary.label', '120.5')
    await press('talent.salary.confirm')
    await sees('salary-failed')
    server.on(alterHourSalary, { productId: 'p1', hourSalary: '120.50' })
    await press('talent.salary.confirm')
    await sees('salary-saved')
    await waitFor(() => expect(address()).toBe('/personalCenter'))
  },
}

export const talentScenes = [labels, emptyForm, form, salary]
