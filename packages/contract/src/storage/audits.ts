import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Moment } from '../kit/shapes.ts'

/**
 * The audit of storage nodes from outside (ADR 21): frames of random orders are asked of the nodes that keep them, the way a
 * reader asks. What comes of it is a score with its reasons. Nobody is paid, slashed or fined by it.
 */

/** A node is asked for one frame at most in so many minutes. */
export const AUDIT_SLOT_MINUTES = 10
/** Nodes that are asked in one round, one a minute: at most so many frames of 256 KiB. */
export const AUDIT_NODES_MAX = 20
/** Days that count, in samples and in proofs. */
export const AUDIT_DAYS = 30
/** Samples without which there is no score. */
export const AUDIT_SAMPLES_MIN = 12
/** The newest samples decide on a pause: so many are looked at. */
export const AUDIT_LOOKED_AT = 12
/** A node is paused when so many of them failed, */
export const AUDIT_FAILED_MAX = 6
/** or so many had other bytes. */
export const AUDIT_WRONG_MAX = 2
/** So many good samples in a row after it end a pause. */
export const AUDIT_GOOD_AGAIN = 6

/** `given`: the frame. `absent`: not connected. `silent`: connected, and no answer in 15 s. `wrong`: other bytes. `unknown`: our own fault. */
export const AUDIT_OUTCOMES = ['given', 'absent', 'silent', 'wrong', 'unknown'] as const
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number]

/** One fifth of all nodes at once, or more than one where there are few. */
const OUTAGE_PART = 5

/**
 * Whether silence says more about our own gateway than about the nodes: nobody answered, or too many fell silent at once. Then
 * nobody is blamed. Other bytes are no silence: they came from a node.
 */
export function isGatewayOutage({ nodes, silent }: { nodes: number; silent: number }): boolean {
  return silent > 0 && (silent === nodes || silent > Math.max(1, Math.floor(nodes / OUTAGE_PART)))
}

export const NODE_STANDINGS = ['new', 'good', 'paused'] as const
/** What takes a score below 100. */
export const NODE_FAULTS = ['wrong', 'silent', 'absent', 'missed'] as const

/** An address as chains write them. */
const NodeAddress = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{46,50}$/)
const Count = z.number().int().min(0)

export const NodeScore = z.object({
  account: z.string(),
  /** `new`: too few samples for a score. `paused`: readers are sent to it only when no other node gives the frame. */
  standing: z.enum(NODE_STANDINGS),
  /** 0 to 100: retrieval, proofs on time and uptime, multiplied; null while there are too few samples. */
  score: z.number().int().min(0).max(100).nullable(),
  /** Of the samples of 30 days how many were answered with the frame, and what the others were; unknown ones are in none. */
  samples: z.object({ asked: Count, given: Count, absent: Count, silent: Count, wrong: Count }),
  /** Of the proofs that fell due in 30 days how many the chain took, and how many were missed. */
  proofs: z.object({ given: Count, missed: Count }),
  /** Why the score is below 100, the worst first. */
  faults: z.array(z.object({ fault: z.enum(NODE_FAULTS), count: Count, of: Count })),
  pausedAt: Moment.nullable(),
})
export type NodeScore = z.output<typeof NodeScore>

export const getNodeScore = route({
  id: 'storage.get-node-score',
  method: 'GET',
  path: '/api/storage/node/score/{account}',
  summary: 'What samples from outside and the chain’s proofs say of a storage node in 30 days, with the reasons',
  auth: 'none',
  params: z.object({ account: NodeAddress }),
  ok: NodeScore,
  errors: ['chain.address-invalid'],
})

/** Nodes of one person in an answer at most. */
export const OWN_NODES_MAX = 50

export const listOwnNodes = route({
  id: 'storage.list-own-nodes',
  method: 'GET',
  path: '/api/storage/node/own',
  summary: 'The same of one’s own nodes: those whose account one was the first to fill from the faucet',
  auth: 'user',
  ok: z.array(NodeScore),
})

export const storageAuditRoutes = [getNodeScore, listOwnNodes] as const
