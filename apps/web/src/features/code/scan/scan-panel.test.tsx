// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { getScan } from '@trove/contract/code/scan'
import type { RouteResult } from '@trove/contract/kit/route'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeServer, fakeServer } from '../../../../test/fake-server.ts'
import { forgetScreen, renderScreen, views } from '../../../../test/render.tsx'
import { formatMoment } from '../../../lib/shown/format.ts'
import { ScanPanel } from './scan-panel.tsx'

type Report = NonNullable<RouteResult<typeof getScan>>
const report: Report = {
  ...{ number: 2, at: '2026-11-01T00:00:00.000Z', rules: '', fileCount: 3, isWhole: true, places: [], secrets: [] },
  ...{
    manifests: [],
    copies: [],
    likes: [],
    malware: {
      ...{ state: 'not-scanned', isWhole: false, finds: [], refused: [] },
      ...{ looked: null, files: null, at: null, scanner: '' },
    },
  },
}
const full: Report = {
  ...{ ...report, isWhole: false, secrets: [{ kind: 'aws', count: 2 }] },
  manifests: [
    { path: 'package.json', ecosystem: 'npm', licence: 'MIT', dependencyCount: 1, dependencies: ['left-pad'] },
    { path: 'go.mod', ecosystem: 'go', licence: null, dependencyCount: 0, dependencies: [] },
  ],
  copies: [{ id: 'w9', title: 'Original', percent: 50 }],
  likes: [{ id: 'w8', title: 'Alike', percent: 70 }],
}

let server: FakeServer
beforeEach(() => {
  server = fakeServer()
})
afterEach(forgetScreen)
const t = (key: string, words?: Record<string, unknown>) => i18next.t(key as 'common.ok', { ...words })

describe.each(views)('the report of a scan on $device in $language', (view) => {
  it('says what was found, and what was not looked at', async () => {
    server.on(getScan, full)
    await renderScreen(<ScanPanel id="w1" />, view)
    await screen.findByText(t('codeScan.found', { kind: t('codeScan.kinds.aws'), count: 2 }))
    screen.getByText(t('codeScan.partly'))
    screen.getByText(t('codeScan.notLooked'))
    expect(screen.getByText('package.json').closest('li')!.textContent).toMatch(/MIT.*left-pad/s)
    expect(screen.getByText('go.mod').closest('li')!.textContent).toContain(t('codeScan.noLicence'))
    const link = screen.getByRole('link', { name: t('codeScan.copy', { percent: 50, title: 'Original' }) })
    expect(link.getAttribute('href')).toBe('/codeForce/codeDetails/w9')
    const like = screen.getByRole('link', { name: t('codeScan.like', { percent: 70, title: 'Alike' }) })
    expect(like.getAttribute('href')).toBe('/codeForce/codeDetails/w8')
  })

  it.each([
    [{ state: 'not-scanned', isWhole: false, finds: [] }, 'malwareStates.not-scanned', {}],
    [{ state: 'clean', isWhole: true, finds: [] }, 'malwareStates.clean', {}],
    [{ state: 'clean', isWhole: false, finds: [] }, 'malwareStates.partly', {}],
    [{ state: 'clean', isWhole: false, finds: [], looked: 3, files: 5 }, 'malwareLookedOf', { looked: 3, files: 5 }],
    [{ state: 'too-costly', isWhole: false, finds: [], looked: 3 }, 'malwareStates.too-costly', {}],
    [{ state: 'too-costly', isWhole: false, finds: [], looked: 3 }, 'malwareLooked', { looked: 3 }],
    [{ state: 'not-scanned', isWhole: false, finds: [], looked: 3 }, 'malwareStates.under-way', {}],
    [{ state: 'files-refused', isWhole: false, finds: [], refused: ['b.exe'] }, 'malwareStates.files-refused', {}],
    [{ state: 'files-refused', isWhole: false, finds: [], refused: ['b.exe'] }, 'malwareRefused', { path: 'b.exe' }],
    [
      { state: 'found', isWhole: true, finds: [{ path: 'a.exe', name: 'Eicar' }] },
      'malwareFound',
      { path: 'a.exe', name: 'Eicar' },
    ],
  ] as const)('says of malware %j what is known', async (malware, key, words) => {
    const refused = 'refused' in malware ? [...malware.refused] : []
    server.on(getScan, { ...report, malware: { ...report.malware, ...malware, refused, finds: [...malware.finds] } })
    await renderScreen(<ScanPanel id="w1" />, view)
    await screen.findByText(t(`codeScan.${key}`, words))
  })

  it('says when and with what it was scanned, and nothing of a scanner that nobody noted', async () => {
    const scanned = { state: 'clean', isWhole: true, at: report.at, scanner: 'ClamAV 1.4.3/27000' } as const
    const malware = { ...report.malware, ...scanned }
    server.on(getScan, { ...report, rules: '2026-11-26', malware })
    const { unmount } = await renderScreen(<ScanPanel id="w4" />, view)
    await screen.findByText(t('codeScan.malwareBy', { when: formatMoment(report.at), scanner: 'ClamAV 1.4.3/27000' }))
    expect(screen.getByText(new RegExp(t('codeScan.files', { count: 3 }))).textContent).toContain(
      t('codeScan.rules', { date: '2026-11-26' }),
    )
    unmount()
    server.on(getScan, { ...report, malware: { ...malware, scanner: '' } })
    await renderScreen(<ScanPanel id="w5" />, view)
    await screen.findByText(t('codeScan.malwareAt', { when: formatMoment(report.at) }))
    expect(document.body.textContent).not.toContain(t('codeScan.rules', { date: '' }))
  })

  it('names the places to the author', async () => {
    server.on(getScan, { ...full, places: [{ kind: 'aws', path: 'src/b.ts', line: 41 }] })
    await renderScreen(<ScanPanel id="w1" />, view)
    await screen.findByText(t('codeScan.place', { kind: t('codeScan.kinds.aws'), path: 'src/b.ts', line: 41 }))
  })

  it('says so when nothing was found', async () => {
    server.on(getScan, report)
    await renderScreen(<ScanPanel id="w2" />, view)
    for (const key of ['noSecrets', 'noManifests', 'noCopies', 'noLikes']) await screen.findByText(t(`codeScan.${key}`))
  })

  it('says so while nothing was scanned yet', async () => {
    server.on(getScan, null)
    await renderScreen(<ScanPanel id="w3" />, view)
    await screen.findByText(t('codeScan.none'))
  })
})
