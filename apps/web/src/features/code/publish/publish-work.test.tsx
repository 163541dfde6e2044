// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { setLicences } from '@trove/contract/code/licences'
import { removeVideo, uploadVideo, WORK_VIDEO_BYTES } from '@trove/contract/code/videos'
import { createWork, getWork, importSource, putWorkOnline, updateWork, uploadPicture } from '@trove/contract/code/works'
import { ContractError } from '@trove/contract/errors/codes'
import type { RouteResult } from '@trove/contract/kit/route'
import { wallet } from '@trove/messages/money/wallet'
import i18next from 'i18next'
import { Link } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, ok, refused } from '../../../../test/fake-server.ts'
import { largePicture, sentFile } from '../../../../test/large-picture.ts'
import { buyer } from '../../../../test/people.ts'
import { forgetScreen, renderScreen, type View } from '../../../../test/render.tsx'
import { errorText, toastStore } from '../../../lib/calls/notify.ts'
import { queryClient } from '../../../lib/calls/query.ts'
import PublishWork from './publish-work.tsx'

/** A draft of a work saves itself, and opens again as it was saved. */

const at = '2026-11-20T08:00:00.000Z'
const DRAFT: RouteResult<typeof getWork> = {
  ...{ id: 'w1', title: 'Ledger', intro: 'Old words', labels: ['books'], environment: 'Node.js', language: 'Go' },
  ...{ price: null, demoUrl: '', state: 'draft', nickName: 'Sue', isMine: true, isGranted: true, createTime: at },
  author: { id: buyer.userId, nickName: 'Sue', headImgUrl: null, isDemo: false },
  ...{ licences: [], ownLicences: [], publishTime: null, countBrowses: 0, countComments: 0, countDownloads: 0 },
  ...{ rating: null, pictures: [], video: null, takedown: null, openPaths: [], missing: [], versions: [] },
}
const view: View = { device: 'pc', language: 'en' }
const PATH = '/codeForce/publishProduct'
const open = () => renderScreen(<PublishWork />, view, { path: `${PATH}?id=w1`, pattern: PATH })
const title = async () =>
  (await screen.findByLabelText(new RegExp(`^${i18next.t('code.form.title')}`))) as HTMLInputElement

/** A server that keeps the work; `answering` holds back its answers to a change. */
function keeper(answering: Promise<void> = Promise.resolve()) {
  const server = fakeServer()
  let work = DRAFT
  server.on(getWork, () => ok(getWork, work))
  server.on(setLicences, null as never)
  server.on(updateWork, async ({ body }) => {
    await answering
    work = { ...work, ...(body as Partial<typeof work>) }
    return ok(updateWork, null as never)
  })
  return { server, now: () => work }
}

afterEach(() => {
  vi.restoreAllMocks()
  forgetScreen()
})

it('names the tab after the work that is changed', async () => {
  keeper()
  await open()
  await title()
  await waitFor(() => expect(document.title).toContain('Ledger'))
})

it('a draft left at once is saved, and opens again with its newest texts only', async () => {
  let answer = () => {}
  const { server, now } = keeper(new Promise((resolve) => (answer = resolve)))
  const first = await open()
  fireEvent.change(await title(), { target: { value: 'Ledger two' } })
  first.unmount()
  await waitFor(() => expect(server.asked(updateWork)).toHaveLength(1))
  await open()
  // The change is not answered yet: texts shown now would be the old ones.
  expect(screen.queryByLabelText(new RegExp(`^${i18next.t('code.form.title')}`))).toBeNull()
  answer()
  expect((await title()).value).toBe('Ledger two')
  expect(now().title).toBe('Ledger two')
})

it('another form opens when the address names another work or none, and stays when it made the draft itself', async () => {
  const { server } = keeper()
  server.on(createWork, { id: 'w2' } as never)
  const page = (
    <>
      <PublishWork />
      <Link to={PATH}>new</Link>
    </>
  )
  const { address } = await renderScreen(page, view, { path: `${PATH}?id=w1`, pattern: PATH })
  expect((await title()).value).toBe('Ledger')
  await userEvent.click(screen.getByRole('link', { name: 'new' }))
  await waitFor(async () => expect((await title()).value).toBe(''))
  fireEvent.change(await title(), { target: { value: 'A new one' } })
  await waitFor(() => expect(address()).toBe(`${PATH}?id=w2`))
  expect((await title()).value).toBe('A new one')
  await waitFor(() => expect(server.asked(updateWork).at(-1)?.url.pathname).toMatch(/w2$/))
})

