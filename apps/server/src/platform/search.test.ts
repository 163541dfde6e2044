import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/world/database.ts'
import { needsRecheck, searchCondition } from './search.ts'

const ASKED = [
  '数据',
  '数据库',
  '数',
  '数据 设计',
  'postgres',
  'postgres 数据',
  '数据，据库',
  '數據庫',
  '㐀㐁㐂',
  '！？',
  '',
]

test('a text is looked at again only where bigrams of the index may stand apart', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query(
      'create table t (id int, body text, words tsvector generated always as (search_vector(body)) stored)',
    )
    await client.query(
      `insert into t (id, body) values (1, '数据库设计 postgres'), (2, '数据，据库'), (3, '设计 rust')`,
    )
    for (const asked of ASKED) {
      const terms = 'select 1 from search_terms($1) where is_han and char_length(term) > 2'
      expect(needsRecheck(asked), asked).toBe((await client.query(terms, [asked])).rows.length > 0)
      const found = searchCondition('id', { table: 't', key: 'id' }, '$1', asked)
      const always = 'select id from t where words @@ search_query($1) and search_holds(body, $1) order by id'
      const rows = await client.query(`select id from t where ${found} order by id`, [asked])
      expect(rows.rows, asked).toEqual((await client.query(always, [asked])).rows)
    }
  } finally {
    await client.end()
    await database.drop()
  }
})
