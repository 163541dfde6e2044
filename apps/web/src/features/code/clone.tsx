import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createCodeToken } from '@trove/contract/code/vault'
import { ActionButton } from '@trove/ui/actions/action-button'
import { CopyButton } from '@trove/ui/actions/copy-button'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/calls/api.ts'
import { Quiet } from '../../market/detail/panel.tsx'
import classes from './code.module.css'
import { tokensKey } from './tokens.tsx'

/** The address that git uses, with a token in it. */
export function gitAddress({ token, path }: { token: string; path: string }): string {
  return `${window.location.protocol}//git:${token}@${window.location.host}${path}`
}

type CloneProps = { workId: string; label: string; kind: 'main' | 'plain'; note: string }

/** The command that clones a work. Its token is shown once; `note` says when it ends. */
export function Clone({ workId, label, kind, note }: CloneProps) {
  const client = useQueryClient()
  const make = useMutation({
    mutationFn: () => api(createCodeToken, { params: { id: workId }, body: { right: 'read' } }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensKey(workId) }),
  })
  if (!make.data)
    return <ActionButton kind={kind} action={{ label, onClick: () => make.mutate(), isBusy: make.isPending }} />
  return (
    <div className={classes.stack}>
      <Quiet>{note}</Quiet>
      <Command text={`git clone ${gitAddress(make.data)} work`} />
    </div>
  )
}

/** A command to run, and a button that copies it. */
export function Command({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <pre className={classes.command} tabIndex={0}>
        {text}
      </pre>
      <CopyButton value={text} label={t('code.copy')} copiedLabel={t('code.copied')} isWide />
    </>
  )
}
