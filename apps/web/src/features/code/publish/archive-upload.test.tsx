// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getWork, uploadArchive } from '@trove/contract/code/works'
import { ContractError } from '@trove/contract/errors/codes'
import type { RouteResult } from '@trove/contract/kit/route'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeSending, fakeSendings } from '../../../../test/fake-sending.ts'
import { fakeServer, ok, refused } from '../../../../test/fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { errorText } from '../../../lib/calls/notify.ts'
import { ArchiveUpload } from './archive-upload.tsx'

/** An archive on its way: how much is sent, how fast, and that it can be stopped. */

const MIB = 2 ** 20
const done = vi.fn()
const VERSION: RouteResult<typeof uploadArchive> = {
  ...{ number: 2, notes: 'second', madeBy: 'archive', branch: 'main', treeDigest: '' },
  ...{ packSha256: 'a'.repeat(64), createTime: '2026-11-20T08:00:00.000Z' },
}
let now = 0
let sent: FakeSending[]
beforeEach(() => {
  now = 1000
  done.mockReset()
  sent = fakeSendings()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  vi.restoreAllMocks()
  return forgetScreen()
})
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
const choose = async (view: (typeof views)[number]) => {
  fakeServer().on(getWork, null as never)
  const { container } = await renderScreen(
    <ArchiveUpload ensureId={async () => 'w1'} notes="second" onDone={done} />,
    view,
  )
  const input = container.ownerDocument.querySelector('input[type=file]') as HTMLInputElement
  await userEvent.upload(input, new File(['zip'], 'a.zip'), { applyAccept: false })
  await waitFor(() => expect(sent[0]?.body).toBeInstanceOf(FormData))
  return sent[0]!
}

describe.each(views)('an archive on its way on $device in $language', (view) => {
  it('says how much is sent of all and how fast, then that it is checked, and ends with the version', async () => {
    const request = await choose(view)
    expect([request.method, request.url]).toEqual(['POST', '/api/codemart/product/archive/w1'])
    expect(request.headers.get('authorization')).toBe('Bearer access')
    // The browser names the parts and what stands between them.
    expect(request.headers.get('content-type')).toBeNull()
    expect(request.body!.get('notes')).toBe('second')
    now += 2000
    await request.reaches(10 * MIB, 100 * MIB)
    screen.getByText(t('code.form.sending', { sent: '10 MB', all: '100 MB', speed: '5 MB' }))
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('10')
    // The first seconds no longer count.
    now += 20_000
    await request.reaches(20 * MIB, 100 * MIB)
    now += 1000
    await request.reaches(40 * MIB, 100 * MIB)
    screen.getByText(t('code.form.sending', { sent: '40 MB', all: '100 MB', speed: '20 MB' }))
    await request.reaches(100 * MIB, 100 * MIB)
    screen.getByText(t('code.form.checking'))
    expect(screen.queryByRole('button', { name: t('common.cancel') })).toBeNull()
    await request.ends(ok(uploadArchive, VERSION))
    await screen.findByText(t('code.form.uploaded', { number: 2 }))
    expect(done).toHaveBeenCalledOnce()
    await screen.findByRole('button', { name: t('code.form.upload') })
  })

  it('stops when it is cancelled, and says so; nothing failed', async () => {
    const request = await choose(view)
    await userEvent.click(screen.getByRole('button', { name: t('common.cancel') }))
    expect(request.isAborted).toBe(true)
    await screen.findByText(t('code.form.uploadCancelled'))
    await screen.findByRole('button', { name: t('code.form.upload') })
    expect(done).not.toHaveBeenCalled()
  })

  it('says why the server refused it, and offers to try again', async () => {
    const request = await choose(view)
    await request.ends(refused('code.archive-empty'))
    await screen.findByText(errorText(new ContractError('code.archive-empty')))
    await screen.findByRole('button', { name: t('code.form.upload') })
  })
})
