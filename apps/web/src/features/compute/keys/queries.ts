import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addSshKey,
  getLeaseKeys,
  type LeaseKeys as LeaseKeysShape,
  listSshKeys,
  type NamedKey,
  putLeaseKeys,
  removeSshKey,
} from '@trove/contract/compute/ssh-keys'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'

export type SavedKey = z.output<typeof NamedKey>
export type LeaseKeys = z.output<typeof LeaseKeysShape>

const KEYS = ['compute', 'ssh-keys']
/** How often a change of a machine's keys is looked at until the machine confirmed it. */
const CHANGING_POLL_MS = 2_000

/** One's SSH public keys, oldest first. */
export function useSshKeys() {
  return useQuery({ queryKey: KEYS, queryFn: () => api(listSshKeys, {}) })
}

/** Adds a key to one's own; `onError` hears why it was refused. */
export function useAddKey({ onDone, onError }: { onDone: () => void; onError: (failure: Error) => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { name: string; publicKey: string }) => api(addSshKey, { body }),
    meta: { isHandled: true },
    onSuccess: (added) => {
      client.setQueryData<SavedKey[]>(KEYS, (now) => now && [...now, added])
      notify('success', t('sshKeys.added'))
      onDone()
    },
    onError,
    // A lease shows one's saved keys, too.
    onSettled: () => client.invalidateQueries({ queryKey: ['compute'] }),
  })
}

/** Removes one of one's keys. */
export function useRemoveKey({ onSettled }: { onSettled: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api(removeSshKey, { params: { id } }),
    onSuccess: (_, id) => {
      client.setQueryData<SavedKey[]>(KEYS, (now) => now?.filter((key) => key.id !== id))
      notify('success', t('sshKeys.removed'))
    },
    onSettled: () => {
      onSettled()
      return client.invalidateQueries({ queryKey: ['compute'] })
    },
  })
}

const leaseKey = (orderId: string) => ['compute', 'lease-keys', orderId]

/** The keys of a running lease; looked at again until the machine has confirmed them. */
export function useLeaseKeys(orderId: string) {
  return useQuery({
    queryKey: leaseKey(orderId),
    queryFn: () => api(getLeaseKeys, { params: { id: orderId } }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'settled' ? CHANGING_POLL_MS : false),
  })
}

/** Chooses the keys of a running lease; the machine gets them soon after. */
export function usePutLeaseKeys(orderId: string, onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sshKeys: string[]) => api(putLeaseKeys, { params: { id: orderId }, body: { sshKeys } }),
    onSuccess: (keys) => {
      client.setQueryData(leaseKey(orderId), keys)
      if (keys.state !== 'settled') notify('success', t('sshKeys.lease.saved'))
      onDone()
    },
    // A refusal may mean that the keys are others by now.
    onError: () => client.invalidateQueries({ queryKey: leaseKey(orderId) }),
  })
}
