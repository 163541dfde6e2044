import { useQuery } from '@tanstack/react-query'
import { getWork } from '@trove/contract/code/works'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { api } from '../../../lib/calls/api.ts'
import { notifyError } from '../../../lib/calls/notify.ts'
import type { WorkFields } from './work-form.ts'

/** A change waits so long for the next one. */
const SAVE_AFTER_MS = 800

let lastSave: Promise<unknown> = Promise.resolve()

/** Saves of this tab run one after another: an older one never overtakes a newer one. */
export function saveInTurn(save: () => Promise<void>): Promise<void> {
  const next = lastSave.then(save)
  lastSave = next.catch(() => undefined)
  return next
}

/**
 * One's own work for a form that takes its texts once. They always come from the server, and after any save that is still
 * on its way: texts from the cache would be saved over newer ones.
 */
export function useWorkToEdit(id: string) {
  return useQuery({
    queryKey: ['code', 'edit', id],
    queryFn: async () => {
      await lastSave
      return api(getWork, { params: { id } })
    },
    gcTime: 0,
  })
}

/**
 * Saves a form soon after its last change; who leaves before that loses nothing. What could not be saved is tried again with the
 * next change, when the network is back and when the page is left. `cancel` drops the pending save, `resume` takes that back.
 */
export function useAutosave(
  form: UseFormReturn<WorkFields>,
  isOn: boolean,
  save: (fields: WorkFields) => Promise<void>,
) {
  const [isSaved, setSaved] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isDirty = useRef(false)
  const cancel = () => {
    clearTimeout(timer.current)
    isDirty.current = false
  }
  const resume = () => {
    isDirty.current = true
  }
  const saveNow = useRef(async () => {})
  saveNow.current = async () => {
    cancel()
    try {
      await save(form.getValues())
      setSaved(!isDirty.current)
    } catch (error) {
      isDirty.current = true
      notifyError(error)
    }
  }
  useEffect(() => {
    if (!isOn) return
    const callback = () => {
      setSaved(false)
      isDirty.current = true
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void saveNow.current(), SAVE_AFTER_MS)
    }
    const saveRest = () => {
      if (isDirty.current) void saveNow.current()
    }
    const stop = form.subscribe({ formState: { values: true }, callback })
    window.addEventListener('online', saveRest)
    return () => {
      stop()
      window.removeEventListener('online', saveRest)
      saveRest()
    }
  }, [form, isOn])
  return { isSaved, cancel, resume }
}
