import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

/**
 * An author's works that nobody has: drafts, and what was never taken or went back. Those of authors who left before go
 * too, for whoever had one last may be leaving now, and their grants are deleted by then.
 */
const unheldOf = (userId: string) => sql`(select w.id from code_works w
  where (w.owner_id = ${userId} or w.is_left)
    and not exists (select from code_grants g where g.work_id = w.id))`

/**
 * What the code market keeps of a person. An author's works go offline. What somebody has stays, for they keep it. Of a work
 * that nobody has, or whose last holder leaves after its author, only an empty row stays, which orders and reports may
 * name. Tokens and grants go.
 */
export const codePersonalData: PersonalData = {
  part: 'code',
  tables: [
    {
      table: 'code_tokens',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['user_id', 'token_hash'],
      onErasure: 'delete',
    },
    {
      table: 'code_grants',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['user_id'],
      onErasure: 'delete',
    },
    {
      table: 'code_sales',
      rows: ({ userId }) => sql`t.buyer_id = ${userId}`,
      leftOut: ['buyer_id'],
      onErasure: { refund_words: sql`null` },
    },
    {
      table: 'code_comments',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['seq', 'user_id'],
      onErasure: { words: sql`''` },
    },
    {
      table: 'code_archives',
      rows: ({ userId }) => sql`t.work_id in (select id from code_works where owner_id = ${userId})`,
      leftOut: 'all',
      onErasure: 'keep',
    },
    {
      table: 'code_licences',
      rows: ({ userId }) => sql`t.work_id in (select id from code_works where owner_id = ${userId})`,
      onErasure: 'keep',
    },
    {
      table: 'code_browses',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['user_id'],
      onErasure: 'delete',
    },
    {
      table: 'code_days',
      rows: ({ userId }) => sql`t.work_id in (select id from code_works where owner_id = ${userId})`,
      onErasure: 'keep',
    },
    {
      table: 'code_pictures',
      rows: ({ userId }) => sql`t.work_id in (select id from code_works where owner_id = ${userId})`,
      leftOut: ['seq'],
      onErasure: 'delete',
    },
    {
      table: 'code_videos',
      rows: ({ userId }) => sql`t.work_id in (select id from code_works where owner_id = ${userId})`,
      leftOut: ['blob_key'],
      onErasure: 'delete',
    },
    {
      table: 'code_reports',
      rows: ({ userId }) => sql`t.reporter_id = ${userId}`,
      leftOut: ['seq', 'reporter_id', 'settled_at', 'is_told'],
      onErasure: { words: sql`null`, is_told: sql`true` },
    },
    {
      table: 'code_takedowns',
      rows: ({ userId }) => sql`t.work_id in (select id from code_works where owner_id = ${userId})`,
      leftOut: ['seq', 'is_told', 'told_to'],
      // A restored work of who left stays hidden.
      onErasure: {
        was: sql`'offline'`,
        words: sql`''`,
        answer: sql`case when answer is null then null else '' end`,
        decision: sql`case when decision is null then null else '' end`,
      },
    },
    {
      table: 'code_slots',
      rows: ({ userId }) => sql`t.work_id in (select id from code_works where owner_id = ${userId})`,
      leftOut: 'all',
      onErasure: 'delete',
    },
    {
      table: 'code_work_words',
      rows: ({ userId }) => sql`t.work_seq in (select seq from code_works where owner_id = ${userId})`,
      leftOut: 'all',
      onErasure: 'keep',
    },
    {
      table: 'code_readings',
      rows: ({ userId }) => sql`t.work_id in (select id from code_works where owner_id = ${userId})`,
      leftOut: 'all',
      onErasure: 'keep',
    },
    {
      table: 'code_scans',
      rows: ({ userId }) => sql`t.work_id in (select id from code_works where owner_id = ${userId})`,
      leftOut: 'all',
      onErasure: 'keep',
    },
    {
      table: 'code_malware',
      rows: ({ userId }) => sql`t.work_id in (select id from code_works where owner_id = ${userId})`,
      leftOut: 'all',
      onErasure: 'keep',
    },
    {
      table: 'code_rights_accounts',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['user_id'],
      onErasure: 'delete',
    },
    {
      table: 'code_rights',
      rows: ({ userId }) => sql`t.work_id in (select id from code_works where owner_id = ${userId})`,
      leftOut: ['seq', 'call_hash', 'tries', 'checked_at'],
      onErasure: 'keep',
    },
    {
      table: 'code_versions',
      rows: ({ userId }) => sql`t.work_id in (select id from code_works where owner_id = ${userId})`,
      leftOut: ['objects', 'blob_key', 'told_to', 'is_scanned', 'scan_tries', 'scan_after'],
      onErasure: 'keep',
    },
    {
      table: 'code_archives',
      name: 'unheldArchives',
      rows: ({ userId }) => sql`t.work_id in ${unheldOf(userId)}`,
      leftOut: 'all',
      onErasure: 'delete',
    },
    {
      table: 'code_malware',
      name: 'unheldMalware',
      rows: ({ userId }) => sql`t.work_id in ${unheldOf(userId)}`,
      leftOut: 'all',
      onErasure: 'delete',
    },
    {
      // What was read, scanned and anchored of a version goes with its row, and a trigger has its blobs swept.
      table: 'code_versions',
      name: 'unheldVersions',
      rows: ({ userId }) => sql`t.work_id in ${unheldOf(userId)}`,
      leftOut: 'all',
      onErasure: 'delete',
    },
    {
      table: 'code_works',
      name: 'unheldWorks',
      rows: ({ userId }) => sql`t.id in ${unheldOf(userId)}`,
      leftOut: 'all',
      onErasure: {
        title: sql`''`,
        intro: sql`''`,
        blurb: sql`''`,
        labels: sql`'{}'`,
        environment: sql`''`,
        demo_url: sql`''`,
        open_paths: sql`'{}'`,
      },
    },
    {
      table: 'code_works',
      rows: ({ userId }) => sql`t.owner_id = ${userId}`,
      leftOut: ['seq', 'owner_id', 'is_left'],
      onErasure: { state: sql`case when state = 'online' then 'offline' else state end`, is_left: sql`true` },
    },
  ],
}
