import { PasswordInput, Select, Textarea, TextInput } from '@mantine/core'
import { BANDWIDTH_PUBLISH_MAX, CPU_CORES_MAX, DESCRIPTION_MAX, PORT_MAX } from '@trove/contract/compute/shapes'
import type { ComputeGroup } from '@trove/contract/dictionary/routes'
import { type NumberGuard, UnitInput } from '@trove/ui/inputs/unit-input'
import { FormSection } from '@trove/ui/layout/form-section'
import { Controller, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useOptions } from '../../lib/dictionary.ts'
import { moneyText } from '../../lib/money.ts'
import { notify } from '../../lib/notify.ts'
import { incomePerDay, type OfferField } from './offer-form.ts'
import classes from './publish-compute.module.css'
import type { OfferForm } from './use-publish-compute.ts'

const SIZE_DIGITS = 11

type NumberFieldProps = NumberGuard & {
  form: OfferForm
  name: OfferField
  label: string
  help?: string
  unit?: string
  prefix?: string
}

function NumberField({ form, name, label, help, ...guard }: NumberFieldProps) {
  const { t } = useTranslation()
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <UnitInput
          {...guard}
          label={label}
          description={help}
          isRequired
          name={name}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          error={fieldState.error?.message}
          onClamped={(max) => notify('warning', t('machines.form.max', { max }))}
        />
      )}
    />
  )
}

function OptionField({ form, name, label, group }: NumberFieldProps & { group: ComputeGroup }) {
  const { t } = useTranslation()
  const options = useOptions(group)
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Select
          label={label}
          placeholder={t('machines.form.choose')}
          data={options}
          value={field.value || null}
          onChange={(value) => field.onChange(value ?? '')}
          onBlur={field.onBlur}
          ref={field.ref}
          error={fieldState.error?.message}
          allowDeselect={false}
          withAsterisk
          comboboxProps={{ withinPortal: true }}
        />
      )}
    />
  )
}

const below = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]

function AccessFields({ form, isChange }: { form: OfferForm; isChange: boolean }) {
  const { t } = useTranslation()
  const { errors } = form.formState
  return (
    <FormSection title={t('machines.form.access')} help={t('machines.form.accessHelp')} isPaired>
      <TextInput
        label={t('machines.form.ip')}
        description={t('machines.form.ipHelp')}
        inputWrapperOrder={below}
        inputMode="decimal"
        autoComplete="off"
        withAsterisk
        maxLength={15}
        error={errors.serverIPv4?.message}
        {...form.register('serverIPv4')}
      />
      <NumberField
        form={form}
        name="serverPort"
        label={t('machines.form.port')}
        help={t('machines.form.portHelp')}
        max={PORT_MAX}
      />
      <TextInput
        label={t('machines.form.username')}
        description={t('machines.form.usernameHelp')}
        inputWrapperOrder={below}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        withAsterisk
        maxLength={33}
        error={errors.defaultUsername?.message}
        {...form.register('defaultUsername')}
      />
      <PasswordInput
        label={t('machines.form.password')}
        description={isChange ? t('machines.form.passwordKeep') : undefined}
        inputWrapperOrder={below}
        autoComplete="new-password"
        withAsterisk={!isChange}
        maxLength={128}
        error={errors.defaultPassword?.message}
        visibilityToggleButtonProps={{ 'aria-label': t('machines.access.showPassword') }}
        {...form.register('defaultPassword')}
      />
    </FormSection>
  )
}

function ConfigurationFields({ form }: { form: OfferForm }) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('machines.form.configuration')} help={t('machines.form.configurationHelp')} isPaired>
      <NumberField
        form={form}
        name="cpuCores"
        label={t('machines.form.cpu')}
        unit={t('units.core')}
        max={CPU_CORES_MAX}
      />
      <NumberField
        form={form}
        name="ramSize"
        label={t('machines.form.ram')}
        unit={t('units.gb')}
        maxDigits={SIZE_DIGITS}
      />
      <NumberField
        form={form}
        name="diskSize"
        label={t('machines.form.disk')}
        unit={t('units.gb')}
        maxDigits={SIZE_DIGITS}
      />
      <NumberField
        form={form}
        name="bandwidth"
        label={t('machines.form.bandwidth')}
        help={t('machines.form.bandwidthHelp')}
        unit={t('units.mbps')}
        max={BANDWIDTH_PUBLISH_MAX}
      />
      <OptionField form={form} name="operationSystem" label={t('machines.form.os')} group="OS" />
    </FormSection>
  )
}

function SaleFields({ form }: { form: OfferForm }) {
  const { t } = useTranslation()
  const [price, servePeriod] = useWatch({ control: form.control, name: ['price', 'servePeriod'] })
  const perDay = incomePerDay({ price, servePeriod })
  return (
    <FormSection title={t('machines.form.sale')} isPaired>
      <OptionField form={form} name="servePeriod" label={t('machines.form.period')} group="servePeriod" />
      <NumberField
        form={form}
        name="price"
        label={t('machines.form.price')}
        help={perDay ? t('machines.form.perDay', { amount: moneyText(perDay) }) : t('machines.form.priceHelp')}
        prefix={t('units.yuanSign')}
        unit={t('units.yuan')}
        decimals={2}
        maxDigits={9}
      />
      <Textarea
        className={classes.whole}
        label={t('machines.form.remarks')}
        description={t('machines.form.remarksHelp')}
        inputWrapperOrder={below}
        rows={3}
        maxLength={DESCRIPTION_MAX}
        error={form.formState.errors.description?.message}
        {...form.register('description')}
      />
    </FormSection>
  )
}

/** All fields of an offer, in the order a seller thinks of them. */
export function OfferFieldset({ form, isChange = false }: { form: OfferForm; isChange?: boolean }) {
  return (
    <>
      <AccessFields form={form} isChange={isChange} />
      <ConfigurationFields form={form} />
      <SaleFields form={form} />
    </>
  )
}
