import { useQueryClient } from '@tanstack/react-query'
import { setLicences } from '@trove/contract/code/licences'
import { createWork, putWorkOnline, updateWork } from '@trove/contract/code/works'
import { ContractError } from '@trove/contract/errors/codes'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { showServerFields, useContractForm } from '../../../lib/calls/form.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { useWork, type WorkDetail } from '../queries.ts'
import { saveInTurn, useAutosave } from './use-autosave.ts'
import { EMPTY_WORK, fieldsOf, licencesOf, PublishForm, type WorkFields, wordsOf } from './work-form.ts'

export type WorkFormModel = UseFormReturn<WorkFields>

/** The state of an address whose draft was made by the form in sight. */
export const MADE_HERE = 'made-here'

/** The id of the draft: made when the first thing is to be saved, whoever asks first. */
function useDraftId(initial: string | undefined, titleOf: () => string) {
  const [id, setId] = useState(initial)
  const made = useRef<Promise<string>>(undefined)
  const [, setSearch] = useSearchParams()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const ensure = () => {
    if (id !== undefined) return Promise.resolve(id)
    made.current ??= api(createWork, { body: { title: titleOf() } })
      .then((work) => {
        setId(work.id)
        // Who left meanwhile is not called back to this page.
        if (isShown.current) setSearch({ id: work.id }, { replace: true, state: MADE_HERE })
        return work.id
      })
      .catch((error: unknown) => {
        made.current = undefined
        throw error
      })
    return made.current
  }
  return { id, ensure }
}

async function save(id: string, fields: WorkFields): Promise<void> {
  await api(updateWork, { params: { id }, body: wordsOf(fields) })
  const licences = licencesOf(fields)
  if (licences) await api(setLicences, { params: { id }, body: { licences } })
}

/** Model of publishing: a draft that saves itself while its author types, and what is online saved by a press. */
export function usePublishWork(work: WorkDetail | undefined) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const form = useContractForm(PublishForm, work ? fieldsOf(work) : EMPTY_WORK) as unknown as WorkFormModel
  const draft = useDraftId(work?.id, () => form.getValues('title').trim() || t('code.form.untitled'))
  const [isSending, setSending] = useState(false)
  const [needsAccount, setNeedsAccount] = useState(false)
  const [refusal, setRefusal] = useState<unknown>()
  const missing = useStillMissing(draft.id)
  const isOnline = work?.state === 'online'
  const saveAll = async (fields: WorkFields) => {
    const id = await draft.ensure()
    await saveInTurn(() => save(id, fields))
    void client.invalidateQueries({ queryKey: ['code'] })
  }
  const { isSaved, cancel, resume } = useAutosave(form, !isOnline, saveAll)
  const publish = async () => {
    cancel()
    setRefusal(undefined)
    missing.tell([])
    setSending(true)
    try {
      const id = await draft.ensure()
      await saveAll(form.getValues())
      if (!isOnline) await api(putWorkOnline, { params: { id } })
      notify('success', t(isOnline ? 'code.form.changed' : 'code.form.published'))
      await client.invalidateQueries({ queryKey: ['code'] })
      await navigate(paths.codeDetail({ id }))
    } catch (error) {
      if (error instanceof ContractError && error.code === 'code.needs-account') setNeedsAccount(true)
      else tell(error)
      // What was typed may not have been saved.
      resume()
    } finally {
      setSending(false)
    }
  }
  /** Says what the server still misses; its fields are marked where the form has them. */
  const tell = (error: unknown) => {
    const parts = error instanceof ContractError && error.code === 'code.incomplete' ? (error.fields ?? []) : []
    showServerFields(form, error)
    if (parts.length === 0) return setRefusal(error)
    missing.tell(parts.map(({ path }) => path))
  }
  const submit = form.handleSubmit(publish, () => setRefusal(undefined))
  return { form, draft, isSaved, isSending, isOnline, needsAccount, refusal: refusal ?? missing.text, submit }
}

/** What a work was told to lack, as long as it does: a picture or the source that came since is asked for no more. */
function useStillMissing(id: string | undefined) {
  const { t } = useTranslation()
  const [told, tell] = useState<string[]>([])
  const now = useWork(id ?? '').data?.missing
  const names = told
    .filter((part) => now === undefined || now.some((other) => other === part))
    .map((part) => t(`code.form.parts.${part as 'title'}`))
  const text = names.length > 0 ? t('code.form.missing', { parts: names.join(t('code.form.comma')) }) : undefined
  return { tell, text }
}
