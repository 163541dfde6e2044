import { Textarea, TextInput } from '@mantine/core'
import { BANDWIDTH_PUBLISH_MAX, CPU_CORES_MAX, DESCRIPTION_MAX, PORT_MAX } from '@trove/contract/compute/shapes'
import { PasswordField } from '@trove/ui/inputs/password-field'
import { FormSection } from '@trove/ui/layout/form-section'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { moneyText } from '../../../lib/shown/money.ts'
import { Quiet } from '../../../market/detail/panel.tsx'
import { useAgents } from '../agents/queries.ts'
import { DowntimePromise } from '../downtime/downtime-panel.tsx'
import { GpuFields } from './gpu-fields.tsx'
import { LoginLineField } from './login-line-field.tsx'
import { MachineReader } from './machine-reader.tsx'
import { evenHour, incomePerDay, incomePerMonth } from './offer-form.ts'
import { NumberField, OptionField } from './offer-inputs.tsx'
import { PriceAdvice } from './price-advice.tsx'
import { ReadMark } from './read-mark.tsx'
import { type Read, type ReadField, useMachineReading } from './use-machine-reading.ts'
import type { OfferForm } from './use-publish-compute.ts'

const SIZE_DIGITS = 11
type Mark = (name: ReadField) => ReactNode

function LoginFields({ form, isChange }: { form: OfferForm; isChange: boolean }) {
  const { t } = useTranslation()
  const { errors } = form.formState
  return (
    <>
      <TextInput
        label={t('machines.form.username')}
        description={t('machines.form.usernameHelp')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        withAsterisk
        maxLength={33}
        error={errors.defaultUsername?.message}
        {...form.register('defaultUsername')}
      />
      <PasswordField
        label={t('machines.form.password')}
        description={isChange ? t('machines.form.passwordKeep') : undefined}
        autoComplete="new-password"
        withAsterisk={!isChange}
        maxLength={128}
        error={errors.defaultPassword?.message}
        showLabel={t('common.showPassword')}
        {...form.register('defaultPassword')}
      />
    </>
  )
}

/** Whether the address is one that the relay gave to a machine of one's own: then it may well be a private one. */
function useIsRelayed(form: OfferForm): boolean {
  const { data } = useAgents({ isWatched: false })
  const [ip, port] = useWatch({ control: form.control, name: ['serverIPv4', 'serverPort'] })
  return data?.agents.some((agent) => agent.host === ip && String(agent.port) === port) ?? false
}

function AccessFields({ form, isChange }: { form: OfferForm; isChange: boolean }) {
  const { t } = useTranslation()
  const { errors } = form.formState
  const isRelayed = useIsRelayed(form)
  return (
    <FormSection title={t('machines.form.access')} help={t('machines.form.accessHelp')}>
      {!isChange && <LoginLineField form={form} />}
      <TextInput
        label={t('machines.form.ip')}
        description={t(isRelayed ? 'machines.form.ipRelayed' : 'machines.form.ipHelp')}
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
        help={t(isRelayed ? 'machines.form.portRelayed' : 'machines.form.portHelp')}
        max={PORT_MAX}
      />
      <LoginFields form={form} isChange={isChange} />
    </FormSection>
  )
}

function SpaceField({ form, name, mark }: { form: OfferForm; name: 'ramSize' | 'diskSize'; mark: Mark }) {
  const { t } = useTranslation()
  return (
    <NumberField
      form={form}
      name={name}
      label={t(name === 'ramSize' ? 'machines.form.ram' : 'machines.form.disk')}
      help={mark(name)}
      unit={t('units.gb')}
      maxDigits={SIZE_DIGITS}
    />
  )
}

function ConfigurationFields({ form, read }: { form: OfferForm; read?: Read }) {
  const { t } = useTranslation()
  const mark = (name: ReadField) => read && <ReadMark form={form} name={name} read={read} />
  return (
    <FormSection title={t('machines.form.configuration')} help={t('machines.form.configurationHelp')}>
      <NumberField
        form={form}
        name="cpuCores"
        label={t('machines.form.cpu')}
        help={mark('cpuCores')}
        unit={t('units.core')}
        max={CPU_CORES_MAX}
      />
      <SpaceField form={form} name="ramSize" mark={mark} />
      <NumberField
        form={form}
        name="bandwidth"
        label={t('machines.form.bandwidth')}
        help={mark('bandwidth') ?? t('machines.form.bandwidthHelp')}
        unit={t('units.mbps')}
        max={BANDWIDTH_PUBLISH_MAX}
      />
      <SpaceField form={form} name="diskSize" mark={mark} />
      <OptionField
        form={form}
        name="operationSystem"
        label={t('machines.form.os')}
        help={mark('operationSystem')}
        group="OS"
      />
      <GpuFields form={form} mark={mark} />
    </FormSection>
  )
}

/** What a rented machine brings a day and a month; how the price is meant until both are known. */
function Income({ form }: { form: OfferForm }) {
  const { t } = useTranslation()
  const [price, servePeriod] = useWatch({ control: form.control, name: ['price', 'servePeriod'] })
  const perDay = incomePerDay({ price, servePeriod })
  const month = incomePerMonth({ price, servePeriod })
  if (!perDay || !month) return t('machines.form.priceHelp')
  const said = { amount: moneyText(month.amount), fee: moneyText(month.fee) }
  return (
    <>
      {t('machines.form.perDay', { amount: moneyText(perDay) })}
      <br />
      {t('publishing.advice.month', said)}
    </>
  )
}

/** What an hour costs; beside it what it comes to at the price of the lease. */
function HourField({ form }: { form: OfferForm }) {
  const { t } = useTranslation()
  const [price, servePeriod] = useWatch({ control: form.control, name: ['price', 'servePeriod'] })
  const even = evenHour({ price, servePeriod })
  return (
    <NumberField
      form={form}
      name="hourPrice"
      label={t('machines.form.hourPrice')}
      help={
        <>
          {t('machines.form.hourPriceHelp')}
          {even && (
            <>
              <br />
              {t('machines.form.hourPriceEven', { amount: moneyText(even) })}
            </>
          )}
        </>
      }
      prefix={t('units.yuanSign')}
      decimals={2}
      maxDigits={9}
      isOptional
    />
  )
}

function SaleFields({ form }: { form: OfferForm }) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('machines.form.sale')}>
      <Textarea
        label={t('machines.form.remarks')}
        description={t('machines.form.remarksHelp')}
        rows={3}
        maxLength={DESCRIPTION_MAX}
        error={form.formState.errors.description?.message}
        {...form.register('description')}
      />
      <PriceAdvice form={form} />
      <OptionField form={form} name="servePeriod" label={t('machines.form.period')} group="servePeriod" />
      <NumberField
        form={form}
        name="price"
        label={t('machines.form.price')}
        help={<Income form={form} />}
        prefix={t('units.yuanSign')}
        decimals={2}
        maxDigits={9}
      />
      <HourField form={form} />
      <Quiet>
        <DowntimePromise reader="seller" />
      </Quiet>
    </FormSection>
  )
}

/**
 * All fields of an offer, in the order of the specification (b-markets 2) but for the login (ADR 1). It stands with the
 * address: a pasted line fills both, and the server needs both to read the machine of a new offer.
 */
export function OfferFieldset({ form, isChange = false }: { form: OfferForm; isChange?: boolean }) {
  const reading = useMachineReading(form)
  return (
    <>
      <AccessFields form={form} isChange={isChange} />
      {!isChange && <MachineReader reading={reading} />}
      <ConfigurationFields form={form} read={reading.read} />
      <SaleFields form={form} />
    </>
  )
}
