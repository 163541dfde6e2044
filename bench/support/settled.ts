import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** How far payments have come, as the tables say. */

const LONGEST_MS = 300_000
const QUIET_MS = 60_000

/** `open`: notifications nobody acted on so far; `unsettled`: what else waits to be done about payments and postings. */
export type Settled = { kept: number; open: number; paid: number; unsettled: number; sum: string }

// Of hand-overs the first try only: no machine is there, so each is tried again and again for ten minutes.
const READ = `select (select count(*)::int from payment_notify) as kept,
  (select count(*)::int from payment_notify where handled_at is null) as open,
  (select count(*)::int from payment_attempt where state = 'paid') as paid,
  ((select count(*) from ledger_unsealed) + (select count(*) from compute_leases
    where state = 'provisioning' and attempts = 0))::int as unsettled,
  (select coalesce(sum(balance_fen), 0)::text from ledger_balance) as sum`

/** Does something with a connection of its own to the database. */
export async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return work(client).finally(() => client.end())
}

export async function readSettled(client: pg.Client): Promise<Settled> {
  return (await client.query<Settled>(READ)).rows[0]!
}

/**
 * Waits until so many attempts are paid and every notification was acted on; answers the seconds it took.
 * @throws Error when that does not come, or the books do not sum to nothing
 */
export async function untilPaid(client: pg.Client, paid: number): Promise<number> {
  const start = performance.now()
  let now = await readSettled(client)
  while ((now.paid < paid || now.open > 0) && performance.now() - start < LONGEST_MS) {
    await sleep(100)
    now = await readSettled(client)
  }
  if (now.paid !== paid || now.open > 0 || now.sum !== '0')
    throw new Error(`${now.paid} paid of ${paid}, ${now.open} notifications open, the books sum to ${now.sum}`)
  return (performance.now() - start) / 1000
}

/** Waits until nothing is left to do about payments and what follows from them. @throws Error after a minute */
export async function untilQuiet(client: pg.Client): Promise<void> {
  const end = performance.now() + QUIET_MS
  for (let now = await readSettled(client); now.open > 0 || now.unsettled > 0; now = await readSettled(client)) {
    if (performance.now() > end) throw new Error(`${now.open} notifications and ${now.unsettled} more are left`)
    await sleep(100)
  }
}

/**
 * Waits until so many payments were posted, whatever became of them since; answers how many were.
 * @throws Error when they do not come, or the books do not sum to nothing
 */
export async function untilPosted(databaseUrl: string, wanted: number): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const read = async () =>
      (await client.query<{ n: number }>("select count(*)::int as n from ledger_posting where kind = 'payment'"))
        .rows[0]!.n
    const start = performance.now()
    let posted = await read()
    for (; posted < wanted && performance.now() - start < LONGEST_MS; posted = await read()) await sleep(200)
    const { sum } = await readSettled(client)
    if (posted !== wanted || sum !== '0') throw new Error(`${posted} posted of ${wanted} paid, the books sum to ${sum}`)
    return posted
  })
}

/**
 * From now on a hand-over that failed is not tried again. No machine stands behind the benches' offers: the later tries of
 * all earlier orders would be counted to the later orders, more of them with every round.
 */
export async function tryHandOversOnce(client: pg.Client): Promise<void> {
  await client.query(`
    create function bench_try_once() returns trigger language plpgsql as $$
    begin
      new.next_attempt_at := business_now() + interval '1 year';
      return new;
    end $$;
    create trigger bench_try_once before update of attempts on compute_leases for each row
      when (new.state = 'provisioning' and new.attempts > 0) execute function bench_try_once()`)
}
