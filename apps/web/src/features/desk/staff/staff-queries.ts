import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ContractError } from '@trove/contract/errors/codes'
import { getUser } from '@trove/contract/identity/routes'
import {
  grantRole,
  listActs,
  listStaff,
  readAct,
  resetFactor,
  type StaffAct,
  type StaffPerson,
  takeRole,
} from '@trove/contract/identity/staff'
import type { StaffRole } from '@trove/contract/kit/staff-roles'
import type { z } from 'zod'
import { api } from '../../../lib/calls/api.ts'
import { type Listed, type Page, useListed, usePages } from '../queries.ts'

export type Member = z.output<typeof StaffPerson> & { id: string }
export type Act = z.output<typeof StaffAct>
export type ActFilter = { operatorId?: string; subjectId?: string }

const PAGE_SIZE = 20
/** Shorter texts are no id of a person. */
const ID_CHARS = 8

/** A row is called by its person. */
const readStaff = async () => (await api(listStaff, {})).map((member) => ({ ...member, id: member.person.id }))

/** Everybody of the staff. */
export function useStaff() {
  return useQuery({ queryKey: ['desk', 'staff'], queryFn: readStaff })
}

/** One of the staff; the list holds all, so whoever is not in it has no role any more. */
export function useMember(id: string, pages: Listed<Member>) {
  return useListed(['staff', id], pages, async () => {
    const member = (await readStaff()).find((one) => one.id === id)
    if (!member) throw new ContractError('resource.not-found')
    return member
  })
}

/** The person an id belongs to; nothing while it is being typed. */
export function usePersonOf(userId: string) {
  return useQuery({
    queryKey: ['desk', 'person', userId],
    queryFn: () => api(getUser, { query: { userId } }),
    enabled: userId.length >= ID_CHARS,
    retry: false,
  })
}

/** Giving and taking roles, and resetting second factors; whatever the answer, the list shows how it stands now. */
export function useStaffActions(onDone: () => void) {
  const client = useQueryClient()
  const shared = { onSuccess: onDone, onSettled: () => client.invalidateQueries({ queryKey: ['desk'] }) }
  type Change = { userId: string; role: StaffRole; reason: string }
  const grant = useMutation({ mutationFn: (body: Change) => api(grantRole, { body }), ...shared })
  const take = useMutation({ mutationFn: (body: Change) => api(takeRole, { body }), ...shared })
  const reset = useMutation({
    mutationFn: (body: { userId: string; reason: string }) => api(resetFactor, { body }),
    ...shared,
  })
  return { grant, take, reset }
}

/** One act, wherever it stands in the record: an act never changes, so one that is in the list is not asked for. */
export function useAct(no: string, { list, items }: { list: { isPending: boolean }; items: readonly Act[] }) {
  const listed = items.find((act) => act.no === no)
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'acts', 'one', no],
    queryFn: () => api(readAct, { params: { no } }),
    enabled: !list.isPending && listed === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return { data: listed ?? data, error, refetch }
}

/** What the staff did, newest first, and how the record was found by its last check. */
export function useActs(filter: ActFilter) {
  const pages = usePages<Act, Page<Act> & { brokenAt: string | null; checkedAt: string | null }>(
    ['acts', JSON.stringify(filter)],
    (page) => api(listActs, { query: { ...filter, page, size: PAGE_SIZE } }),
  )
  return pages
}