it('what could not be saved is saved when its author leaves', async () => {
  const { server } = keeper()
  server.on(updateWork, () => refused('service.unavailable'))
  const { unmount } = await open()
  fireEvent.change(await title(), { target: { value: 'Ledger two' } })
  await waitFor(() => expect(server.asked(updateWork)).toHaveLength(1))
  await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(errorText(new ContractError('service.unavailable'))))
  server.on(updateWork, null as never)
  unmount()
  await waitFor(() => expect(server.asked(updateWork)).toHaveLength(2))
  expect(server.asked(updateWork)[1]!.body).toMatchObject({ title: 'Ledger two' })
})

it('what the cache holds of a work never becomes the texts of its form', async () => {
  const { server } = keeper()
  await open()
  expect((await title()).value).toBe('Ledger')
  cleanup()
  // Nobody shows it any more: the form's own copy goes.
  await waitFor(() => expect(queryClient.getQueryState(['code', 'edit', 'w1'])).toBeUndefined())
  server.on(getWork, { ...DRAFT, title: 'Changed elsewhere' })
  queryClient.setQueryData(['code', 'work', 'w1'], DRAFT)
  await open()
  expect((await title()).value).toBe('Changed elsewhere')
})

it('only the form of what is not online says that nobody sees what is typed', async () => {
  const { server } = keeper()
  await open()
  await screen.findByText('Saved as a draft while you type. Only you can see it.')
  cleanup()
  await waitFor(() => expect(queryClient.getQueryState(['code', 'edit', 'w1'])).toBeUndefined())
  server.on(getWork, { ...DRAFT, state: 'online' })
  await open()
  await screen.findByText(/^This work is online\. Texts and prices change when you save/)
  expect(screen.queryByText(/^Saved as a draft/)).toBeNull()
})

it('a save makes the pages of the work ask anew', async () => {
  keeper()
  queryClient.setQueryData(['code', 'mine'], [])
  await open()
  fireEvent.change(await title(), { target: { value: 'Ledger three' } })
  await screen.findByText(i18next.t('code.form.saved'), undefined, { timeout: 5_000 })
  await waitFor(() => expect(queryClient.getQueryState(['code', 'mine'])?.isInvalidated).toBe(true))
})

it('a screenshot over 4 MB is made smaller before it is sent (A:79)', async () => {
  const { server } = keeper()
  server.on(uploadPicture, null as never)
  await open()
  await title()
  const [input] = document.querySelectorAll('input[accept^="image/"]')
  fireEvent.change(input!, { target: { files: [largePicture()] } })
  await waitFor(() => expect(server.asked(uploadPicture)).toHaveLength(1))
  const sent = sentFile(server.asked(uploadPicture)[0]!.body)
  expect(sent).toEqual({ name: 'large.png', type: 'image/jpeg', megabytes: 3 })
})

it('a run video is sent once it is small enough, replaced and removed', async () => {
  const { server } = keeper()
  const video = `/files/video/${'0'.repeat(32)}.mp4`
  server.on(uploadVideo, () => {
    server.on(getWork, { ...DRAFT, video })
    return ok(uploadVideo, { video })
  })
  server.on(removeVideo, () => {
    server.on(getWork, DRAFT)
    return ok(removeVideo, null as never)
  })
  await open()
  const choose = async (bytes: number) => {
    await screen.findByText(i18next.t('code.form.addVideo'))
    const file = new File(['film'], 'run.mp4', { type: 'video/mp4' })
    Object.defineProperty(file, 'size', { value: bytes })
    fireEvent.change(document.querySelector('input[accept^="video/"]')!, { target: { files: [file] } })
  }
  await choose(WORK_VIDEO_BYTES + 1)
  await screen.findByText(errorText(new ContractError('files.over-limit', { megabytes: 64 })))
  expect(server.asked(uploadVideo)).toEqual([])
  await choose(WORK_VIDEO_BYTES)
  await screen.findByText(i18next.t('code.form.changeVideo'))
  expect(screen.getByLabelText(i18next.t('code.detail.video'), { selector: 'video' }).getAttribute('src')).toContain(
    video,
  )
  fireEvent.click(screen.getByText(i18next.t('code.form.removeVideo')))
  await screen.findByText(i18next.t('code.form.addVideo'))
  expect(server.asked(removeVideo)).toHaveLength(1)
})

