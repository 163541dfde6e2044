import { type DeclaredGpu, isGpuAsDeclared } from './compare-gpu.ts'
import type { MeasuredFacts } from './measure.ts'

/** What the seller declared, in the contract's units; `operationSystem` is a value of dictionary group OS. */
export type DeclaredFacts = {
  cpuCores: number
  ramSize: number
  diskSize: number
  bandwidth: number
  operationSystem: string
  /** `model` is the name of the option; null for a machine without GPU. */
  gpu: DeclaredGpu | null
}

export type DifferingFact = keyof DeclaredFacts

/** The outcome of a check that reached the machine. `unreachable` is said by the caller, when the probe threw. */
export type Comparison = { state: 'verified' | 'differs'; differing: DifferingFact[] }

/**
 * How far below the declared figure a measured one may lie. More than declared is never a difference.
 * RAM: kernels and firmware keep a part. Disk: file systems keep tables and a reserve. Bandwidth: one SSH channel
 * with its overhead, on a line that others use too. Cores are counted, not measured.
 */
export const toleratedShortfall = { ramSize: 0.1, diskSize: 0.1, bandwidth: 0.3 } as const

/** More than this one channel to the checker cannot prove; a machine that reaches it is believed. Mbps. */
export const provableBandwidth = 100

/** Compares what was declared with what was measured. */
export function compareFacts(declared: DeclaredFacts, measured: MeasuredFacts): Comparison {
  const isShort = (wanted: number, found: number, tolerance: number) => found < wanted * (1 - tolerance)
  const wantedBandwidth = Math.min(declared.bandwidth, provableBandwidth)
  const differing: DifferingFact[] = []
  if (measured.cpuCores < declared.cpuCores) differing.push('cpuCores')
  if (isShort(declared.ramSize, measured.ramSize, toleratedShortfall.ramSize)) differing.push('ramSize')
  if (isShort(declared.diskSize, measured.diskSize, toleratedShortfall.diskSize)) differing.push('diskSize')
  const bandwidth = measured.bandwidth
  if (bandwidth !== null && isShort(wantedBandwidth, bandwidth, toleratedShortfall.bandwidth))
    differing.push('bandwidth')
  if (!isSameSystem(declared.operationSystem, measured)) differing.push('operationSystem')
  if (declared.gpu && !isGpuAsDeclared(declared.gpu, measured.gpu)) differing.push('gpu')
  return { state: differing.length > 0 ? 'differs' : 'verified', differing }
}

/** Words in an option that say nothing about which system it is. */
const fillerWords = new Set([
  'gnu',
  'linux',
  'server',
  'lts',
  'os',
  'stream',
  'enterprise',
  'x64',
  'amd64',
  'arm64',
  'bit',
  '64',
])

/** Names under which options may speak of a system whose os-release says something else. */
const otherNames: Record<string, string[]> = {
  rhel: ['redhat', 'red', 'hat'],
  macos: ['darwin', 'mac', 'osx'],
  opensuse: ['suse', 'leap', 'tumbleweed'],
  ol: ['oracle'],
  amzn: ['amazon'],
  rocky: ['rockylinux'],
  alma: ['almalinux'],
  alinux: ['alibaba', 'aliyun'],
}

/**
 * Whether an option such as `Ubuntu 22.04`, `debian-12`, `CentOS 7` or plain `linux` names the measured system.
 * The distribution must be the same; a version counts only as far as the option gives it (`12` fits `12.11`).
 */
export function isSameSystem(option: string, measured: Pick<MeasuredFacts, 'osId' | 'osVersion'>): boolean {
  const words: string[] = option.toLowerCase().match(/[a-z]+|\d+(?:\.\d+)*/g) ?? []
  const isMac = measured.osId === 'macos'
  if (words.length > 0 && words.includes('linux') && words.every((word) => ['linux', 'gnu', 'other'].includes(word)))
    return !isMac
  if (words.length === 1 && words[0] === 'other') return true
  const names = words.filter((word) => /^[a-z]/.test(word) && !fillerWords.has(word))
  const id = measured.osId.replace(/[^a-z]/g, '')
  const known = Object.entries(otherNames).flatMap(([key, list]) => (id.startsWith(key) ? [key, ...list] : []))
  const isNamed = names.length > 0 && names.some((name) => id.startsWith(name) || known.includes(name))
  const version = words.find((word) => /^\d/.test(word) && word !== '64')
  return isNamed && (version === undefined || isVersionWithin(version, measured.osVersion))
}

function isVersionWithin(wanted: string, found: string): boolean {
  const parts = found.split('.')
  return (
    found === '' ||
    wanted.split('.').every((part, place) => parts[place] === undefined || Number(part) === Number(parts[place]))
  )
}
