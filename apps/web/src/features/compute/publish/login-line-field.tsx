import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoginLine, parseLoginLine } from './login-line.ts'
import classes from './publish-compute.module.css'
import type { OfferForm } from './use-publish-compute.ts'

/** What was made of the pasted text, in words. */
function useWords(found: LoginLine | undefined): string | undefined {
  const { t } = useTranslation()
  if (!found) return undefined
  if (found.kind !== 'address') return t(`publishing.line.${found.kind}`, { host: 'host' in found ? found.host : '' })
  const { host, port, user } = found
  return user ? t('publishing.line.filledUser', { host, port, user }) : t('publishing.line.filled', { host, port })
}

/** One field to paste a login into; it fills address, port and user. What is pasted stays in this field alone. */
export function LoginLineField({ form }: { form: OfferForm }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const found = text.trim() === '' ? undefined : parseLoginLine(text)
  const words = useWords(found)
  const change = (next: string) => {
    const line = parseLoginLine(next)
    // A key must not lie about in a field for addresses.
    setText(line.kind === 'key' ? KEY_MARK : next)
    if (line.kind !== 'address' && line.kind !== 'name') return
    const set = (name: 'serverIPv4' | 'serverPort' | 'defaultUsername', value: string) =>
      form.setValue(name, value, { shouldDirty: true, shouldValidate: true })
    if (line.kind === 'address') set('serverIPv4', line.host)
    set('serverPort', line.port)
    if (line.user) set('defaultUsername', line.user)
  }
  return (
    <div>
      <Textarea
        label={t('publishing.line.label')}
        description={t('publishing.line.help')}
        placeholder="ssh root@8.8.4.4 -p 2222"
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        autosize
        minRows={1}
        maxRows={6}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={found && found.kind !== 'address' ? words : undefined}
        styles={{ input: { fontFamily: 'var(--mono)' } }}
      />
      <p className={classes.filled} role="status">
        {found?.kind === 'address' ? words : ''}
      </p>
    </div>
  )
}

/** Stands in the field for a key that was pasted: enough to say what was wrong. */
const KEY_MARK = '-----BEGIN'
