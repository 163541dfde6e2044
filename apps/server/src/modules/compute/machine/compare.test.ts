import { describe, expect, it } from 'vitest'
import { compareFacts, isSameSystem } from './compare.ts'
import { channelSpeed, type MeasuredFacts, parseMeasure } from './measure.ts'
import { followPasswd, isSettable } from './rotate.ts'

const measured: MeasuredFacts = {
  cpuCores: 4,
  ramSize: 7.6,
  diskSize: 41.2,
  bandwidth: 80,
  operationSystem: 'Ubuntu 22.04.4 LTS',
  osId: 'ubuntu',
  osVersion: '22.04',
  cpuScore: 900,
  diskWrite: 210,
  gpu: null,
}
const declared = { cpuCores: 4, ramSize: 8, diskSize: 40, bandwidth: 50, operationSystem: 'Ubuntu 22.04', gpu: null }

describe('comparing declared with measured', () => {
  it('verifies a machine within the tolerances, and one that is better than declared', () => {
    expect(compareFacts(declared, measured)).toEqual({ state: 'verified', differing: [] })
    expect(compareFacts({ ...declared, cpuCores: 1, ramSize: 1, diskSize: 1 }, measured).state).toBe('verified')
  })
  it.each([
    ['cpuCores', 5],
    ['ramSize', 9],
    ['diskSize', 46],
    ['bandwidth', 120],
    ['operationSystem', 'Debian 12'],
    ['gpu', { model: 'RTX 4090', count: 1, vramSize: 24 }],
  ] as const)('names %s when only it falls short', (fact, value) => {
    const slow = fact === 'bandwidth' ? { ...measured, bandwidth: 60 } : measured
    expect(compareFacts({ ...declared, [fact]: value }, slow)).toEqual({ state: 'differs', differing: [fact] })
  })
  it('allows a shortfall of exactly a tenth and no more', () => {
    expect(compareFacts({ ...declared, ramSize: 10 }, { ...measured, ramSize: 9 }).differing).toEqual([])
    expect(compareFacts({ ...declared, ramSize: 10 }, { ...measured, ramSize: 8.9 }).differing).toEqual(['ramSize'])
  })
  it('says nothing about bandwidth that could not be told, and believes what one channel cannot prove', () => {
    expect(compareFacts({ ...declared, bandwidth: 9999 }, { ...measured, bandwidth: null }).state).toBe('verified')
    expect(compareFacts({ ...declared, bandwidth: 9999 }, { ...measured, bandwidth: 100 }).state).toBe('verified')
  })
  it.each([
    ['Ubuntu 22.04', 'ubuntu', '22.04', true],
    ['ubuntu-22', 'ubuntu', '22.04', true],
    ['Ubuntu 20.04', 'ubuntu', '22.04', false],
    ['Debian GNU/Linux 12', 'debian', '12', true],
    ['debian12', 'debian', '12', true],
    ['Debian 12.4', 'debian', '12', true],
    ['Debian 1', 'debian', '12', false],
    ['CentOS 7.9 64-bit', 'centos', '7', true],
    ['Red Hat Enterprise Linux 9', 'rhel', '9.3', true],
    ['Rocky Linux 9', 'rocky', '9.3', true],
    ['openSUSE Leap 15.5', 'opensuse-leap', '15.5', true],
    ['macOS 14', 'macos', '14.4', true],
    ['Alibaba Cloud Linux 3', 'alinux', '3', true],
    ['Alibaba Cloud Linux 3', 'alinux', '2.1903', false],
    ['Alibaba Cloud Linux 3', 'centos', '3', false],
    ['Linux', 'debian', '12', true],
    ['Other Linux', 'debian', '12', true],
    ['Other Linux', 'macos', '14', false],
    ['Linux', 'macos', '14', false],
    ['Windows Server 2022', 'ubuntu', '22.04', false],
    ['Arch Linux', 'arch', '', true],
    ['', 'debian', '12', false],
  ])('reads the option %j on %s %s as %s', (option, osId, osVersion, isSame) => {
    expect(isSameSystem(option, { osId, osVersion })).toBe(isSame)
  })
})

