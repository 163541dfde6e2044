import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { useTreeAsked } from '../../lib/calls/dictionary.ts'
import { Failure } from '../../lib/calls/failure.tsx'
import { FormFrame } from '../../market/publish/form-frame.tsx'
import classes from './certification.module.css'
import { LabelPicker } from './label-picker.tsx'
import { type KeptForm, useCertification, useKeptForm } from './queries.ts'
import { useLabels } from './use-labels.ts'

function Choosing({ form }: { form: KeptForm | null }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const model = useLabels(form)
  const { tree } = model
  const asked = useTreeAsked('technical_field')
  if (asked.error && tree.length === 0) return <Failure error={asked.error} refetch={asked.refetch} />
  if (tree.length === 0) return <DetailSkeleton label={t('common.loading')} />
  return (
    <FormFrame
      label={t('certification.labels.next')}
      onSubmit={(event) => {
        event.preventDefault()
        if (model.isComplete()) navigate(paths.certificationInfo())
      }}
    >
      <LabelPicker model={model} />
    </FormFrame>
  )
}

/** First page of applying: technology types and skills. Who is under review or certified has no business here. */
export default function SelectLabel() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const current = useCertification()
  const form = useKeptForm()
  const status = current.data?.status
  if (status === 1 || status === 2) return <Navigate to={paths.certification()} replace />
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('titles.selectLabel')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.certification()) }}
      />
      {form.data !== undefined && <Choosing form={form.data} />}
      {form.data === undefined && !form.error && <DetailSkeleton label={t('common.loading')} />}
      {form.data === undefined && form.error && <Failure error={form.error} refetch={form.refetch} />}
    </div>
  )
}
