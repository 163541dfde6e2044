import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing, personText } from '../kit/shapes.ts'

/** The SSH public keys of a person who rents, and which of them a running lease has. */

/** Keys of one person, and most that a machine gets. */
export const SSH_KEYS_MAX = 10
/** Longest text of a public key, its comment included. */
export const SSH_KEY_LENGTH_MAX = 1000

/** SHA-256 of a key as OpenSSH writes it: what a choice of keys names them by. */
export const KeyFingerprint = z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/)

/** A choice of one's keys; none of them means that the machine is entered by its password. */
export const ChosenKeys = z.array(KeyFingerprint).max(SSH_KEYS_MAX)

export const NamedKey = z.object({
  id: Id,
  name: z.string(),
  publicKey: z.string(),
  fingerprint: z.string(),
  createdAt: Moment,
})

export const listSshKeys = route({
  id: 'compute.list-ssh-keys',
  method: 'GET',
  path: '/api/computing/ssh-keys',
  summary: 'One’s SSH public keys, oldest first',
  auth: 'user',
  ok: z.array(NamedKey),
})

export const addSshKey = route({
  id: 'compute.add-ssh-key',
  method: 'POST',
  path: '/api/computing/ssh-keys',
  summary: `Save an SSH public key under a name, at most ${SSH_KEYS_MAX}; leases that run get it by their own call`,
  auth: 'user',
  body: z.strictObject({ name: personText(1, 40), publicKey: z.string().trim().max(SSH_KEY_LENGTH_MAX) }),
  ok: NamedKey,
  errors: ['compute.ssh-key-invalid', 'compute.ssh-key-private', 'compute.ssh-key-twice', 'compute.ssh-key-limit'],
})

export const removeSshKey = route({
  id: 'compute.remove-ssh-key',
  method: 'DELETE',
  path: '/api/computing/ssh-keys/{id}',
  summary:
    'Remove one of one’s SSH public keys; machines that have it keep it until it is taken out there or the lease ends',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: Nothing,
  errors: ['compute.ssh-key-unknown'],
})

/**
 * The keys of a running lease. `settled`: the machine has those that are `isChosen`. `changing` and, after a try that
 * failed, `retrying`: until the machine has confirmed the chosen ones it is not known which of all these it has.
 */
export const LeaseKeys = z.object({
  orderId: Id,
  state: z.enum(['settled', 'changing', 'retrying']),
  /** One’s keys that are saved, and those the lease has that are saved no more: they have no name. */
  keys: z.array(z.object({ fingerprint: z.string(), name: z.string().nullable(), isChosen: z.boolean() })),
})

const LEASE_KEYS = '/api/computing/lease/keys/{id}'

export const getLeaseKeys = route({
  id: 'compute.get-lease-keys',
  method: 'GET',
  path: LEASE_KEYS,
  summary: 'The SSH keys of a running lease of one’s own, by the id of its order',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: LeaseKeys,
  errors: ['orders.not-found', 'compute.lease-over', 'compute.not-provisioned'],
})

export const putLeaseKeys = route({
  id: 'compute.put-lease-keys',
  method: 'PUT',
  path: LEASE_KEYS,
  summary:
    'Let a running lease of one’s own have exactly these SSH keys; they are installed soon after, tried again until done',
  auth: 'user',
  params: z.object({ id: Id }),
  body: z.strictObject({ sshKeys: ChosenKeys }),
  ok: LeaseKeys,
  errors: ['orders.not-found', 'compute.lease-over', 'compute.not-provisioned', 'compute.ssh-key-unknown'],
})

export const sshKeyRoutes = [listSshKeys, addSshKey, removeSshKey, getLeaseKeys, putLeaseKeys] as const