describe('reading the measure', () => {
  const output = 'Welcome!\ncores=4\nram_kb=8000000\ndisk_kb=40000000\nos_id=debian\nos_version=12\nos_name=Debian 12\n'
  const speeds = 'cpu_mb=32\ncpu_ms=640\ncpu_share=4\nwrite_mb=8\nwrite_ms=900\nwrite_mb=128\nwrite_ms=1000\ndone=1\n'
  it('turns lines into facts in the units of the contract', () => {
    expect(parseMeasure(output + speeds)).toEqual({
      cpuCores: 4,
      ramSize: 7.6,
      diskSize: 41,
      operationSystem: 'Debian 12',
      osId: 'debian',
      osVersion: '12',
      cpuScore: 500,
      diskWrite: 128,
      gpu: null,
    })
  })
  it('refuses what a lying or broken machine says', () => {
    expect(parseMeasure('')).toBeUndefined()
    expect(parseMeasure(output.replace('cores=4', 'cores=99999999'))).toBeUndefined()
    expect(parseMeasure(output.replace('ram_kb=8000000', 'ram_kb=1e99'))).toBeUndefined()
    const hostile = output.replace('os_name=Debian 12', 'os_name=<script>\u202ealert(1)</script>')
    expect(parseMeasure(hostile)?.operationSystem).toBe('scriptalert(1)/script')
    expect(parseMeasure(output)).toMatchObject({ cpuScore: 0, diskWrite: 0 })
  })
  it('refuses a speed that no machine has, and would not fit its column', () => {
    const fast = `${output}cpu_mb=1000000\ncpu_ms=1\ncpu_share=1\nwrite_mb=8\nwrite_ms=40\n`
    expect(parseMeasure(fast)).toBeUndefined()
    expect(parseMeasure(fast.replace('cpu_ms=1\n', 'cpu_ms=0\n'))).toBeUndefined()
    expect(parseMeasure(fast.replace('cpu_mb=1000000', 'cpu_mb=32').replace('write_mb=8', 'write_mb=999999'))).toBe(
      undefined,
    )
    const quick = `${output}cpu_mb=512\ncpu_ms=100\ncpu_share=64\nwrite_mb=128\nwrite_ms=40\n`
    expect(parseMeasure(quick)).toMatchObject({ cpuScore: 3200, diskWrite: 3200 })
  })
  it('cuts a name between whole signs, as the database takes no half of one', () => {
    const name = `${'a'.repeat(79)}\u{20000}\u{20001}`
    const found = parseMeasure(`${output}os_name=${name}\nos_id=${'b'.repeat(39)}\u{20000}x\n`)!
    expect(found.operationSystem).toBe(`${'a'.repeat(79)}\u{20000}`)
    for (const text of [found.operationSystem, found.osId, found.osVersion]) expect(text.isWellFormed()).toBe(true)
  })
  it('tells channel speed in Mbps, and nothing from a few bytes', () => {
    expect(channelSpeed(1_250_000, 1000)).toBe(10)
    expect(channelSpeed(1000, 10)).toBeNull()
  })
})

describe('the conversation with passwd', () => {
  it.each([
    [
      'shadow-utils',
      ['Changing password for demo.\r\nCurrent password: ', '\r\nNew password: ', '\r\nRetype new password: '],
    ],
    [
      'old PAM',
      [
        'Changing password for demo.\n(current) UNIX password: ',
        '\nEnter new UNIX password: ',
        '\nRetype new UNIX password: ',
      ],
    ],
    ['macOS', ['Changing password for demo.\nOld Password:', '\nNew Password:', '\nRetype New Password:']],
    ['split in pieces', ['Curr', 'ent passw', 'ord: ', 'New pass', 'word: ', 'Retype new', ' password: ']],
  ])('answers the questions of %s', (_kind, pieces) => {
    const follow = followPasswd('old', 'fresh')
    const answers = pieces.map(follow).flatMap((step) => (step.kind === 'answer' ? [step.text] : []))
    expect(answers).toEqual(['old\n', 'fresh\n', 'fresh\n'])
  })
  it('gives up when the new password is asked for again', () => {
    const follow = followPasswd('old', 'fresh')
    expect(follow('Current password: ').kind).toBe('answer')
    expect(follow('New password: ').kind).toBe('answer')
    expect(follow('BAD PASSWORD: too simple\n').kind).toBe('wait')
    expect(follow('New password: ').kind).toBe('give-up')
  })
  it('sets only passwords that every way of setting takes unchanged', () => {
    expect(isSettable('aZ09_-abcdefghij')).toBe(true)
    for (const bad of [
      'short',
      'with space in it',
      'with:colon:inside',
      "quote'quote'quote",
      'line\nline\nline\n',
      '密码密码密码密码密码密码',
    ]) {
      expect(isSettable(bad)).toBe(false)
    }
  })
})
