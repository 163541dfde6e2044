import { Autocomplete, Button, Checkbox, Input, Select, TextInput } from '@mantine/core'
import { IDENTITY_CHARS } from '@trove/contract/certification/shapes'
import { ActionButton } from '@trove/ui/actions/action-button'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import { FormSection } from '@trove/ui/layout/form-section'
import { PageHeader } from '@trove/ui/layout/page-header'
import { AvatarImage } from '@trove/ui/lists/avatar-image'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { useTree } from '../../lib/calls/dictionary.ts'
import { Failure } from '../../lib/calls/failure.tsx'
import { lazyShown } from '../../lib/shown/later/lazy-shown.tsx'
import { FormFrame } from '../../market/publish/form-frame.tsx'
import classes from './certification.module.css'
import { FieldError } from './field-error.tsx'
import { LabelPicker } from './label-picker.tsx'
import { PapersField } from './papers-field.tsx'
import { type KeptForm, useCertification, useKeptForm } from './queries.ts'
import { type CertificationFormModel, useCertificationForm } from './use-certification-form.ts'
import type { LabelsModel } from './use-labels.ts'

const AvatarDialog = lazyShown(() => import('../../lib/pictures/avatar-dialog.tsx'))
type Part = { model: CertificationFormModel }

function HeadPart({ model }: Part) {
  const { t } = useTranslation()
  const [isCropping, setCropping] = useState(false)
  const close = () => {
    setCropping(false)
    model.clear('realHeadImgUrl')
  }
  return (
    <FormSection title={t('certification.form.head')}>
      <div className={classes.line}>
        <AvatarImage src={model.head ?? null} name={model.name} size={72} />
        <Button variant="default" onClick={() => setCropping(true)}>
          {t('certification.form.headUpload')}
        </Button>
      </div>
      <Input.Description>{t('certification.form.headHelp')}</Input.Description>
      <FieldError text={model.errors.realHeadImgUrl} />
      {isCropping && (
        <Suspense fallback={null}>
          <AvatarDialog onClose={close} failed={(reason) => t('certification.form.headFailed', { reason })} />
        </Suspense>
      )}
    </FormSection>
  )
}

/** Chooses the types anew; it is closed by what is whole, or left as it is. */
function LabelsDialog({ labels, isOpen, onClose }: { labels: LabelsModel; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('titles.selectLabel')}
      closeLabel={t('common.close')}
      footer={<Button onClick={() => labels.isComplete() && onClose()}>{t('common.ok')}</Button>}
      size="lg"
    >
      <LabelPicker model={labels} />
    </Dialog>
  )
}

