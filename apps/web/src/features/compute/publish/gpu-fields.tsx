import { GPU_COUNT_MAX, GPU_VRAM_MAX } from '@trove/contract/compute/shapes'
import { type ReactNode, useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { NumberField, OptionField } from './offer-inputs.tsx'
import type { ReadField } from './use-machine-reading.ts'
import type { OfferForm } from './use-publish-compute.ts'

/** The GPUs of a machine: most have none; of a model that is chosen number and memory are needed. */
export function GpuFields({ form, mark }: { form: OfferForm; mark: (name: ReadField) => ReactNode }) {
  const { t } = useTranslation()
  const [model, count] = useWatch({ control: form.control, name: ['gpuModel', 'gpuCount'] })
  useEffect(() => {
    if (model !== '' && count === '' && !form.getFieldState('gpuCount').isDirty) form.setValue('gpuCount', '1')
  }, [form, model, count])
  return (
    <>
      <OptionField
        form={form}
        name="gpuModel"
        label={t('compute.facts.gpuModel')}
        help={mark('gpuModel') ?? t('machines.form.gpuHelp')}
        group="GPU"
        emptyWords={t('compute.gpu.none')}
      />
      {model !== '' && (
        <>
          <NumberField
            form={form}
            name="gpuCount"
            label={t('compute.facts.gpuCount')}
            help={mark('gpuCount')}
            max={GPU_COUNT_MAX}
          />
          <NumberField
            form={form}
            name="gpuVram"
            label={t('compute.facts.gpuVram')}
            help={mark('gpuVram')}
            unit={t('units.gb')}
            max={GPU_VRAM_MAX}
          />
        </>
      )}
    </>
  )
}
