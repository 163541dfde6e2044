// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react'
import { getCertificate } from '@trove/contract/compute/certificates'
import type { RouteResult } from '@trove/contract/kit/route'
import { siteInfo } from '@trove/contract/platform/routes'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer, refused } from '../../../../test/fake-server.ts'
import { forgetScreen, renderScreen, type View, views } from '../../../../test/render.tsx'
import { paths } from '../../../lib/addresses/paths.ts'
import { keepToken } from '../../../lib/session/session.ts'
import CertificatePage from './certificate-page.tsx'

/** The certificate of a machine, as anybody sees it. */

type Issued = RouteResult<typeof getCertificate>
const declared = { cpuCores: 8, ramSize: 16, diskSize: 100, bandwidth: 40, operationSystem: '1', gpu: null }
const measured = { ...declared, ramSize: 15.6, operationSystem: 'Debian 12', cpuScore: 2200, diskWrite: 410 }
const issued: Issued = {
  certificate: {
    ...{
      format: 'trove-machine-certificate-1',
      id: 'm1',
      resourceId: 'CP-m1',
      declared,
      price: '60.00',
      servePeriod: 30,
    },
    check: { state: 'verified', checkedAt: '2026-11-20T08:00:00.000Z', differing: [], measured },
    windows: [
      { days: 1, checks: 0, reached: 0 },
      { days: 7, checks: 5, reached: 4 },
      { days: 30, checks: 9, reached: 8 },
    ],
    perDay: [
      {
        ...{ day: '2026-11-19', checks: 2, reached: 1, cpuScore: 2150, diskWrite: null, bandwidth: 39.5 },
        ...{ gpuTflops: null, gpuMemoryBandwidth: null },
      },
    ],
    rank: { coresFrom: 8, coresTo: 16, figures: [{ figure: 'cpuScore', machines: 12, better: 9 }] },
    ...{ pointsPerYuan: 1100, issuedAt: '2026-11-20T09:00:00.000Z' },
  },
  fileName: 'trove-machine-CP-m1.json',
  text: '{}',
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
  server.on(siteInfo, () => refused('service.unavailable'))
  server.on(getCertificate, issued)
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })
const open = (view: View) =>
  renderScreen(<CertificatePage />, view, {
    path: '/computingPowerMarket/certificate/m1',
    pattern: '/computingPowerMarket/certificate/:id',
    isSignedIn: false,
  })

describe.each(views)('the certificate of a machine on $device in $language', (view) => {
  it('shows counts of checks, the comparison, each day and how each figure is measured', async () => {
    await open(view)
    await screen.findByText('CP-m1')
    screen.getByText(t('certificate.reached', { reached: 4, checks: 5 }))
    screen.getByText(t('certificate.noChecks'))
    screen.getByText(t('certificate.rankOf', { percent: 75, machines: 12 }))
    screen.getByText(t('certificate.like', { from: 8, to: 15 }))
    screen.getByText(t('certificate.methods.cpu'))
    const days = screen.getAllByRole('table').at(-1)!
    within(days).getByText(t('certificate.reached', { reached: 1, checks: 2 }))
    within(days).getByText('–')
    // Whoever was sent the address alone finds what it is about.
    const way = screen.getByRole('link', { name: t('certificate.machine') }).getAttribute('href')
    expect(way).toBe(paths.computeOffer({ id: 'm1' }))
  })

  it('states GPUs as declared and as found, with what could not be measured', async () => {
    const gpu = { model: 'rtx-4090', count: 2, vramSize: 24 }
    const report = { driver: '550.54.14', cuda: '12.4', tflops: 82.3, memoryBandwidth: null }
    const found = { ...measured, gpu: { ...gpu, model: 'GeForce RTX 4090', ...report } }
    const { check, perDay, ...rest } = issued.certificate
    const days = perDay.map((day) => ({ ...day, gpuTflops: 81.5 }))
    const certificate = { ...rest, declared: { ...declared, gpu }, check: { ...check, measured: found }, perDay: days }
    server.on(getCertificate, { ...issued, certificate })
    await open(view)
    await screen.findByText(t('compute.gpu.name', { ...gpu, model: 'GeForce RTX 4090', vram: '24' }))
    await screen.findByText(t('compute.gpu.name', { ...gpu, vram: '24' }))
    screen.getByText(t('compute.gpu.driver', report))
    screen.getByText(`82.3 ${t('compute.teraflops')}`)
    screen.getByText(t('compute.detail.notMeasured'))
    screen.getByText(`81.5 ${t('compute.teraflops')}`)
  })

  it('names each figure of a day, as its column has no heading where there is little room', async () => {
    await open(view)
    await screen.findByText('CP-m1')
    const cell = within(screen.getAllByRole('table').at(-1)!).getByText(
      t('certificate.reached', { reached: 1, checks: 2 }),
    )
    expect(cell.dataset.label).toBe(t('certificate.dayReached'))
  })

  it('that is gone with its offer leads to the market, where others are, and not to that offer', async () => {
    server.on(getCertificate, () => refused('compute.not-found'))
    await open(view)
    const alert = within(await screen.findByRole('alert'))
    alert.getByText(t('certificate.goneTitle'))
    alert.getByText(t('certificate.gone'))
    const others = () => alert.getByRole('link', { name: t('certificate.others') }).getAttribute('href')
    // A stranger would be asked to sign in before the market.
    expect(others()).toBe(paths.computingPower())
    act(() => keepToken('access'))
    expect(others()).toBe(paths.market({ tab: 'computing' }))
  })

  it('says so where like machines are too few or nothing was measured', async () => {
    const check = { ...issued.certificate.check, state: 'pending' as const, measured: null, checkedAt: null }
    const bare = { ...issued.certificate, check, perDay: [], rank: null, pointsPerYuan: null }
    server.on(getCertificate, { ...issued, certificate: bare })
    await open(view)
    await screen.findByText(t('certificate.noRank'))
    expect(screen.getAllByText(t('certificate.noChecks'))).toHaveLength(2)
  })
})