function LabelsPart({ model: { labels, errors, clear } }: Part) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const nameOf = (field: string) => labels.tree.find(({ value }) => value === field)
  const close = () => {
    clear('technicalLabels')
    setOpen(false)
  }
  return (
    <FormSection title={t('certification.form.types')}>
      <ul className={classes.chosen} aria-label={t('certification.labels.chosen')}>
        {labels.labels.map(({ field, skills }) => (
          <li key={field}>
            <strong>{nameOf(field)?.label ?? field}</strong>
            <span className={classes.quiet}>
              {skills
                .map((skill) => nameOf(field)?.children.find(({ value }) => value === skill)?.label ?? skill)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <div className={classes.line}>
        <ActionButton kind="plain" action={{ label: t('certification.labels.edit'), onClick: () => setOpen(true) }} />
      </div>
      <FieldError text={errors.technicalLabels} />
      <LabelsDialog labels={labels} isOpen={isOpen} onClose={close} />
    </FormSection>
  )
}

/** Of a field that is checked when it is left. */
const checked = ({ leave, errors }: Part['model'], field: 'realName' | 'identity' | 'workExp') => ({
  onBlur: () => leave(field),
  error: errors[field],
})

function PersonPart({ model }: Part) {
  const { t } = useTranslation()
  const identities = useTree('identity')
  const workExp = useTree('work_exp')
  const shown = identities.find(({ value }) => value === model.texts.identity)?.label ?? model.texts.identity
  return (
    <FormSection>
      <TextInput
        label={t('certification.form.realName')}
        value={model.texts.realName}
        onChange={(event) => model.type('realName', event.currentTarget.value)}
        {...checked(model, 'realName')}
        maxLength={60}
        autoComplete="name"
        withAsterisk
      />
      <Autocomplete
        label={t('certification.form.identity')}
        description={t('certification.form.identityHelp')}
        data={identities.map(({ label }) => label)}
        value={shown}
        onChange={(text) => model.type('identity', identities.find(({ label }) => label === text)?.value ?? text)}
        {...checked(model, 'identity')}
        // The list would cover what is said to be wrong: it opens on a press, an arrow or what is typed.
        openOnFocus={false}
        maxLength={IDENTITY_CHARS}
        withAsterisk
      />
      <Select
        label={t('certification.form.workExp')}
        placeholder={t('certification.form.choose')}
        data={workExp.map(({ value, label }) => ({ value, label }))}
        value={model.texts.workExp || null}
        onChange={(value) => model.type('workExp', value ?? '')}
        {...checked(model, 'workExp')}
        allowDeselect={false}
        withAsterisk
      />
    </FormSection>
  )
}

function PapersPart({ model: { papers, errors, clear } }: Part) {
  const { t } = useTranslation()
  const of = (type: 'CERT' | 'OTHER') => papers.papers.filter((paper) => paper.type === type)
  return (
    <FormSection>
      <PapersField
        label={t('certification.form.certificates')}
        papers={of('CERT')}
        onAdd={(files) => {
          papers.add('CERT', files)
          clear('certificationFiles')
        }}
        onRemove={papers.remove}
        error={errors.certificationFiles ?? papers.faults.CERT}
        isRequired
      />
      <PapersField
        label={t('certification.form.others')}
        papers={of('OTHER')}
        onAdd={(files) => papers.add('OTHER', files)}
        onRemove={papers.remove}
        error={papers.faults.OTHER}
      />
    </FormSection>
  )
}

function Form({ kept, onSent }: { kept: KeptForm | null; onSent: () => void }) {
  const { t } = useTranslation()
  const model = useCertificationForm(kept, onSent)
  if (model.labels.labels.length === 0 && !model.labels.isTouched)
    return <Navigate to={paths.certificationLabel()} replace />
  return (
    <FormFrame
      label={t('certification.form.submit')}
      isSending={model.isBusy || model.isSending}
      sendingLabel={t('certification.form.sending')}
      refusal={model.refusal}
      onSubmit={(event) => {
        event.preventDefault()
        if (!model.isSending) model.submit()
      }}
    >
      <HeadPart model={model} />
      <LabelsPart model={model} />
      <PersonPart model={model} />
      <PapersPart model={model} />
      <FormSection>
        <Checkbox
          checked={model.isAgreed}
          onChange={(event) => model.agree(event.currentTarget.checked)}
          label={t('certification.form.consent')}
          error={model.errors.consent}
        />
      </FormSection>
    </FormFrame>
  )
}

/** Second page of applying: the form with its papers. What a refused application held is there already. */
export default function CertificationFormPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const current = useCertification()
  const kept = useKeptForm()
  // Whoever just sent the form is on the way to the personal centre: the news of it may come before that page does.
  const [isSent, setSent] = useState(false)
  const status = current.data?.status
  if (!isSent && (status === 1 || status === 2)) return <Navigate to={paths.certification()} replace />
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('titles.authenticationInfo')}
        lead={t('certification.form.lead')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.certificationLabel()) }}
      />
      {kept.data !== undefined && <Form kept={kept.data} onSent={() => setSent(true)} />}
      {kept.data === undefined && !kept.error && <DetailSkeleton label={t('common.loading')} />}
      {kept.data === undefined && kept.error && <Failure error={kept.error} refetch={kept.refetch} />}
    </div>
  )
}
