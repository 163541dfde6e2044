// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import * as contract from '@trove/contract/compute/machine/files'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FilesPanel } from '../../../src/features/compute/files/files-panel.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { type FakeSending, fakeSendings } from '../../fake-sending.ts'
import { type FakeServer, fakeServer, refused } from '../../fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** Files of a machine on lease, in its cockpit. */

const entry = (name: string, more: Partial<contract.MachineFile> = {}): contract.MachineFile => ({
  ...{ name, kind: 'file', isLink: false, bytes: 2048, modifiedAt: '2026-03-04T05:06:07.000Z' },
  ...more,
})
const home = { path: '/home/demo', home: '/home/demo', isCut: false }
const stored = (bytes: number) =>
  Response.json({ code: 200, message: '', data: { path: '/home/demo/data.bin', bytes } })

let sent: FakeSending[]
let server: FakeServer
let folders: Record<string, contract.MachineFile[]>
beforeEach(() => {
  sent = fakeSendings()
  server = fakeServer()
  folders = { '/home/demo': [entry('z.txt'), entry('work', { kind: 'folder' })], '/home/demo/work': [] }
  server.on(contract.listMachineFiles, ({ body }) => {
    const { path = '/home/demo' } = body as { path?: string }
    const entries = folders[path]
    if (!entries) return refused('compute.file-denied')
    return Response.json({ code: 200, message: '', data: { ...home, path, entries } })
  })
  server.on(contract.beginMachineUpload, { ticket: 'one-use-ticket-0001' })
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string

describe.each(views)('files of a machine on $device in $language', (view) => {
  const show = async () => {
    await renderScreen(<FilesPanel productId="p1" />, view)
    expect(server.asked(contract.listMachineFiles)).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: t('machineFiles.open') }))
    await screen.findByRole('list', { name: t('machineFiles.list') })
  }
  const choose = (...files: File[]) =>
    fireEvent.change(document.querySelector('input[type=file]')!, { target: { files } })
  const file = (name = 'data.bin', size = 4096) => new File([new Uint8Array(size)], name)

  it('are read when asked for, folders first, and a folder is opened and left by its path', async () => {
    await show()
    const rows = within(screen.getByRole('list', { name: t('machineFiles.list') })).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('work'),
      expect.stringContaining('2 KB'),
    ])
    await userEvent.click(screen.getByRole('button', { name: t('machineFiles.openFolder', { name: 'work' }) }))
    await screen.findByText(t('machineFiles.empty'))
    const crumbs = within(screen.getByRole('navigation', { name: t('machineFiles.where') }))
    expect(crumbs.getByRole('button', { name: 'work' }).getAttribute('aria-current')).toBe('location')
    await userEvent.click(crumbs.getByRole('button', { name: t('machineFiles.home') }))
    await screen.findByText('z.txt')
  })

  it('that are no ordinary ones say why they are not fetched, also where there is no pointer to rest on them', async () => {
    folders['/home/demo'] = [entry('agent.sock', { kind: 'other' })]
    await show()
    const row = screen.getByRole<HTMLButtonElement>('button', {
      name: new RegExp(`^agent\\.sock.*${t('reasons.special')}`),
    })
    expect(row.disabled).toBe(true)
    expect(row.textContent).toContain(t('reasons.special'))
  })

  it('go up with their progress, by a ticket that stands in no list, and are there then', async () => {
    await show()
    choose(file())
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(server.asked(contract.beginMachineUpload)[0]!.body).toEqual({
      ...{ productId: 'p1', folder: '/home/demo', name: 'data.bin', bytes: 4096, replaces: false },
    })
    expect(sent[0]!.url).toBe('/api/computing/files/upload/one-use-ticket-0001')
    expect((sent[0]!.body!.get('file') as File).size).toBe(4096)
    await sent[0]!.reaches(1024)
    const bar = screen.getByRole('progressbar', { name: t('machineFiles.progress', { name: 'data.bin' }) })
    expect(bar.getAttribute('aria-valuenow')).toBe('25')
    expect(screen.getByText(/1 KB \/ 4 KB · .*\/s/)).toBeTruthy()
    folders['/home/demo']!.push(entry('data.bin', { bytes: 4096 }))
    await sent[0]!.ends(stored(4096))
    await screen.findByText(t('machineFiles.state.done', { bytes: '4 KB' }))
    await screen.findByRole('button', { name: t('machineFiles.download', { name: 'data.bin' }) })
  })

  it('stop when cancelled, and the next one goes', async () => {
    await show()
    choose(file('one'), file('two'))
    await waitFor(() => expect(sent).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: t('machineFiles.cancel', { name: 'one' }) }))
    expect(sent[0]!.isAborted).toBe(true)
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(screen.queryByText('one')).toBeNull()
    expect((sent[1]!.body!.get('file') as File).name).toBe('two')
  })

  it('take the place of another only when the person says so', async () => {
    await show()
    server.on(contract.beginMachineUpload, ({ body }) =>
      (body as { replaces: boolean }).replaces
        ? Response.json({ code: 200, message: '', data: { ticket: 'one-use-ticket-0002' } })
        : refused('compute.file-exists'),
    )
    choose(file())
    await screen.findByText(t('machineFiles.state.exists'))
    expect(sent).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: t('machineFiles.replace') }))
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  it('that broke off say why, and are sent again', async () => {
    await show()
    choose(file())
    await waitFor(() => expect(sent).toHaveLength(1))
    await sent[0]!.breaks()
    await screen.findByText(t('common.network'))
    await userEvent.click(screen.getByRole('button', { name: t('common.retry') }))
    await waitFor(() => expect(sent).toHaveLength(2))
    await sent[1]!.ends(refused('compute.machine-silent'))
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
  })

  it('are fetched by the browser, and deleted after a question', async () => {
    await show()
    const pressed: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      pressed.push(this.getAttribute('href')!)
    })
    server.on(contract.openMachineFile, { url: '/api/computing/files/download/x', name: 'z.txt', bytes: 2048 })
    await userEvent.click(screen.getByRole('button', { name: t('machineFiles.download', { name: 'z.txt' }) }))
    await waitFor(() => expect(pressed).toEqual(['/api/computing/files/download/x']))
    server.on(contract.removeMachineFile, null)
    await userEvent.click(screen.getByRole('button', { name: t('machineFiles.remove', { name: 'z.txt' }) }))
    const question = await screen.findByRole('alertdialog')
    expect(server.asked(contract.removeMachineFile)).toHaveLength(0)
    folders['/home/demo'] = folders['/home/demo']!.filter(({ name }) => name !== 'z.txt')
    await userEvent.click(within(question).getByRole('button', { name: t('machineFiles.delete') }))
    await waitFor(() =>
      expect(server.asked(contract.removeMachineFile)[0]?.body).toEqual({ productId: 'p1', path: '/home/demo/z.txt' }),
    )
    const before = await screen.findByRole('button', { name: t('machineFiles.remove', { name: 'work' }) })
    await waitFor(() => expect(document.activeElement === before).toBe(true))
  })

  it('say why they cannot be read, and lead back home; a strange name is shown without its tricks', async () => {
    folders['/home/demo'] = [entry('a\u202Egnp.exe\n'), entry('secret', { kind: 'folder' })]
    await show()
    expect(screen.getByText('a\uFFFDgnp.exe\uFFFD')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: t('machineFiles.openFolder', { name: 'secret' }) }))
    await screen.findByText(t('machineFiles.failed'))
    await userEvent.click(screen.getByRole('button', { name: t('machineFiles.home') }))
    await screen.findByRole('button', { name: t('machineFiles.openFolder', { name: 'secret' }) })
  })

  it('stay in sight when they cannot be read anew, which is told', async () => {
    await show()
    server.on(contract.listMachineFiles, () => refused('service.unavailable'))
    await userEvent.click(screen.getByRole('button', { name: t('machineFiles.refresh') }))
    await waitFor(() => expect(toastStore.getCurrent()?.text).toBe(wordsOfCode('service.unavailable')))
    screen.getByText('z.txt')
    expect(screen.queryByText(t('machineFiles.failed'))).toBeNull()
  })

  it('lie in new folders, whose names are looked at before they are asked for', async () => {
    await show()
    server.on(contract.makeMachineFolder, () => refused('compute.file-exists'))
    await userEvent.click(screen.getByRole('button', { name: t('machineFiles.makeFolder') }))
    const name = await screen.findByLabelText(t('machineFiles.folderName'))
    await userEvent.type(name, 'a/b')
    expect(screen.getByText(t('machineFiles.nameInvalid'))).toBeTruthy()
    await userEvent.clear(name)
    await userEvent.type(name, 'work{Enter}')
    await waitFor(() => expect(server.asked(contract.makeMachineFolder)[0]?.body).toMatchObject({ name: 'work' }))
    expect(name.getAttribute('aria-invalid')).toBe('true')
  })
})
