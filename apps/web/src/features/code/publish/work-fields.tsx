import { Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { LICENCES } from '@trove/contract/code/licences'
import {
  CODE_LANGUAGES,
  WORK_ENVIRONMENT_MAX,
  WORK_INTRO_MAX,
  WORK_LABEL_CHARS,
  WORK_LABELS_MAX,
  WORK_TITLE_MAX,
} from '@trove/contract/code/shapes'
import { UnitInput } from '@trove/ui/inputs/unit-input'
import { FormSection } from '@trove/ui/layout/form-section'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useWorkWords } from '../use-words.ts'
import type { WorkFormModel } from './use-publish-work.ts'

type FieldsProps = { form: WorkFormModel }

function LabelsField({ form: { control } }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <Controller
      control={control}
      name="labels"
      render={({ field, fieldState }) => (
        <TagsInput
          label={t('code.form.labels')}
          description={t('code.form.labelsHelp')}
          withAsterisk
          maxTags={WORK_LABELS_MAX}
          maxLength={WORK_LABEL_CHARS}
          acceptValueOnBlur
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          ref={field.ref}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

function LanguageField({ form: { control } }: FieldsProps) {
  const { t } = useTranslation()
  const { languageOf } = useWorkWords()
  return (
    <Controller
      control={control}
      name="language"
      render={({ field, fieldState }) => (
        <Select
          label={t('code.form.language')}
          placeholder={t('code.form.choose')}
          data={CODE_LANGUAGES.map((value) => ({ value, label: languageOf(value) }))}
          value={field.value || null}
          onChange={(value) => field.onChange(value ?? '')}
          onBlur={field.onBlur}
          ref={field.ref}
          error={fieldState.error?.message}
          searchable
          // The list would cover why the field that has the focus was refused.
          openOnFocus={false}
          allowDeselect={false}
          withAsterisk
        />
      )}
    />
  )
}

/** What it is in words, and where it can be tried. */
function IntroFields({ form }: FieldsProps) {
  const { t } = useTranslation()
  const {
    register,
    formState: { errors },
  } = form
  return (
    <>
      <Textarea
        label={t('code.form.intro')}
        description={t('code.form.introHelp')}
        maxLength={WORK_INTRO_MAX}
        withAsterisk
        autosize
        minRows={6}
        maxRows={20}
        {...register('intro')}
        error={errors.intro?.message}
      />
      <TextInput
        label={t('code.form.demoUrl')}
        description={t('code.form.demoUrlHelp')}
        type="url"
        {...register('demoUrl')}
        error={errors.demoUrl?.message}
      />
    </>
  )
}

/** What the work is (b-markets 5): title, labels, description, environment, language. */
export function AboutFields({ form }: FieldsProps) {
  const { t } = useTranslation()
  const {
    register,
    formState: { errors },
  } = form
  return (
    <FormSection title={t('code.form.about')}>
      <TextInput
        label={t('code.form.title')}
        description={t('code.form.titleHelp')}
        maxLength={WORK_TITLE_MAX}
        withAsterisk
        {...register('title')}
        error={errors.title?.message}
      />
      <LabelsField form={form} />
      <LanguageField form={form} />
      <TextInput
        label={t('code.form.environment')}
        description={t('code.form.environmentHelp')}
        maxLength={WORK_ENVIRONMENT_MAX}
        withAsterisk
        {...register('environment')}
        error={errors.environment?.message}
      />
      <IntroFields form={form} />
    </FormSection>
  )
}

/** What it costs under each licence. */
export function PriceFields({ form }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('code.form.prices')} help={t('code.form.pricesHelp')}>
      {LICENCES.map((licence) => (
        <Controller
          key={licence}
          control={form.control}
          name={licence}
          render={({ field, fieldState }) => (
            <UnitInput
              label={t(`code.detail.licence.${licence}`)}
              description={t(`code.detail.licenceText.${licence}`)}
              prefix={t('units.yuanSign')}
              decimals={2}
              maxDigits={8}
              isRequired={licence === 'personal'}
              name={licence}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              inputRef={field.ref}
              error={fieldState.error?.message}
            />
          )}
        />
      ))}
    </FormSection>
  )
}

/** Files whose bodies everybody may read. */
export function OpenFields({ form }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <Textarea
      label={t('code.form.openPaths')}
      description={t('code.form.openPathsHelp')}
      autosize
      minRows={2}
      maxRows={8}
      {...form.register('openPaths')}
    />
  )
}
