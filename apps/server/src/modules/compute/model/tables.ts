import type { ColumnType, Generated } from 'kysely'
import type { FactColumns } from '../facts/columns.ts'
import type {
  CheckResult,
  CheckState,
  CheckTrigger,
  CleaningState,
  LeaseState,
  Listing,
  Measured,
  RecipeFailure,
  RecipeState,
  Slot,
} from './rules.ts'

type Sealed = ColumnType<Buffer | null, Buffer | null, Buffer | null>
type Json<T> = ColumnType<T | null, string | null, string | null>

export type OfferTable = FactColumns & {
  id: string
  seq: Generated<bigint>
  seller_id: string
  auth_id: string
  ipv4: string
  port: number
  username: string
  password_sealed: Sealed
  next_password_sealed: Generated<Buffer | null>
  host_key: Generated<string | null>
  is_entered: Generated<boolean>
  listing: Generated<Listing>
  slot: Generated<Slot>
  slot_order_id: Generated<string | null>
  cleaning: Generated<CleaningState>
  check_state: Generated<CheckState>
  checked_at: Generated<Date | null>
  next_check_at: Generated<Date | null>
  differing: Generated<string[]>
  measured: Json<Measured>
  speed_score: Generated<number>
  lease_count: Generated<number>
  is_relisted: Generated<boolean>
  is_renewable: Generated<boolean>
  renewal_price_fen: Generated<bigint | null>
  /** Changed by the database alone. */
  card_version: ColumnType<number, never, never>
  busy_token: Generated<string | null>
  busy_by: Generated<number | null>
  busy_until: Generated<Date | null>
  created_at: Generated<Date>
  deleted_at: Generated<Date | null>
  is_open: ColumnType<boolean, never, never>
}

export type CheckTable = {
  id: string
  seq: Generated<bigint>
  offer_id: string
  trigger: CheckTrigger
  state: Generated<'queued' | 'running' | 'done'>
  result: Generated<CheckResult | null>
  differing: Generated<string[]>
  measured: Json<Measured>
  started_at: Generated<Date>
  done_at: Generated<Date | null>
}

export type LeaseTable = {
  order_id: string
  offer_id: string
  buyer_id: string
  seller_id: string
  state: Generated<LeaseState>
  public_keys: Generated<string[]>
  wanted_keys: Generated<string[] | null>
  keys_version: Generated<number>
  keys_attempts: Generated<number>
  keys_attempt_at: Generated<Date | null>
  mark_sealed: Generated<Buffer | null>
  is_checked: Generated<boolean>
  attempts: Generated<number>
  next_attempt_at: Generated<Date | null>
  paid_at: Generated<Date>
  serve_start_at: Generated<Date | null>
  serve_end_at: Generated<Date | null>
  ended_at: Generated<Date | null>
  cleaned_at: Generated<Date | null>
  period_days: number | null
  period_hours: Generated<number | null>
  warned_days: Generated<number | null>
  told_clean_failed: Generated<boolean>
  renewed_by: Generated<string | null>
  renewal_most_fen: Generated<bigint | null>
  renewal_outcome: Generated<'asked' | 'above' | 'refused' | null>
  renewal_order_id: Generated<string | null>
}

/** What of a machine on lease is open, and counted. */
export type LeaseUse = 'terminal' | 'cockpit' | 'transfer'

/** How a buyer used the login. */
export type AccessVia = 'credentials' | 'terminal' | 'files'

export type AccessReadTable = {
  id: string
  seq: Generated<bigint>
  offer_id: string
  order_id: string
  reader_id: string
  via: AccessVia
  at: Generated<Date>
}

export type KeyTable = {
  id: string
  seq: Generated<bigint>
  user_id: string
  name: string
  public_key: string
  fingerprint: string
  created_at: Generated<Date>
}

export type AgentTable = {
  id: string
  seq: Generated<bigint>
  seller_id: string
  name: string
  port: number
  token_hash: Generated<string | null>
  token_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  public_key: Generated<string | null>
  held_by: Generated<number | null>
  line: Generated<string | null>
  seen_at: Generated<Date | null>
  created_at: Generated<Date>
}

export type ScriptTable = {
  id: string
  seq: Generated<bigint>
  user_id: string
  name: string
  script_sealed: Buffer
  created_at: Generated<Date>
}

export type RecipeRunTable = {
  id: string
  seq: Generated<bigint>
  order_id: string
  offer_id: string
  buyer_id: string
  recipe: string
  name: string | null
  script_sealed: Buffer | null
  state: Generated<RecipeState>
  failure: Generated<RecipeFailure | null>
  exit_code: Generated<number | null>
  missing: Generated<string | null>
  installed: Generated<string[]>
  attempts: Generated<number>
  failures: Generated<number>
  next_attempt_at: Generated<Date | null>
  created_at: Generated<Date>
  started_at: Generated<Date | null>
  ended_at: Generated<Date | null>
}

export type ComputeTables = {
  compute_agents: AgentTable
  compute_scripts: ScriptTable
  compute_recipe_runs: RecipeRunTable
  compute_offers: OfferTable
  compute_checks: CheckTable
  compute_leases: LeaseTable
  compute_access_reads: AccessReadTable
  compute_keys: KeyTable
  compute_terminals: {
    id: string
    user_id: string
    offer_id: string
    alive_at: Generated<Date>
    heard_at: Generated<Date | null>
    kind: LeaseUse
  }
}
