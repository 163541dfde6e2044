import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../../../test/world/database.ts'
import { openLog } from '../../platform/base/log.ts'
import { MIGRATIONS_DIR, migrate } from '../../platform/db/migrate.ts'
import { openPool } from '../../platform/db/pool/pool.ts'

const log = openLog('silent')

test('files of conversations and avatars of before are carried over, with what they were sent with', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'trove-files-before-'))
  const database = await createEmptyDatabase()
  const pool = openPool({ url: database.url, size: 2, log, name: 'carry-over' })
  try {
    for (const name of await readdir(MIGRATIONS_DIR))
      if (name < '0060') await cp(join(MIGRATIONS_DIR, name), join(dir, name))
    await migrate(database.url, log, { dir })
    await pool.query(`
      insert into files (name, owner_id, kind, size_bytes, state) values ('a1.webp', 'an', 'avatar', 700, 'live');
      insert into conversations (id, subject_kind, subject_id, asker_id, owner_id) values ('c1', 'superPoints', 'o1', 'an', 'bo');
      insert into conversation_files (id, conversation_id, author_id, name_sealed, key_sealed, type, bytes, state) values
        ('sent', 'c1', 'an', 'n', 'k', 'text/plain', 5, 'live'), ('unsent', 'c1', 'an', 'n', 'k', 'text/plain', 6, 'live'),
        ('erased', 'c1', 'an', null, null, 'text/plain', 7, 'live');
      insert into conversation_messages (id, conversation_id, author_id, text_sealed, file_id) values ('m1', 'c1', 'an', 't', 'sent')`)
    await migrate(database.url, log)
    const { rows } =
      await pool.query(`select id, owner_id, kind, subject_id, bytes::int, format, state, used_at is not null as used,
      encode(name_sealed, 'escape') as name, encode(key_sealed, 'escape') as key from files order by id`)
    const common = { owner_id: 'an', kind: 'conversation', subject_id: 'c1', format: 'whole' }
    expect(rows).toEqual([
      {
        id: 'a1.webp',
        owner_id: 'an',
        kind: 'avatar',
        subject_id: null,
        bytes: 700,
        format: 'plain',
        state: 'live',
        used: false,
        name: null,
        key: null,
      },
      { ...common, id: 'erased', bytes: 7, state: 'removed', used: false, name: null, key: null },
      { ...common, id: 'sent', bytes: 5, state: 'live', used: true, name: 'n', key: 'k' },
      { ...common, id: 'unsent', bytes: 6, state: 'live', used: false, name: 'n', key: 'k' },
    ])
    const messages = await pool.query('select file_id from conversation_messages')
    expect(messages.rows).toEqual([{ file_id: 'sent' }])
  } finally {
    await pool.end()
    await database.drop()
    await rm(dir, { recursive: true, force: true })
  }
})
