import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

const hiresOf = (side: 'expert' | 'buyer', userId: string) =>
  sql`(select order_id from talent_hires where ${sql.ref(side === 'expert' ? 'expert_user_id' : 'buyer_id')} = ${userId})`

const isOfOwnDispute = (userId: string) => sql`t.dispute_id in (select d.id from talent_disputes d
  where d.order_id in ${hiresOf('buyer', userId)} or d.order_id in ${hiresOf('expert', userId)})`

/**
 * What the talent market keeps of people. An expert who leaves goes from the market with all they showed there. Of hires the
 * hours and prices stay, as orders do; what either side wrote goes with who wrote it.
 */
export const talentPersonalData: PersonalData = {
  part: 'talent',
  tables: [
    {
      table: 'talent_dispute_words',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['seq', 'user_id'],
      onErasure: { words: sql`''` },
    },
    {
      // Of the staff's rulings the two have what was ruled; never who it was, and no proposal that one of them could forestall.
      table: 'talent_rulings',
      rows: ({ userId }) => sql`(t.state = 'final' and ${isOfOwnDispute(userId)})`,
      leftOut: ['seq', 'ruled_by', 'decided_by'],
      onErasure: 'keep',
    },
    {
      table: 'talent_rulings',
      name: 'reasons',
      rows: ({ userId }) => isOfOwnDispute(userId),
      leftOut: 'all',
      onErasure: { reason: sql`''` },
    },
    {
      table: 'talent_disputes',
      rows: ({ userId }) =>
        sql`(t.order_id in ${hiresOf('buyer', userId)} or t.order_id in ${hiresOf('expert', userId)})`,
      leftOut: ['seq', 'opened_by'],
      onErasure: 'keep',
    },
    {
      table: 'talent_sheet_entries',
      rows: ({ userId }) => sql`t.order_id in ${hiresOf('expert', userId)}`,
      leftOut: ['seq'],
      onErasure: { note: sql`''`, link: sql`''` },
    },
    {
      table: 'talent_sheet_commits',
      rows: ({ userId }) =>
        sql`t.entry_id in (select id from talent_sheet_entries where order_id in ${hiresOf('expert', userId)})`,
      leftOut: ['tries', 'next_at'],
      onErasure: 'delete',
    },
    {
      table: 'talent_refund_asks',
      rows: ({ userId }) => sql`t.order_id in ${hiresOf('buyer', userId)}`,
      leftOut: ['seq'],
      onErasure: { reason: sql`''` },
    },
    {
      table: 'talent_hires',
      name: 'hires',
      rows: ({ userId }) => sql`t.buyer_id = ${userId}`,
      leftOut: ['buyer_id', 'expert_user_id', 'delivery_note', 'week_changes'],
      onErasure: { requirement: sql`''` },
    },
    {
      table: 'talent_hires',
      name: 'work',
      rows: ({ userId }) => sql`t.expert_user_id = ${userId}`,
      leftOut: ['buyer_id', 'expert_user_id', 'requirement', 'week_changes'],
      // What they are by the list of the market says nothing of them; their own words do.
      onErasure: {
        delivery_note: sql`null`,
        identity: sql`case when exists (select from dictionary_nodes d
          where d.group_name = 'identity' and d.value = t.identity) then t.identity else '' end`,
      },
    },
    {
      table: 'talent_free_days',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['user_id'],
      onErasure: 'delete',
    },
    {
      table: 'talent_calendars',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['user_id'],
      onErasure: 'delete',
    },
    {
      table: 'talent_cases',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['user_id', 'position'],
      onErasure: 'delete',
    },
    {
      table: 'talent_expert_words',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: 'all',
      onErasure: 'delete',
    },
    {
      table: 'talent_experts',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['user_id', 'seq', 'is_open', 'rating'],
      onErasure: 'delete',
    },
  ],
}
