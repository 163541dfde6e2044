import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import classes from './publish-compute.module.css'
import { type Read, type ReadField, readText } from './use-machine-reading.ts'
import type { OfferForm } from './use-publish-compute.ts'

function useMeasured(name: ReadField, { measured }: Read): string | null | undefined {
  const { t } = useTranslation()
  if (name === 'cpuCores') return `${measured.cpuCores} ${t('units.core')}`
  if (name === 'operationSystem') return measured.operationSystem
  if (name === 'bandwidth') return measured.bandwidth === null ? undefined : `${measured.bandwidth} ${t('units.mbps')}`
  if (name === 'gpuModel') return measured.gpu?.model
  if (name === 'gpuCount') return measured.gpu && String(measured.gpu.count)
  if (name === 'gpuVram') return measured.gpu && `${measured.gpu.vramSize} ${t('units.gb')}`
  return `${measured[name]} ${t('units.gb')}`
}

/** Under a field: what was read for it, and whether the seller declares another figure. */
export function ReadMark({ form, name, read }: { form: OfferForm; name: ReadField; read: Read }) {
  const { t } = useTranslation()
  const value = useMeasured(name, read)
  const declared = readText(read, name)
  const isKept = useWatch({ control: form.control, name }) === declared
  if (name === 'gpuModel' && !read.measured.gpu) return <span>{t('publishing.read.noGpu')}</span>
  if (value === undefined || value === null) return null
  if (declared === null) return <span>{t('publishing.read.noSystem', { system: value })}</span>
  if (isKept) return <span className={classes.read}>{t('publishing.read.as', { value })}</span>
  return <span className={classes.changed}>{t('publishing.read.changed', { value })}</span>
}