it('the source is imported from a public repository with the notes that were typed; a refusal keeps the address', async () => {
  const { server } = keeper()
  const version: RouteResult<typeof importSource> = {
    ...{ number: 1, notes: 'First', madeBy: 'push', branch: 'main', createTime: at },
    ...{ treeDigest: 'b'.repeat(64), packSha256: 'c'.repeat(64) },
  }
  server.on(importSource, () => refused('code.import-missing'))
  await open()
  const address = (await screen.findByLabelText(i18next.t('code.form.importFrom'))) as HTMLInputElement
  const press = () => fireEvent.click(screen.getByRole('button', { name: i18next.t('code.form.import') }))
  fireEvent.change(screen.getByLabelText(i18next.t('code.form.notes')), { target: { value: 'First' } })
  fireEvent.change(address, { target: { value: 'https://example.org/sue/ledger' } })
  press()
  await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(errorText(new ContractError('code.import-missing'))))
  expect(address.value).toBe('https://example.org/sue/ledger')
  server.on(importSource, version)
  const isWaiting = () =>
    screen.getByRole('button', { name: i18next.t('code.form.import') }).hasAttribute('data-loading')
  await waitFor(() => expect(isWaiting()).toBe(false))
  press()
  await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(i18next.t('code.form.uploaded', { number: 1 })))
  expect(server.asked(importSource).at(-1)!.body).toEqual({ address: 'https://example.org/sue/ledger', notes: 'First' })
  expect(address.value).toBe('')
})

const parts = (names: ('title' | 'labels' | 'intro' | 'language' | 'environment')[]) =>
  names.map((name) => i18next.t(`code.form.${name}`))
const press = () => fireEvent.click(screen.getByRole('button', { name: i18next.t('code.form.publish') }))

it('an empty form names each required part and sends nothing; a demo is not among them (b-markets 5)', async () => {
  const { server } = keeper()
  server.on(createWork, { id: 'w1' })
  await renderScreen(<PublishWork />, view, { path: PATH, pattern: PATH })
  await title()
  press()
  const wanted = [...parts(['title', 'labels', 'intro', 'language', 'environment'])]
  wanted.push(i18next.t('code.detail.licence.personal'))
  const fieldOf = (label: string) => screen.getAllByLabelText(new RegExp(`^${label}`))
  for (const label of wanted)
    await waitFor(() =>
      expect([label, fieldOf(label).some((one) => one.getAttribute('aria-invalid') === 'true')]).toEqual([label, true]),
    )
  screen.getByText('Add at least 1')
  // The list of languages would cover why its field was refused.
  const language = fieldOf(i18next.t('code.form.language'))[0]!
  act(() => language.focus())
  expect(language.getAttribute('aria-expanded')).toBe('false')
  const optional = [i18next.t('code.form.demoUrl'), i18next.t('code.detail.licence.commercial')]
  for (const label of optional)
    expect(fieldOf(label).some((one) => one.getAttribute('aria-invalid') === 'true')).toBe(false)
  expect(server.asked(putWorkOnline)).toEqual([])
})

it('the form takes a title of 50, five labels of 30 and three pictures of each kind, and no more', async () => {
  const { server } = keeper()
  const pictures = (['project', 'run', 'buyer'] as const).flatMap((kind) =>
    [1, 2, kind === 'buyer' ? 0 : 3]
      .filter(Boolean)
      .map((n) => ({ id: `${kind}${n}`, kind, src: `/f/${kind}${n}.webp` })),
  )
  server.on(getWork, { ...DRAFT, pictures, labels: ['a', 'b', 'c', 'd'] })
  await open()
  expect((await title()).maxLength).toBe(50)
  const labels = screen.getAllByLabelText(new RegExp(`^${i18next.t('code.form.labels')}`))[0] as HTMLInputElement
  expect(labels.maxLength).toBe(30)
  for (const label of ['e', 'f']) {
    await userEvent.type(labels, `${label}{Enter}`)
  }
  expect(screen.getByText('e')).toBeTruthy()
  expect(screen.queryByText('f')).toBeNull()
  const adds = (kind: 'project' | 'run' | 'buyer') =>
    screen.queryByRole('button', {
      name: `${i18next.t('code.form.addPicture')} · ${i18next.t(`code.detail.kinds.${kind}`)}`,
    })
  await screen.findAllByRole('img')
  expect([adds('project'), adds('run')]).toEqual([null, null])
  expect(adds('buyer')).not.toBeNull()
})

