import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectMinerChain } from '@trove/chain-client/miner/chain'
import { fill, type Language } from '@trove/messages/kit/say'
import { storageAgentTexts } from '@trove/messages/storage/storage-agent'
import { formatBytes } from '@trove/units/bytes'
import { sendAlert } from './alerts/send.ts'
import type { Volume } from './disk/volumes.ts'
import type { Tried } from './page/care.ts'
import type { Settings } from './settings.ts'

const texts = storageAgentTexts.selfTest
const LIMIT_MS = 15_000
const POLL_MS = 100
/** The gateway refuses signatures of a clock that is further off. */
const MOST_CLOCK_SECONDS = 600

/** Tries all that a node needs, whether or not it runs: nothing is changed by it. Never throws. */
export async function tryEverything(settings: Settings): Promise<Tried[]> {
  const { chainUrl, nodes, alertUrl } = settings
  const gateways = new Set(nodes.map(({ gatewayUrl }) => gatewayUrl))
  const lists = await Promise.all([
    tryChain(chainUrl),
    ...[...gateways].map(tryGateway),
    ...nodes.flatMap(({ volumes }) => volumes.map(tryVolume)),
    tryAlerts(alertUrl),
  ])
  return lists.flat()
}

/** The lines for a terminal. */
export const tellTried = (tried: Tried[], language: Language): string =>
  tried.map(({ isGood, text, params }) => `${isGood ? '✓' : '✗'} ${fill(text, language, params ?? {})}`).join('\n')

async function tryChain(url: string): Promise<Tried[]> {
  const chain = connectMinerChain(url)
  try {
    for (const end = performance.now() + LIMIT_MS; chain.status() !== 'connected'; ) {
      // The first refusal is an answer: nobody waits here for a chain to come back.
      if (chain.status() !== 'connecting' || performance.now() > end) throw new Error(chain.status())
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    const { best } = await chain.getHeads()
    return [{ isGood: true, text: texts.chain, params: { url, block: best } }]
  } catch {
    return [{ isGood: false, text: texts.noChain, params: { url } }]
  } finally {
    chain.disconnect()
  }
}

async function tryGateway(url: string): Promise<Tried[]> {
  try {
    const answer = await fetch(`${url.replace(/\/+$/, '')}/healthz`, {
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(String(answer.status))
    const reached: Tried = { isGood: true, text: texts.gateway, params: { url } }
    const seconds = Math.round(Math.abs(Date.now() - Date.parse(answer.headers.get('date') ?? '')) / 1000)
    // A gateway that names no time says nothing of our clock.
    if (!(seconds > MOST_CLOCK_SECONDS)) return [reached]
    return [reached, { isGood: false, text: texts.clock, params: { minutes: Math.round(seconds / 60) } }]
  } catch {
    return [{ isGood: false, text: texts.noGateway, params: { url } }]
  }
}

/** Writes something, reads it back, and takes it away. */
async function tryVolume({ folder, capacityBytes }: Volume): Promise<Tried[]> {
  const path = join(folder, `self-test-${randomBytes(6).toString('hex')}`)
  const bytes = randomBytes(4096)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(path, bytes, { flush: true })
    if (!(await readFile(path)).equals(bytes)) throw new Error('other bytes came back')
    const { bavail, bsize } = await statfs(folder)
    const params = { folder, free: formatBytes(BigInt(bavail * bsize)), total: formatBytes(BigInt(capacityBytes)) }
    return [{ isGood: true, text: texts.volume, params }]
  } catch {
    return [{ isGood: false, text: texts.noVolume, params: { folder } }]
  } finally {
    await rm(path, { force: true }).catch(() => undefined)
  }
}

async function tryAlerts(url: string | undefined): Promise<Tried[]> {
  if (!url) return [{ isGood: true, text: texts.noAlerts }]
  try {
    await sendAlert(url, `${texts.alertText.zh}\n${texts.alertText.en}`)
    return [{ isGood: true, text: texts.alerts }]
  } catch {
    return [{ isGood: false, text: texts.alertsFailed }]
  }
}
