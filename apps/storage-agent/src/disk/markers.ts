import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Journal } from '../journal/journal.ts'
import { HOLDING, type OrderRow, STEPS } from '../journal/orders.ts'
import { syncFolder } from './copy.ts'
import { listFolders, nameOf } from './volumes.ts'

/**
 * A small file on each volume that says whose it is. Without it a folder whose disk did not mount would be taken for an empty
 * volume, and two agents on one folder would each remove what the other keeps.
 */
export const MARKER_FILE = 'trove-volume.json'

/** The volume belongs to the node of another account. */
export class VolumeTaken extends Error {
  constructor(folder: string) {
    super(
      `the volume ${folder} belongs to the storage node of another account: give this node a folder of its own, or, if that node is no more, empty the file ${MARKER_FILE} there`,
    )
    this.name = 'VolumeTaken'
  }
}

/** `missing`: its disk is not there, or is not the one that the journal knows. */
export type VolumeState = 'there' | 'missing' | 'taken'
type Marker = { id: string; account: string }
type Known = Pick<Journal, 'orders' | 'findFact' | 'setFact'>

/** Whose the volumes are, as one node sees them. @param account its address */
export function createMarkers(account: string, journal: Known) {
  const asked = new Map<string, Promise<VolumeState>>()
  /** One look at a time: two would each make a marker. Never throws. */
  const look = (folder: string): Promise<VolumeState> => {
    const running = asked.get(folder)
    if (running) return running
    const answer = judge(folder, account, journal)
      // A disk that gives errors holds nothing for us.
      .catch(() => 'missing' as const)
      .finally(() => asked.delete(folder))
    asked.set(folder, answer)
    return answer
  }
  return {
    /** Whether a volume is there and is the one that the journal knows. A new one is marked first. */
    isThere: async (folder: string): Promise<boolean> => (await look(folder)) === 'there',
    /** @throws VolumeTaken */
    async requireOwn(folders: string[]): Promise<void> {
      for (const folder of folders) if ((await look(folder)) === 'taken') throw new VolumeTaken(folder)
    },
  }
}

async function judge(folder: string, account: string, journal: Known): Promise<VolumeState> {
  const fact = `volume ${folder}`
  const known = journal.findFact(fact)
  const marker = await readMarker(folder)
  if (typeof marker === 'object') {
    if (marker.account !== account) return 'taken'
    if (known === undefined) journal.setFact(fact, marker.id)
    return (known ?? marker.id) === marker.id ? 'there' : 'missing'
  }
  // Who empties the file says that the folder is to be this node's from now on.
  if (marker === 'none' && (known !== undefined || !(await isOwnOrNew(folder, journal)))) return 'missing'
  const id = randomUUID()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const flag = marker === 'none' ? 'wx' : 'w'
  await writeFile(join(folder, MARKER_FILE), `${JSON.stringify({ id, account })}\n`, { mode: 0o600, flag, flush: true })
  await syncFolder(folder)
  journal.setFact(fact, id)
  return 'there'
}

/** @throws the system's errors, and of a file that is no marker */
async function readMarker(folder: string): Promise<Marker | 'none' | 'empty'> {
  const text = await readFile(join(folder, MARKER_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
  if (text === undefined) return 'none'
  if (text.trim() === '') return 'empty'
  const { id, account } = JSON.parse(text) as Partial<Marker>
  if (typeof id !== 'string' || typeof account !== 'string') throw new Error(`${folder} has no right ${MARKER_FILE}`)
  return { id, account }
}

const hasBytes = ({ step }: OrderRow) => HOLDING.includes(step) && step !== 'fetching'

/**
 * Whether a folder without a marker is this node's. Agents before this one made none: theirs has files that the journal knows.
 * A new one is empty, and no order lies there.
 */
async function isOwnOrNew(folder: string, { orders }: Known): Promise<boolean> {
  const rows = orders.list(STEPS)
  const there = (await listFolders(folder)).map((path) => basename(path))
  if (there.length === 0) return !rows.some((row) => row.volume === folder && hasBytes(row))
  const names = new Set(rows.flatMap((row) => [nameOf(row), row.rootHex.replace(/^0x/, '')]))
  return there.some((name) => names.has(name))
}
