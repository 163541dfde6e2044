import { sql } from 'kysely'
import { sealedAs as certificationSealedAs } from '../../src/modules/certification/rules.ts'
import { sealedAs as storageSealedAs } from '../../src/modules/storage/model/sealed-as.ts'
import type { Life } from './whole-life.ts'
import type { World } from './world.ts'

/** Kinds of rows a plain life does not bring about, put there by hand. */
export async function addRareRows(world: World, life: Life): Promise<void> {
  const { seller, buyer } = life
  await sql`insert into wallet_payout (id, number, user_id, binding_id, amount_fen, state, ended_at, next_ask_at)
    select 'rare-payout', 'rare-number', ${seller.userId}, id, 600000, 'declined', business_now(), null
    from wallet_binding where user_id = ${seller.userId} limit 1`.execute(world.db)
  await sql`insert into wallet_payout_decision (payout_id, payee_id, operator_id, decision, reason)
    values ('rare-payout', ${seller.userId}, 'somebody-of-the-staff', 'declined', 'test')`.execute(world.db)
  await sql`insert into payment_refund (number, attempt_id, order_id, buyer_id, amount_fen, reason, is_unservable, state, done_at, next_ask_at)
    select 'rare-refund', id, order_id, buyer_id, 1, 'test', false, 'done', business_now(), null
    from payment_attempt where buyer_id = ${buyer.userId} limit 1`.execute(world.db)
  const why = '金丝雀的退款理由'
  life.canaries.push({ owner: 'buyer', kind: 'reason of a refund', canary: why })
  await sql`insert into order_refunds (order_id, number, key, refund_number, amount_fen, reason, at)
    select id, 1, 'rare', 'rare-refund', 1, ${why}, business_now() from orders where buyer_id = ${buyer.userId} limit 1
  `.execute(world.db)
  await sql`update orders set fail_reason = ${why} where buyer_id = ${buyer.userId}`.execute(world.db)
  await sql`insert into faucet_claim (id, public_key, day, user_id, network, units, state, ended_at)
    values ('rare-claim', ${`0x${'5e'.repeat(32)}`}, business_now(), ${buyer.userId}, 'rare-network', 1, 'received', business_now())
  `.execute(world.db)
  await sql`insert into second_factor_totp (user_id, secret_sealed, confirmed_at)
    values (${buyer.userId}, '\\x00', business_now())`.execute(world.db)
  await sql`insert into second_factor_passkey (id, user_id, name, public_key, counter, transports)
    values ('rare-key', ${buyer.userId}, 'rare', '\\x00', 0, '{internal}')`.execute(world.db)
  // A copy of one's data wants the factor of who has one.
  await sql`insert into second_factor_proof (session_id, user_id)
    select id, user_id from sessions where user_id = ${buyer.userId}`.execute(world.db)
  await sql`insert into staff_roles (user_id, role, granted_by) values (${buyer.userId}, 'editor', 'an-owner')
  `.execute(world.db)
  await sql`insert into order_daily_clearings (user_id, next_at)
    values (${seller.userId}, business_now() + interval '1 year')`.execute(world.db)
  await addRecipeRows(world, life)
  await addMachineRows(world, life)
  await addCodeRows(world, life)
  await addTalentRows(world, life)
  await addStoredRows(world, life)
}

/** An own script, and a run of it. */
async function addRecipeRows(world: World, { buyer, canaries }: Life): Promise<void> {
  const name = '金丝雀的脚本'
  canaries.push({ owner: 'buyer', kind: 'name of a script', canary: name })
  await sql`insert into compute_scripts (id, user_id, name, script_sealed)
    values ('rare-script', ${buyer.userId}, ${name}, '\\x00')`.execute(world.db)
  await sql`insert into compute_recipe_runs (id, order_id, offer_id, buyer_id, recipe, name, state, next_attempt_at, ended_at)
    select 'rare-run', id, product_id, ${buyer.userId}, 'rare-script', ${name}, 'done', null, business_now()
    from orders where buyer_id = ${buyer.userId} limit 1`.execute(world.db)
}

