import pg from 'pg'

/**
 * Fills the talent and the code market with experts or works to search among. Their texts are drawn from 2,000 words of two
 * Chinese characters, some common and most rare, and a few English ones.
 */

export type Market = 'experts' | 'works'

const WORDS = 2000
const ENGLISH = ['react', 'postgres', 'kubernetes', 'fastify', 'rust', 'unity', 'android', 'webgl']
/** How many rows one statement makes. */
const PART = 20_000
const OWNERS = 20_000

/** The word with this number, as the database makes it: 0 is the most common. */
export const wordOf = (index: number): string =>
  String.fromCharCode(0x4e00 + ((index * 37) % 3000)) + String.fromCharCode(0x4e00 + 3000 + ((index * 91) % 3000))

const WORD = (index: string) => `chr(19968 + (${index} * 37) % 3000) || chr(22968 + (${index} * 91) % 3000)`
/** Eight words a row, the first ones often; each row has its own. */
const TEXT = `(select string_agg(${WORD('k')}, '，') || ' ' || (array['${ENGLISH.join("','")}'])[1 + i % ${ENGLISH.length}]
  from (select floor(${WORDS} * power(random(), 3))::int as k from generate_series(1, 8 + i * 0)) picked)`

const PEOPLE = `insert into users (id, phone_sealed, phone_index, nick_name, name_grams)
  select 'bench-' || i, '\\x00', decode(lpad(to_hex(i), 64, '0'), 'hex'), '用户' || i, '{}' from generate_series($1::int, $2::int) i`

const EXPERTS = `
  with drawn as materialized (select i, ${TEXT} as text from generate_series($1::int, $2::int) i), made as (
    insert into talent_experts (user_id, id, is_certified, real_name, identity, work_exp, fields, skills, hour_fen, hires)
    select 'bench-' || i, 'expert-' || i, true, '专家' || i, 'architect', '3-5', array['front-end'],
      array[case when i % 3 = 0 then 'front-end.react' else 'front-end.vue' end],
      case when i % 10 > 0 then 5000 + i % 90000 end, i % 300 from drawn returning user_id, seq, is_open)
  insert into talent_expert_words (user_id, open_seq, body)
  select user_id, case when is_open then seq end, '专家' || i || E'\\n' || text from drawn join made on user_id = 'bench-' || i`

const WORKS = `
  with drawn as materialized (select i, ${TEXT} as text from generate_series($1::int, $2::int) i), made as (
    insert into code_works (id, owner_id, title, intro, blurb, state, labels, language, price_fen, published_at, renewed_at,
      gets, comments, rating_sum, rating_count)
    select 'work-' || i, 'bench-' || 1 + i % ${OWNERS}, '作品' || i, text, left(text, 80), 'online', array['label-' || i % 50],
      (array['TypeScript', 'Rust', 'Go', 'Python'])[1 + i % 4], 100 * (i % 500), now() - make_interval(secs => $3 - i),
      now() - make_interval(mins => i % 200000), i % 1000, i % 400, (i % 20) * 4, i % 20
    from drawn returning seq, title, intro, language, labels)
  insert into code_work_words (work_seq, body)
  select seq, concat_ws(E'\\n', title, array_to_string(labels, ' '), language, intro) from made`

/** One work in ten is got by somebody, half of them within the days of the rankings. */
const GRANTS = `insert into code_grants (work_id, user_id, licence, created_at)
  select 'work-' || i, 'bench-' || 1 + (i + j * 7) % ${OWNERS}, 'personal', now() - make_interval(days => (i / 10 + j) % 180)
  from generate_series(10, $1::int, 10) i, generate_series(1, 1 + i / 10 % 7) j`

const TABLES: Record<Market, string[]> = {
  experts: ['talent_experts', 'talent_expert_words'],
  works: ['code_works', 'code_work_words', 'code_grants'],
}

/** Adds so many experts or works to an empty market. @returns seconds it took */
export async function fillSearch(url: string, market: Market, rows: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  const start = performance.now()
  try {
    const [first] = TABLES[market]
    await pool.query(`truncate ${TABLES[market].join(', ')}, users cascade`)
    await pool.query(`alter table ${first} disable trigger user`)
    const people = market === 'experts' ? rows : Math.min(rows, OWNERS)
    await inParts(people, (from, to) => pool.query(PEOPLE, [from, to]))
    if (market === 'experts') await inParts(rows, (from, to) => pool.query(EXPERTS, [from, to]))
    else await inParts(rows, (from, to) => pool.query(WORKS, [from, to, rows]))
    await pool.query(`alter table ${first} enable trigger user`)
    if (market === 'works') {
      await pool.query('alter table code_grants disable trigger user')
      await pool.query(GRANTS, [rows])
      await pool.query('alter table code_grants enable trigger user')
    }
    for (const table of [...TABLES[market], 'users']) await pool.query(`vacuum (analyze, freeze) ${table}`)
  } finally {
    await pool.end()
  }
  return (performance.now() - start) / 1000
}

/** Makes the first so many of the people whom fillMarket made experts; nine in ten have a price. */
export async function addExperts(url: string, experts: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(EXPERTS, [1, experts]).finally(() => client.end())
}

/** Two parts at a time: making the words of a text is the database's own work, on one core each. */
async function inParts(rows: number, add: (from: number, to: number) => Promise<unknown>): Promise<void> {
  let next = 1
  async function adder(): Promise<void> {
    while (next <= rows) {
      const from = next
      next += PART
      await add(from, Math.min(from + PART - 1, rows))
    }
  }
  await Promise.all([adder(), adder()])
}
