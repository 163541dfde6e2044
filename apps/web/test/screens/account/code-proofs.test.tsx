// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  addCodeProof,
  checkCodeProof,
  listCodeProofs,
  removeCodeProof,
} from '@trove/contract/certification/code-proofs'
import { currentCertification } from '@trove/contract/certification/routes'
import type { RouteResult } from '@trove/contract/kit/route'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import Certification from '../../../src/features/certification/certification.tsx'
import { toastStore } from '../../../src/lib/calls/notify.ts'
import { wordsOfCode } from '../../../src/lib/session/language.ts'
import { type FakeServer, fakeServer, ok, refused } from '../../fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../render.tsx'

/** Proof by real code: naming a repository, the branch to push, the check, and taking it back. */

type Proof = RouteResult<typeof listCodeProofs>[number]
const branch = `trove-proof-${'a'.repeat(16)}`
const repository = 'https://example.org/shen/ledger'
const waiting: Proof = { id: 'c1', repository, state: 'waiting', branch, proven: null }
const proven: Proof = {
  ...waiting,
  state: 'proven',
  proven: {
    ...{ repository, commits: 2000, isMore: true, authors: 1 },
    ...{ firstAt: '2019-03-02T00:00:00.000Z', lastAt: '2026-10-05T00:00:00.000Z' },
    provenAt: '2026-11-20T00:00:00.000Z',
  },
}

let server: FakeServer
let list: Proof[]
beforeEach(() => {
  list = []
  server = fakeServer()
  server.on(currentCertification, { status: 0, identity: null, realName: null, realHeadImgUrl: null, reason: null })
  server.on(listCodeProofs, () => ok(listCodeProofs, list))
  server.on(addCodeProof, () => {
    list = [waiting]
    return ok(addCodeProof, waiting)
  })
  server.on(checkCodeProof, () => {
    list = [proven]
    return ok(checkCodeProof, proven)
  })
  server.on(removeCodeProof, () => {
    list = []
    return ok(removeCodeProof, null)
  })
})
afterEach(forgetScreen)

const t = (key: string, params?: object) => i18next.t(key as never, params as never) as unknown as string
const said = () => toastStore.getCurrent()?.text
const press = async (key: string) => userEvent.click(await screen.findByRole('button', { name: t(key) }))

describe.each(views)('proof by real code on $device in $language', (view) => {
  const open = () => renderScreen(<Certification />, view, {})

  it('leads from the address to the command, from the branch to what the history says, and back', async () => {
    await open()
    const field = await screen.findByLabelText(t('codeProofs.address'))
    await userEvent.type(field, `  ${repository} `)
    await press('codeProofs.add')
    await screen.findByText(`git push ${repository}.git HEAD:refs/heads/${branch}`)
    expect(server.asked(addCodeProof)[0]!.body).toEqual({ repository })
    expect((screen.getByLabelText(t('codeProofs.address')) as HTMLInputElement).value).toBe('')
    screen.getByText(t('codeProofs.waiting'))
    await press('codeProofs.check')
    await screen.findByRole('link', { name: 'example.org/shen/ledger' })
    expect(said()).toBe(t('codeProofs.checked'))
    const counted = t('codeProofs.commits', { count: 2000, shown: '2,000' })
    screen.getByText(new RegExp(t('codeProofs.more', { commits: counted })))
    screen.getByText(t('codeProofs.source'))
    await press('codeProofs.remove')
    const question = within(await screen.findByRole('alertdialog'))
    expect(server.asked(removeCodeProof)).toHaveLength(0)
    await userEvent.click(question.getByRole('button', { name: t('codeProofs.remove') }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'example.org/shen/ledger' })).toBeNull())
    await waitFor(() => expect(document.activeElement?.textContent).toBe(t('codeProofs.title')))
  })

  it('says why an address is not taken or a branch is not there, and keeps what was typed', async () => {
    server.on(addCodeProof, () => refused('certification.code-address'))
    await open()
    const field = (await screen.findByLabelText(t('codeProofs.address'))) as HTMLInputElement
    await userEvent.type(field, 'https://10.0.0.8/shop')
    await press('codeProofs.add')
    await waitFor(() => expect(said()).toBe(wordsOfCode('certification.code-address')))
    expect(field.value).toBe('https://10.0.0.8/shop')
    forgetScreen()
    server = fakeServer()
    server.on(currentCertification, { status: 2, identity: 'x', realName: 'x', realHeadImgUrl: null, reason: null })
    server.on(listCodeProofs, [waiting, { ...waiting, id: 'c2' }, { ...waiting, id: 'c3' }])
    server.on(checkCodeProof, () => refused('certification.code-branch-missing', { branch }))
    await open()
    const [first] = await screen.findAllByRole('button', { name: t('codeProofs.check') })
    await userEvent.click(first!)
    await waitFor(() => expect(said()).toBe(wordsOfCode('certification.code-branch-missing', { branch })))
    expect(screen.queryByLabelText(t('codeProofs.address'))).toBeNull()
  })

  it('that cannot be loaded says so and is asked for again', async () => {
    server.on(listCodeProofs, () => refused('service.unknown'))
    await open()
    await screen.findByText(wordsOfCode('service.unknown')!)
    server.on(listCodeProofs, [proven])
    await press('common.retry')
    await screen.findByRole('link', { name: 'example.org/shen/ledger' })
  })
})