/** A machine of the seller's behind a relay, and of one that was leased a stretch of silence and a case. */
async function addMachineRows(world: World, { seller, buyer, canaries }: Life): Promise<void> {
  canaries.push({ owner: 'seller', kind: 'machine behind a relay', canary: '金丝雀的机房' })
  await sql`insert into compute_agents (id, seller_id, name, port, public_key)
    values ('rare-agent', ${seller.userId}, '金丝雀的机房', 20022, 'rare-agent-key')`.execute(world.db)
  await sql`insert into compute_silences (order_id, first_minute, last_minute, minutes, state)
    select order_id, business_now(), business_now(), 1, 'settled' from compute_leases limit 1`.execute(world.db)
  await sql`insert into compute_outages (order_id, first_minute, last_minute, minutes)
    select order_id, business_now(), business_now(), 1 from compute_leases limit 1`.execute(world.db)
  canaries.push({ owner: 'buyer', kind: 'words of a case', canary: '金丝雀买家的故障' })
  await sql`insert into compute_faults (id, order_id, buyer_id, seller_id, reason, state, ended_at)
    select 'rare-fault', order_id, buyer_id, seller_id, 'slow', 'ruled', business_now() from compute_leases limit 1`.execute(
    world.db,
  )
  await sql`insert into compute_fault_words (id, fault_id, user_id, words)
    values ('rare-fault-words', 'rare-fault', ${buyer.userId}, '金丝雀买家的故障')`.execute(world.db)
  await sql`insert into compute_fault_rulings (id, fault_id, refund_fen, rest_fen, reason, state, ruled_by)
    values ('rare-fault-ruling', 'rare-fault', 1, 8, 'test', 'final', 'somebody-of-the-staff')`.execute(world.db)
}

/** A bought work, looked at and commented on. */
async function addCodeRows(world: World, { seller, buyer, canaries }: Life): Promise<void> {
  await sql`insert into code_sales (order_id, work_id, buyer_id, licence, price_fen, refund_words)
    select 'rare-sale', id, ${buyer.userId}, 'personal', 100, 'it does not build' from code_works limit 1`.execute(
    world.db,
  )
  canaries.push({ owner: 'buyer', kind: 'comment', canary: '金丝雀的评语' })
  await sql`insert into code_comments (id, work_id, user_id, words, stars)
    select 'rare-comment', id, ${buyer.userId}, '金丝雀的评语', 4 from code_works limit 1`.execute(world.db)
  canaries.push({ owner: 'buyer', kind: 'report', canary: '金丝雀的举报' })
  await sql`insert into code_reports (id, work_id, reporter_id, reason, words)
    select 'rare-report', id, ${buyer.userId}, 'other', '金丝雀的举报' from code_works limit 1`.execute(world.db)
  canaries.push({ owner: 'seller', kind: 'appeal', canary: '金丝雀的申诉' })
  await sql`insert into code_takedowns (id, work_id, reason, words, was, state, answer, decision, answered_at)
    select 'rare-takedown', id, 'other', '金丝雀的下架', 'online', 'upheld', '金丝雀的申诉', '金丝雀的决定', business_now()
    from code_works where owner_id = ${seller.userId} limit 1`.execute(world.db)
  await sql`insert into code_videos (work_id, id, type, bytes, blob_key)
    select id, 'rare-video.mp4', 'video/mp4', 1, 'code/rare-video' from code_works
    where owner_id = ${seller.userId} limit 1`.execute(world.db)
  canaries.push({ owner: 'seller', kind: 'chain account', canary: '5CanaryOfTheAuthorsOwnAccount' })
  await sql`insert into code_rights_accounts (user_id, address)
    values (${seller.userId}, '5CanaryOfTheAuthorsOwnAccount')`.execute(world.db)
  await sql`insert into code_browses (work_id, user_id, day)
    select id, ${buyer.userId}, current_date from code_works limit 1`.execute(world.db)
}

