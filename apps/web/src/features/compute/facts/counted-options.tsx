import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useOptions } from '../../../lib/calls/dictionary.ts'
import { ChoiceSelect } from '../../../market/list/choice-select.tsx'
import type { FieldsProps } from '../../../market/list/face.ts'
import { useComputeChoices } from './queries.ts'

/** System, period and model of GPU, each choice with how many machines match it under the rest of the filter. */
export function CountedOptions({
  osLabel,
  periodLabel,
  ...props
}: FieldsProps & { osLabel: string; periodLabel: string }) {
  const { t } = useTranslation()
  const counts = useComputeChoices(props.values)
  const select = { ...props, placeholder: t('common.all') }
  return (
    <>
      <ChoiceSelect
        {...select}
        field="operationSystem"
        label={osLabel}
        data={useOptions('OS')}
        counts={counts?.operationSystem}
      />
      <ChoiceSelect
        {...select}
        field="servePeriod"
        label={periodLabel}
        data={useOptions('servePeriod')}
        counts={counts?.servePeriod}
      />
      <Checkbox
        label={t('compute.term.onlyByHour')}
        checked={props.values.byHour === '1'}
        onChange={(event) => props.onChange('byHour', event.currentTarget.checked ? '1' : undefined)}
      />
      <ChoiceSelect
        {...select}
        field="gpuModel"
        label={t('compute.facts.gpuModel')}
        data={useOptions('GPU')}
        counts={counts?.gpuModel}
        searchable
      />
    </>
  )
}
