import { Button, Textarea } from '@mantine/core'
import { PRIVATE_KEY_MAX } from '@trove/contract/compute/publishing'
import { OutcomeNote } from '@trove/ui/feedback/outcome-note'
import { WaitingNote } from '@trove/ui/feedback/waiting-note'
import { FormSection } from '@trove/ui/layout/form-section'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/calls/notify.ts'
import { useGpuWords } from '../facts/gpu-words.ts'
import classes from './publish-compute.module.css'
import type { MachineReading } from './use-machine-reading.ts'

function KeyField({ value, onChange, error }: { value: string; onChange: (key: string) => void; error?: string }) {
  const { t } = useTranslation()
  return (
    <Textarea
      label={t('publishing.read.key')}
      description={t('publishing.read.keyHelp')}
      placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      rows={4}
      maxLength={PRIVATE_KEY_MAX}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mono)' } }}
    />
  )
}

function Outcome({ reading: { isReading, error, read } }: { reading: MachineReading }) {
  const { t } = useTranslation()
  const words = useGpuWords()
  if (isReading) return <WaitingNote text={t('publishing.read.reading')} />
  if (error) return <OutcomeNote kind="warning" title={t('publishing.read.failed')} text={errorText(error)} />
  if (!read) return null
  const { operationSystem: system, cpuScore: score, diskWrite: write, gpu } = read.measured
  const facts = t('publishing.read.facts', { system, score, write })
  const said = gpu && t('publishing.read.gpu', { name: words.found(gpu), driver: words.driver(gpu) })
  return <OutcomeNote kind="success" title={t('publishing.read.done')} text={said ? `${facts} · ${said}` : facts} />
}

/** Has the server log in once and fill in the specs; publishing by hand stays open whatever becomes of it. */
export function MachineReader({ reading }: { reading: MachineReading }) {
  const { t } = useTranslation()
  const [isByKey, setIsByKey] = useState(false)
  const [key, setKey] = useState('')
  const [isKeyMissing, setIsKeyMissing] = useState(false)
  const start = () => {
    setIsKeyMissing(isByKey && key.trim() === '')
    if (!isByKey) void reading.start()
    else if (key.trim() !== '') void reading.start(key.trim())
  }
  const changeKey = (next: string) => {
    setKey(next)
    setIsKeyMissing(false)
  }
  const toggle = () => {
    setIsByKey(!isByKey)
    changeKey('')
  }
  return (
    <FormSection title={t('publishing.read.title')} help={t('publishing.read.help')}>
      {isByKey && (
        <KeyField value={key} onChange={changeKey} error={isKeyMissing ? t('publishing.read.keyEmpty') : undefined} />
      )}
      <div className={classes.reader}>
        <Button variant="light" onClick={start} loading={reading.isReading}>
          {t(reading.read ? 'publishing.read.again' : 'publishing.read.button')}
        </Button>
        <Button variant="subtle" onClick={toggle} disabled={reading.isReading}>
          {t(isByKey ? 'publishing.read.usePassword' : 'publishing.read.useKey')}
        </Button>
      </div>
      <Outcome reading={reading} />
    </FormSection>
  )
}
