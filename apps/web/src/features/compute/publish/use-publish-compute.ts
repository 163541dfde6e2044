import { useMutation, useQueryClient } from '@tanstack/react-query'
import { publishOffer, updateOffer } from '@trove/contract/compute/routes'
import { ContractError, type ErrorCode } from '@trove/contract/errors/codes'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { showServerFields, useContractForm } from '../../../lib/calls/form.ts'
import { errorText, notify } from '../../../lib/calls/notify.ts'
import { draftOf } from '../../../market/publish/draft.ts'
import type { Share } from '../mine/my-queries.ts'
import {
  ChangeForm,
  changesOf,
  EMPTY_OFFER,
  fieldsOf,
  measuredOf,
  type OfferField,
  type OfferFields,
  offerOf,
  PublishForm,
} from './offer-form.ts'

/** The password is never kept. */
export const draft = draftOf<OfferFields>('trove-publish-draft', ['defaultPassword'])

export type OfferForm = UseFormReturn<OfferFields>

/** Refusals that are about one field. */
const FIELD_OF: Partial<Record<ErrorCode, OfferField>> = {
  'compute.address-not-allowed': 'serverIPv4',
  'compute.address-taken': 'serverIPv4',
}

/** The field that a refusal is about, where it is about one of the form. */
function fieldOf(error: unknown): OfferField | undefined {
  const isOfGpu = error instanceof ContractError && error.fields?.some(({ path }) => path.startsWith('gpu.'))
  return isOfGpu ? 'gpuModel' : error instanceof ContractError ? FIELD_OF[error.code] : undefined
}

function showRefusal(form: OfferForm, error: unknown): void {
  const field = fieldOf(error)
  if (field) form.setError(field, { message: errorText(error) }, { shouldFocus: true })
  else showServerFields(form, error)
}

/** What no field says. */
const refusalOf = (error: unknown) => (fieldOf(error) ? undefined : error)

/** Model of the publish form: draft in this tab, sending, and where it goes afterwards (decision 6). */
export function usePublishCompute() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const form = useContractForm(PublishForm, { ...EMPTY_OFFER, ...draft.read() }) as unknown as OfferForm
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => draft.keep(values) }), [form])
  const publish = useMutation({
    mutationFn: () => api(publishOffer, { body: offerOf(form.getValues()) }),
    meta: { isHandled: true },
    onSuccess: async () => {
      draft.drop()
      notify('success', t('machines.form.published'))
      await client.invalidateQueries({ queryKey: ['compute'] })
      navigate(paths.market({ tab: 'computing' }))
    },
    onError: (error) => showRefusal(form, error),
  })
  const clear = () => {
    form.reset(EMPTY_OFFER)
    draft.drop()
  }
  return {
    form,
    submit: form.handleSubmit(() => publish.mutate(), publish.reset),
    refusal: refusalOf(publish.error),
    isSending: publish.isPending || publish.isSuccess,
    clear,
  }
}

/**
 * Model of changing an offer: only what was changed is sent, so that an unchanged login starts no new check. With
 * `isMeasured` the form begins with what the check found below what was declared.
 */
export function useChangeCompute(share: Share, isMeasured: boolean) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const before = fieldsOf(share)
  const first = isMeasured ? { ...before, ...measuredOf(share) } : before
  const form = useContractForm(ChangeForm, first) as unknown as OfferForm
  const change = useMutation({
    mutationFn: () => api(updateOffer, { params: { id: share.id }, body: changesOf(form.getValues(), before) }),
    meta: { isHandled: true },
    onSuccess: async () => {
      notify('success', t('machines.form.changed'))
      await client.invalidateQueries({ queryKey: ['compute'] })
      navigate(paths.myCompute({ tab: 'share' }))
    },
    onError: (error) => showRefusal(form, error),
  })
  return {
    form,
    submit: form.handleSubmit(() => change.mutate(), change.reset),
    refusal: refusalOf(change.error),
    isSending: change.isPending || change.isSuccess,
  }
}
