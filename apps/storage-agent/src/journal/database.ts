import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another agent, or another process of this one, works on the folder. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`the folder ${folder} is in use by another storage agent`)
    this.name = 'FolderInUse'
  }
}

/** Version of the layout below; a folder of a later one is refused. */
const LAYOUT = 2
const SQLITE_BUSY = 5

const TABLES = `
  create table if not exists facts (name text primary key, value text not null) strict;
  create table if not exists orders (
    id integer primary key,
    cid text not null,
    root text not null,
    bytes integer not null,
    step text not null,
    reason text,
    volume text,
    damaged integer not null default 0,
    tries integer not null default 0,
    next_block integer not null default 0,
    seen_block integer not null,
    deadline_block integer not null,
    proven_block integer,
    misses integer not null default 0,
    confirmed integer not null default 0,
    earned text not null default '0'
  ) strict;
  create table if not exists calls (
    hash text primary key,
    purpose text not null,
    order_id integer not null,
    trace text not null,
    state text not null,
    detail text
  ) strict;
  create index if not exists calls_open on calls (purpose, order_id) where state = 'sent';
  create table if not exists proofs (
    order_id integer not null,
    epoch integer not null,
    state text not null,
    block integer not null,
    proven_block integer,
    primary key (order_id, epoch)
  ) strict;
  create table if not exists income (block integer primary key, planck text not null) strict;
`

/**
 * The journal's database. It is locked from here to its end, so that no second agent works on the same folder; the system
 * frees the lock of a killed one.
 * @throws FolderInUse
 */
export function openDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const db = new DatabaseSync(join(folder, 'journal.sqlite'))
  try {
    // Every step must be on the disk before it is done: a full sync with each commit.
    db.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full')
    db.exec('begin exclusive')
    const { user_version: version } = db.prepare('pragma user_version').get() as { user_version: number }
    if (version > LAYOUT) throw new Error(`the journal in ${folder} was written by a newer storage agent`)
    // The first layout did not know up to where a replica was proven before each proof.
    if (version === 1) db.exec('alter table proofs add column proven_block integer')
    db.exec(TABLES)
    db.exec(`pragma user_version = ${LAYOUT}; commit`)
  } catch (error) {
    db.close()
    throw (error as { errcode?: number }).errcode === SQLITE_BUSY ? new FolderInUse(folder) : error
  }
  return db
}

/** Runs what belongs together: all of it is on the disk afterwards, or nothing. */
export function together(db: DatabaseSync, work: () => void): void {
  db.exec('begin')
  try {
    work()
    db.exec('commit')
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}