it('a form without a run video and a demo is sent (b-markets 5); what the server still misses is named: source and pictures', async () => {
  const { server } = keeper()
  const price = [{ licence: 'personal' as const, price: '9.90' }]
  const lacking = (...missing: ('source' | 'pictures')[]) => ({ ...DRAFT, licences: price, missing })
  server.on(getWork, lacking('source', 'pictures'))
  const fields = ['source', 'pictures'].map((path) => ({ path, error: 'required', message: 'required' }))
  server.on(putWorkOnline, () =>
    Response.json(
      { code: 409, message: '', error: 'code.incomplete', params: {}, fields, data: null },
      { status: 409 },
    ),
  )
  await open()
  await title()
  press()
  await waitFor(() => expect(server.asked(putWorkOnline)).toHaveLength(1))
  expect(DRAFT).toMatchObject({ video: null, demoUrl: '' })
  await screen.findByText('Still missing: source code, project screenshot')
  // What came since is asked for no more.
  for (const [work, words] of [
    [lacking('pictures'), 'Still missing: project screenshot'],
    [lacking(), undefined],
  ] as const) {
    server.on(getWork, work)
    await act(() => queryClient.invalidateQueries({ queryKey: ['code', 'work'] }))
    await waitFor(() => expect(screen.queryByText(/^Still missing/)?.textContent).toBe(words))
  }
})

/** What the form says beside its button. */
const whyNot = () => document.querySelector('form [role=alert]')

it.each([
  ['a refusal', () => refused('code.taken-down')],
  ['a service in trouble', () => refused('service.unavailable')],
  ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s stays beside the button until the next try, and what was typed is kept', async (_, fail) => {
  const { server } = keeper()
  server.on(getWork, { ...DRAFT, licences: [{ licence: 'personal', price: '9.90' }] })
  server.on(updateWork, fail)
  await open()
  fireEvent.change(await title(), { target: { value: 'Ledger two' } })
  press()
  await waitFor(() => expect(whyNot()?.textContent).toBeTruthy())
  const why = whyNot()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: i18next.t('code.form.publish') }).disabled).toBe(false)
  fireEvent.change(await title(), { target: { value: 'Ledger three' } })
  expect(whyNot()).toBe(why)
  const { promise, resolve: release } = Promise.withResolvers<void>()
  server.on(updateWork, () => promise.then(fail))
  press()
  await waitFor(() => expect(whyNot()).toBeNull())
  release()
  await waitFor(() => expect(whyNot()).toBeTruthy())
})

it('what could not be published is saved when its author leaves', async () => {
  const { server } = keeper()
  server.on(getWork, { ...DRAFT, licences: [{ licence: 'personal', price: '9.90' }] })
  server.on(updateWork, () => refused('service.unavailable'))
  const { unmount } = await open()
  fireEvent.change(await title(), { target: { value: 'Ledger two' } })
  press()
  await waitFor(() => expect(whyNot()).toBeTruthy())
  const before = server.asked(updateWork).length
  server.on(updateWork, null as never)
  unmount()
  await waitFor(() => expect(server.asked(updateWork)).toHaveLength(before + 1))
  expect(server.asked(updateWork).at(-1)!.body).toMatchObject({ title: 'Ledger two' })
})

it('who sells a work without a receiving account reads of works what binding one is for (A:89)', async () => {
  const { server } = keeper()
  server.on(getWork, { ...DRAFT, licences: [{ licence: 'personal', price: '9.90' }] })
  server.on(putWorkOnline, () => refused('code.needs-account'))
  await open()
  await title()
  press()
  const gate = within(await screen.findByRole('dialog', { name: i18next.t('wallet.gate.title') }))
  gate.getByText(/list a machine or sell a work/)
  const { gate: words, notBoundText, unbindText } = wallet
  for (const { zh } of [words.text, notBoundText, unbindText]) expect(zh).toContain('作品')
})
