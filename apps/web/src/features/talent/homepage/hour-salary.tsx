import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ContractError } from '@trove/contract/errors/codes'
import { alterHourSalary, SALARY_FORMULA } from '@trove/contract/talent/experts'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import { UnitInput } from '@trove/ui/inputs/unit-input'
import { FormSection } from '@trove/ui/layout/form-section'
import { PageHeader } from '@trove/ui/layout/page-header'
import { formatYuan, parseYuan } from '@trove/units/money'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { useWayBack } from '../../../lib/addresses/use-way-back.ts'
import { api } from '../../../lib/calls/api.ts'
import { Failure } from '../../../lib/calls/failure.tsx'
import { errorText, notify } from '../../../lib/calls/notify.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { Quiet } from '../../../market/detail/panel.tsx'
import { FormFrame } from '../../../market/publish/form-frame.tsx'
import { type Page, useOwnHomepage, useSalaryBands } from '../data/queries.ts'
import classes from '../talent.module.css'

const { days, hours, lowestPercent: lowest, highestPercent: highest } = SALARY_FORMULA

/** What the formula makes of a monthly salary, from the lowest to the highest premium; undefined for what is no amount. */
export function estimateSalary(monthly: string): { from: string; to: string } | undefined {
  const fen = parseYuan(monthly)
  if (!fen) return undefined
  const at = (percent: number) => formatYuan((fen * BigInt(percent)) / BigInt(days * hours * 100))
  return { from: at(lowest), to: at(highest) }
}

function useSave() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (hourSalary: string) => api(alterHourSalary, { body: { hourSalary } }),
    meta: { isHandled: true },
    onSuccess: async () => {
      notify('success', t('talent.salary.saved'))
      await client.invalidateQueries({ queryKey: ['talent'] })
    },
  })
}

/** What others ask, for each skill of one's own that enough others have. */
function Bands() {
  const { t } = useTranslation()
  const { data: bands = [] } = useSalaryBands()
  if (bands.length === 0) return null
  return (
    <FormSection title={t('talent.salary.bands')}>
      <ul className={classes.bands}>
        {bands.map(({ skill, experts, low, middle, high }) => (
          <li key={skill}>
            {t('talent.salary.band', {
              ...{ skill, experts, low: moneyText(low), middle: moneyText(middle), high: moneyText(high) },
            })}
          </li>
        ))}
      </ul>
      <Quiet>{t('talent.salary.bandHelp')}</Quiet>
    </FormSection>
  )
}

/** A monthly salary, and what the formula makes of it. */
function Estimate() {
  const { t } = useTranslation()
  const [monthly, setMonthly] = useState('')
  const estimate = estimateSalary(monthly)
  return (
    <UnitInput
      label={t('talent.salary.monthly')}
      unit={t('talent.salary.monthlyUnit')}
      value={monthly}
      onChange={setMonthly}
      maxDigits={7}
      description={estimate && t('talent.salary.estimate', estimate)}
    />
  )
}

function Form({ page }: { page: Page }) {
  const { t } = useTranslation()
  const goBack = useWayBack(paths.personalCenter())
  const save = useSave()
  const [salary, setSalary] = useState(page.hourSalary ?? '')
  const [isLeft, setLeft] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setLeft(true)
    if (salary === '') {
      save.reset()
      notify('warning', t('talent.salary.empty'))
    }
    // Whoever left meanwhile stays where they are.
    else save.mutate(salary, { onSuccess: goBack })
  }
  return (
    <FormFrame
      onSubmit={submit}
      label={t('talent.salary.confirm')}
      isSending={save.isPending || save.isSuccess}
      sendingLabel={t('common.loading')}
      refusal={
        save.error instanceof ContractError
          ? save.error
          : save.error && t('talent.salary.failed', { reason: errorText(save.error) })
      }
    >
      <FormSection>
        <UnitInput
          label={t('talent.salary.label')}
          unit={t('talent.hourUnit')}
          value={salary}
          onChange={setSalary}
          onBlur={() => setLeft(true)}
          error={isLeft && salary === '' && t('talent.salary.empty')}
          description={t('talent.salary.guidance', { days, hours, lowest, highest })}
          isRequired
          decimals={2}
          maxDigits={5}
        />
        <Estimate />
      </FormSection>
      <Bands />
    </FormFrame>
  )
}

/** What an hour of a certified expert costs, with the formula it is found by (part A 2). */
export default function HourSalary() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: page, error, refetch } = useOwnHomepage()
  return (
    <div className={classes.formPage}>
      <PageHeader
        title={t('titles.myHourSalary')}
        back={{ label: t('common.back'), onClick: () => void navigate(paths.personalCenter()), isPhoneOnly: true }}
      />
      {error && page === undefined && <Failure error={error} refetch={refetch} />}
      {page === undefined && !error && <DetailSkeleton label={t('common.loading')} />}
      {page === null && (
        <EmptyState
          title={t('talent.salary.notCertified')}
          action={{ label: t('talent.becomeExpert'), href: paths.certification() }}
        />
      )}
      {page && <Form page={page} />}
    </div>
  )
}