/** The seller is a certified expert whom the buyer hired once. */
async function addTalentRows(world: World, { seller, buyer, canaries }: Life): Promise<void> {
  const { sealer } = world.platform
  const written = {
    ...{ requirement: '金丝雀的需求', note: '金丝雀的工时', reason: '金丝雀的理由', case: '金丝雀的案例' },
    ...{ delivery: '金丝雀的交付', link: 'https://example.com/金丝雀的链接' },
  }
  for (const [kind, canary] of Object.entries(written)) {
    const owner = kind === 'requirement' || kind === 'reason' ? 'buyer' : 'seller'
    canaries.push({ owner, kind, canary })
  }
  const name = await sealer.seal('欧阳知秋', certificationSealedAs.realName('rare-application'))
  await sql`insert into certification_applications (id, user_id, state, real_name_sealed, identity, work_exp, labels, head_file, consent_version, language, decided_at)
    values ('rare-application', ${seller.userId}, 'approved', ${name}, 'engineer', '5', '[]', 'rare-head', 'v1', 'en', business_now())`.execute(
    world.db,
  )
  await sql`insert into certification_papers (application_id, file_id, type, position)
    values ('rare-application', 'rare-file', 'CERT', 0)`.execute(world.db)
  await sql`insert into certification_approvals (application_id, operator_id)
    values ('rare-application', 'a-reviewer')`.execute(world.db)
  await sql`insert into certification_code_proofs (id, user_id, repository, branch)
    values ('rare-proof', ${seller.userId}, 'https://example.com/金丝雀仓库', 'trove-proof-rare')`.execute(world.db)
  canaries.push({ owner: 'seller', kind: 'a repository', canary: '金丝雀仓库' })
  await sql`insert into talent_experts (user_id, id, is_certified, real_name, identity, work_exp, fields, skills, hour_fen)
    values (${seller.userId}, 'rare-expert', true, '欧阳知秋', 'engineer', '5', '{}', '{}', 100)`.execute(world.db)
  await sql`insert into talent_cases (id, user_id, position, name, link)
    values ('rare-case', ${seller.userId}, 0, ${written.case}, '')`.execute(world.db)
  await sql`insert into notice_choices (user_id, topics, language) values (${seller.userId}, '{dispute}', 'en')`.execute(
    world.db,
  )
  await sql`insert into notices (id, user_id, kind, params, key)
    values ('rare-notice', ${seller.userId}, 'orders.paid', '{}', 'rare-notice')`.execute(world.db)
  // Handed over already: one that waits is gone as soon as its sweep comes by.
  await sql`insert into notice_texts (notice_id, user_id, topic, handed_at)
    values ('rare-notice', ${seller.userId}, 'payment', business_now())`.execute(world.db)
  await sql`insert into talent_calendars (user_id, zone, weekly) values (${seller.userId}, 'Asia/Kolkata', '{9}')`.execute(
    world.db,
  )
  await sql`insert into talent_free_days (user_id, day, hours) values (${seller.userId}, '2031-05-07', '{11}')`.execute(
    world.db,
  )
  await sql`insert into talent_agreements (hash, version, body_zh, body_en) values ('rare', '1', '', '')`.execute(
    world.db,
  )
  await sql`insert into talent_hires (order_id, expert_user_id, buyer_id, hours, hour_fen, identity, requirement, agreement_hash, delivery_note)
    values ('rare-hire', ${seller.userId}, ${buyer.userId}, 8, 100, 'engineer', ${written.requirement}, 'rare',
      ${written.delivery})`.execute(world.db)
  await sql`insert into talent_sheet_entries (id, order_id, work_day, minutes, note, link)
    values ('rare-entry', 'rare-hire', current_date, 60, ${written.note}, ${written.link})`.execute(world.db)
  await sql`insert into talent_sheet_commits (entry_id, repository, oid, state, author, subject, made_at)
    values ('rare-entry', 'https://example.com/a.git', ${'1'.repeat(40)}, 'found', '金丝雀提交者', '金丝雀提交说明', now())`.execute(
    world.db,
  )
  for (const kind of ['金丝雀提交者', '金丝雀提交说明'])
    canaries.push({ owner: 'seller', kind: 'a commit', canary: kind })
  await sql`insert into talent_refund_asks (id, order_id, hours, reason, due_at)
    values ('rare-ask', 'rare-hire', 1, ${written.reason}, 'infinity')`.execute(world.db)
  for (const [who, canary] of [
    ['buyer', '金丝雀买家的争议'],
    ['seller', '金丝雀专家的争议'],
  ] as const)
    canaries.push({ owner: who, kind: 'words of a dispute', canary })
  await sql`insert into talent_disputes (id, order_id, opened_by, hours, state, ended_at)
    values ('rare-dispute', 'rare-hire', ${buyer.userId}, 1, 'ruled', business_now())`.execute(world.db)
  await sql`insert into talent_dispute_words (id, dispute_id, user_id, words)
    values ('rare-words-b', 'rare-dispute', ${buyer.userId}, '金丝雀买家的争议'),
      ('rare-words-s', 'rare-dispute', ${seller.userId}, '金丝雀专家的争议')`.execute(world.db)
  await sql`insert into talent_rulings (id, dispute_id, hours, of_hours, stake_fen, reason, state, ruled_by)
    values ('rare-ruling', 'rare-dispute', 1, 8, 800, 'test', 'final', 'somebody-of-the-staff')`.execute(world.db)
  // As an order keeps what its buyer chose.
  await sql`update orders set choice = ${JSON.stringify({ wish: written.requirement })}::jsonb
    where buyer_id = ${buyer.userId}`.execute(world.db)
}

