import type { Clock } from '../base/clock.ts'
import { shanghaiTime } from '../base/clock.ts'
import { randomToken } from '../base/random.ts'
import { getSwitches } from '../base/settings.ts'
import type { Store } from '../base/store.ts'
import type { Keys } from '../keys/keys.ts'
import type { Fault, Faults } from './faults.ts'
import { spoiltNotification } from './notify-faults.ts'

interface Parts {
  store: Store
  clock: Clock
  keys: Keys
  faults: Faults
  /** Machine milliseconds that stand for one hour of retry gaps. */
  hourMs: number
}

interface Pending {
  notifyId: string
  outTradeNo: string
  url: string
  fields: string
  attempts: number
}

/** The real gaps between attempts: 4 m, 10 m, 10 m, 1 h, 2 h, 6 h, 15 h. */
const GAPS_HOURS = [4 / 60, 10 / 60, 10 / 60, 1, 2, 6, 15]
const LATE_HOURS = 25
const ANSWER_TIMEOUT_MS = 15_000
const REORDER_HOLD_MS = 3_000
const POSTS_AT_ONCE = 10
const LONGEST_TIMER_MS = 2_000_000_000

/** Sends notifications and repeats them, with the same notify_id, until the merchant answers exactly `success`. */
export class Notifier {
  readonly #parts: Parts
  readonly #inFlight = new Map<string, Promise<void>>()
  readonly #held = new Set<string>()
  readonly #stop = new AbortController()
  #timer: NodeJS.Timeout | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Takes up what a former run left unsent. */
  start(): void {
    this.#arm()
  }

