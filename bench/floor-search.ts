import fastify from 'fastify'
import pg from 'pg'

/**
 * The floor of the search: bare Fastify and pg with prepared queries over the same tables and indexes. No languages, no
 * people's names, no picture, no checks, no recheck of what is shown. Not a product; it says what the machine, the driver and
 * the index allow. Terms are made here and not in the database.
 */

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const server = fastify({ logger: false })
const SIZE = 20
const COUNTED = 1000

/** Bigrams of Chinese and beginnings of English words, all of which must be there. */
function termsOf(asked: string): string {
  const runs = asked.toLowerCase().match(/[\u3400-\u4dbf\u4e00-\u9fff]+|[a-z0-9+#]+/g) ?? []
  const terms = runs.flatMap((run) => {
    if (run < '\u3400') return [`'${run}':*`]
    return run.length < 2 ? [`'${run}'`] : Array.from(run.slice(1), (_, i) => `'${run.slice(i, i + 2)}'`)
  })
  return terms.join(' & ')
}

const EXPERT = 'id, real_name, identity, head_img_url, skills, hour_fen, hires'
const WORK =
  'id, owner_id, title, blurb, language, labels, price_fen, gets, comments, rating_sum, rating_count, published_at'
const FOUND = {
  experts: 'w.open_seq is not null and w.words @@ $1::tsquery',
  works: `w.state = 'online' and w.seq in (select work_seq from code_work_words where words @@ $1::tsquery)`,
}
const STATEMENTS = {
  experts: {
    page: (where: string, isFound: boolean) =>
      isFound
        ? `select ${EXPERT} from (select w.user_id, w.open_seq from talent_expert_words w where ${where}
            order by w.open_seq desc limit ${SIZE}) w join talent_experts e using (user_id) order by w.open_seq desc`
        : `select ${EXPERT} from talent_experts e where ${where} order by e.seq desc limit ${SIZE}`,
    count: (where: string, limit: string, isFound: boolean) =>
      `select count(*)::int as n from
        (select from ${isFound ? 'talent_expert_words w' : 'talent_experts e'} where ${where} ${limit}) found`,
    all: 'e.is_open',
    allLimit: '',
  },
  works: {
    page: (where: string) =>
      `select ${WORK} from code_works w where ${where} order by w.published_at desc, w.seq desc limit ${SIZE}`,
    count: (where: string, limit: string) =>
      `select count(*)::int as n from (select from code_works w where ${where} ${limit}) found`,
    all: "w.state = 'online'",
    allLimit: `limit ${COUNTED}`,
  },
}

for (const market of ['experts', 'works'] as const) {
  const { page, count, all, allLimit } = STATEMENTS[market]
  server.get(`/${market}`, async (request) => {
    const { q } = request.query as { q?: string }
    const [where, limit, values] = q ? [FOUND[market], `limit ${COUNTED}`, [termsOf(q)]] : [all, allLimit, []]
    const kind = `${market}${q ? '-found' : ''}`
    const [rows, counted] = await Promise.all([
      pool.query({ name: `${kind}-page`, text: page(where, Boolean(q)), values }),
      pool.query({ name: `${kind}-count`, text: count(where, limit, Boolean(q)), values }),
    ])
    return { code: 200, data: { content: rows.rows, totalElements: counted.rows[0].n } }
  })
}

// Ten counted before: what a ranking costs that is only read.
server.get('/ranking', async () => {
  const { rows } = await pool.query({
    name: 'ranking',
    text: `select id, title, gets, comments, price_fen from code_works where state = 'online' order by gets desc, seq desc limit 10`,
  })
  return { code: 200, data: rows }
})

const url = await server.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ ready: true, url }))
process.on('SIGTERM', () => process.exit(0))