/** A vault, an upload and a favourite of the buyer. */
async function addStoredRows(world: World, { buyer, canaries }: Life): Promise<void> {
  const { sealer } = world.platform
  canaries.push({ owner: 'buyer', kind: 'chain account', canary: '5CanaryOfTheBuyersOwnAccount' })
  const box = await sealer.seal('rare', storageSealedAs.box({ user_id: buyer.userId }))
  await sql`insert into storage_vaults (user_id, box_sealed, fingerprint)
    values (${buyer.userId}, ${box}, 'rare-fingerprint')`.execute(world.db)
  await sql`insert into storage_shares (id, owner_id, cid, expires_at)
    values ('rare-share', ${buyer.userId}, 'rare-cid', business_now() + interval '1 day')`.execute(world.db)
  await sql`insert into storage_uploads (id, owner_id, accounts, bytes, state)
    values ('rare-upload', ${buyer.userId}, '{5CanaryOfTheBuyersOwnAccount}', 1, 'ready')`.execute(world.db)
  await sql`insert into favourites (user_id, subject_kind, subject_id)
    values (${buyer.userId}, 'superPoints', 'rare-offer')`.execute(world.db)
  await sql`insert into saved_searches (id, user_id, kind, name, filter, looked_seq)
    values ('rare-search', ${buyer.userId}, 'superPoints', '金丝雀的搜索', '{"keyword": "金丝雀"}', 0)`.execute(
    world.db,
  )
  await sql`insert into saved_search_finds (search_id, subject_id) values ('rare-search', 'rare-offer')`.execute(
    world.db,
  )
}

/** Takes away what would keep the account: who works for the site stays, and who has a second factor shows it first. */
export async function endStaffLife(world: World, life: Life): Promise<void> {
  for (const table of ['second_factor_totp', 'second_factor_passkey', 'staff_roles'])
    await sql`delete from ${sql.table(table)} where user_id = ${life.buyer.userId}`.execute(world.db)
}