  /** Keeps a notification in the caller's transaction; it is sent after `wake`. Answers its notify_id. */
  enqueue(outTradeNo: string, url: string, fields: Record<string, string>): string {
    const now = this.#parts.clock.nowMs()
    const notifyId = `${shanghaiTime(now).slice(0, 10).replaceAll('-', '')}00222${randomToken(10)}`
    this.#parts.store.run(
      `INSERT INTO notifications (notifyId, outTradeNo, url, fields, state, dueMachineMs, createdAt)
       VALUES ($notifyId, $outTradeNo, $url, $fields, 'pending', $dueMachineMs, $createdAt)`,
      { notifyId, outTradeNo, url, fields: JSON.stringify(fields), dueMachineMs: Date.now(), createdAt: now },
    )
    return notifyId
  }

  /** Sends what is due now; call it after the transaction of `enqueue`. */
  wake(): void {
    if (this.#stop.signal.aborted) return
    const due = this.#parts.store.list<Pending>(
      `SELECT notifyId, outTradeNo, url, fields, attempts FROM notifications
       WHERE state = 'pending' AND dueMachineMs <= $now`,
      { now: Date.now() },
    )
    for (const pending of due) this.#begin(pending)
    this.#arm()
  }

  /** Resolves when every notification of this trade that is due has been posted once more. */
  async delivered(outTradeNo: string): Promise<void> {
    this.wake()
    const rows = this.#parts.store.list<{ notifyId: string }>(
      'SELECT notifyId FROM notifications WHERE outTradeNo = $outTradeNo',
      { outTradeNo },
    )
    await Promise.all(rows.map((row) => this.#inFlight.get(row.notifyId)))
  }

  /** Lets waiting retries come nearer when the business clock was moved forward. */
  advance(ms: number): void {
    const scaled = Math.floor((ms * this.#parts.hourMs) / 3_600_000)
    this.#parts.store.run(`UPDATE notifications SET dueMachineMs = dueMachineMs - $scaled WHERE state = 'pending'`, {
      scaled,
    })
    this.wake()
  }

  /** Ends all sending; what was not answered stays pending for the next start. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#stop.abort()
    await Promise.allSettled(this.#inFlight.values())
  }

  #begin(pending: Pending): void {
    if (this.#inFlight.has(pending.notifyId)) return
    const sending = this.#attempt(pending).finally(() => {
      this.#inFlight.delete(pending.notifyId)
      if (!this.#stop.signal.aborted) this.wake()
    })
    this.#inFlight.set(pending.notifyId, sending)
  }

  async #attempt(pending: Pending): Promise<void> {
    this.#held.delete(pending.notifyId)
    const fault = this.#parts.faults.take('notify', (kind) => kind !== 'before-return')
    if (fault !== undefined && this.#putOff(pending, fault)) return
    const { store, clock, keys } = this.#parts
    const fields = { ...(JSON.parse(pending.fields) as Record<string, string>), notify_id: pending.notifyId }
    const timed = { ...fields, notify_time: shanghaiTime(clock.nowMs()) }
    const form = spoiltNotification(timed, fault, keys.gatewayPrivate, getSwitches(store).signsNotifyType)
    const isAnswered = await this.#post(pending, form, fault)
    if (this.#stop.signal.aborted) return
    this.#settle(pending, isAnswered)
    this.#releaseHeld()
  }

  /** Faults that send nothing now: dropped for good, 25 h later, or after the next one. */
  #putOff(pending: Pending, fault: Fault): boolean {
    if (fault.kind === 'never') {
      this.#note(pending.notifyId, 'never', '')
      this.#change(pending.notifyId, 'given-up', 0)
      return true
    }
    if (fault.kind !== 'late' && fault.kind !== 'reorder') return false
    const isLate = fault.kind === 'late'
    if (!isLate) this.#held.add(pending.notifyId)
    this.#note(pending.notifyId, fault.kind, '')
    this.#change(pending.notifyId, 'pending', isLate ? LATE_HOURS * this.#parts.hourMs : REORDER_HOLD_MS)
    return true
  }

  async #post(pending: Pending, form: Record<string, string>, fault: Fault | undefined): Promise<boolean> {
    const copies = fault?.kind === 'duplicate' ? fault.copies : 1
    let isAnswered = false
    for (let sent = 0; sent < copies; sent += POSTS_AT_ONCE) {
      const batch = Array.from({ length: Math.min(POSTS_AT_ONCE, copies - sent) }, () =>
        this.#postOnce(pending.url, form),
      )
      for (const answer of await Promise.all(batch)) {
        if (this.#stop.signal.aborted) return false
        this.#note(pending.notifyId, fault?.kind ?? '', answer)
        isAnswered ||= answer === 'success'
      }
    }
    return isAnswered
  }

  async #postOnce(url: string, form: Record<string, string>): Promise<string> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
        body: new URLSearchParams(form).toString(),
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(ANSWER_TIMEOUT_MS), this.#stop.signal]),
      })
      const text = await response.text()
      return response.status === 200 ? text.slice(0, 200) : `HTTP ${response.status}`
    } catch (error) {
      return `no answer: ${error instanceof Error ? error.message : String(error)}`
    }
  }

  #settle(pending: Pending, isAnswered: boolean): void {
    const gapHours = GAPS_HOURS[pending.attempts]
    const state = isAnswered ? 'delivered' : gapHours === undefined ? 'given-up' : 'pending'
    this.#parts.store.run('UPDATE notifications SET attempts = attempts + 1 WHERE notifyId = $notifyId', {
      notifyId: pending.notifyId,
    })
    this.#change(pending.notifyId, state, (gapHours ?? 0) * this.#parts.hourMs)
  }

  #change(notifyId: string, state: string, delayMs: number): void {
    this.#parts.store.run(
      'UPDATE notifications SET state = $state, dueMachineMs = $dueMachineMs WHERE notifyId = $notifyId',
      { notifyId, state, dueMachineMs: Date.now() + Math.ceil(delayMs) },
    )
  }

  #note(notifyId: string, fault: string, answer: string): void {
    this.#parts.store.run(
      'INSERT INTO deliveries (notifyId, atMachineMs, fault, answer) VALUES ($notifyId, $at, $fault, $answer)',
      { notifyId, at: Date.now(), fault, answer },
    )
  }

  #releaseHeld(): void {
    for (const notifyId of this.#held) this.#change(notifyId, 'pending', 0)
    this.#held.clear()
  }

  #arm(): void {
    clearTimeout(this.#timer)
    if (this.#stop.signal.aborted) return
    const next = this.#parts.store.find<{ dueMachineMs: number }>(
      `SELECT dueMachineMs FROM notifications WHERE state = 'pending'
       AND notifyId NOT IN (SELECT value FROM json_each($inFlight)) ORDER BY dueMachineMs LIMIT 1`,
      { inFlight: JSON.stringify([...this.#inFlight.keys()]) },
    )
    if (next === undefined) return
    const delayMs = Math.min(Math.max(next.dueMachineMs - Date.now(), 0), LONGEST_TIMER_MS)
    this.#timer = setTimeout(() => this.wake(), delayMs)
  }
}
