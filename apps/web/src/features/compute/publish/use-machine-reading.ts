import { useMutation } from '@tanstack/react-query'
import { type MachineRead, readMachine } from '@trove/contract/compute/publishing'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { api } from '../../../lib/calls/api.ts'
import { GPU_FIELDS, type OfferField } from './offer-form.ts'
import type { OfferForm } from './use-publish-compute.ts'

export type Read = z.output<typeof MachineRead>
/** Fields that a reading fills. */
export const READ_FIELDS = ['cpuCores', 'ramSize', 'diskSize', 'bandwidth', 'operationSystem', ...GPU_FIELDS] as const
export type ReadField = (typeof READ_FIELDS)[number]

const WHERE = ['serverIPv4', 'serverPort', 'defaultUsername'] as const satisfies readonly OfferField[]

/**
 * Reads the machine that the form names and fills in what was found. What the seller typed while it was read stays. A
 * reading holds for the address and user it was made of; the login is in no state that outlives the page.
 */
export function useMachineReading(form: OfferForm) {
  const [of, setOf] = useState<string>()
  const where = useWatch({ control: form.control, name: [...WHERE] }).join(' ')
  const reading = useMutation({
    mutationFn: async (privateKey: string | undefined) => {
      const { serverIPv4, serverPort, defaultUsername, defaultPassword } = form.getValues()
      const login = privateKey === undefined ? { defaultPassword } : { privateKey }
      const before = form.getValues(READ_FIELDS)
      setOf([serverIPv4, serverPort, defaultUsername].join(' '))
      const read = await api(readMachine, { body: { serverIPv4, serverPort, defaultUsername, ...login } })
      fillIn(form, read, before)
      return read
    },
    meta: { isHandled: true },
    // What was sent is not to stay in the memory of the page longer than it takes.
    gcTime: 0,
  })
  const isCurrent = of === where
  return {
    isReading: reading.isPending,
    error: isCurrent ? (reading.error ?? undefined) : undefined,
    read: isCurrent ? reading.data : undefined,
    /** Says what is missing in the login's fields, or reads. */
    async start(privateKey?: string): Promise<void> {
      const needed: OfferField[] = privateKey === undefined ? [...WHERE, 'defaultPassword'] : [...WHERE]
      if (await form.trigger(needed, { shouldFocus: true })) reading.mutate(privateKey)
    },
  }
}

export type MachineReading = ReturnType<typeof useMachineReading>

/** What a reading fills into a field; null where nothing was found for it. */
export function readText({ declaration: { gpu, ...declaration } }: Read, name: ReadField): string | null {
  const found = { ...declaration, gpuModel: gpu?.model, gpuCount: gpu?.count, gpuVram: gpu?.vramSize }[name]
  return found === null || found === undefined ? null : String(found)
}

function fillIn(form: OfferForm, read: Read, before: string[]): void {
  for (const [index, name] of READ_FIELDS.entries()) {
    const value = readText(read, name)
    if (value === null || form.getValues(name) !== before[index]) continue
    form.setValue(name, value, { shouldDirty: true, shouldValidate: true })
  }
}
