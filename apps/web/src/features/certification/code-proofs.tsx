import { Button, TextInput } from '@mantine/core'
import { CODE_PROOFS_MAX } from '@trove/contract/certification/code-proofs'
import { CopyButton } from '@trove/ui/actions/copy-button'
import { keepFocus } from '@trove/ui/base/kept-focus'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { WaitingIcon } from '@trove/ui/icons/states'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../lib/calls/failure.tsx'
import { notify } from '../../lib/calls/notify.ts'
import { ProvenRepository } from '../../lib/shown/code/proven-code.tsx'
import { ReasonButton } from '../../lib/shown/reason-button.tsx'
import classes from './certification.module.css'
import { type Proofs, useAddProof, useCheckProof, useCodeProofs, useRemoveProof } from './code-proof-queries.ts'

type Proof = Proofs[number]

/** What is to be done before a repository is proven. */
function HowToProve({ proof }: { proof: Proof }) {
  const { t } = useTranslation()
  const check = useCheckProof(() => notify('success', t('codeProofs.checked')))
  const command = `git push ${proof.repository}.git HEAD:refs/heads/${proof.branch}`
  return (
    <>
      <p className={classes.repository}>
        <span>{proof.repository}</span> <StatusBadge tone="amber" icon={WaitingIcon} label={t('codeProofs.waiting')} />
      </p>
      <p className={classes.quiet}>{t('codeProofs.steps')}</p>
      <code className={classes.command}>{command}</code>
      <div className={classes.acts}>
        <CopyButton value={command} label={t('codeProofs.copy')} copiedLabel={t('codeProofs.copied')} isWide />
        <Button onClick={() => check.mutate(proof.id)} loading={check.isPending}>
          {t('codeProofs.check')}
        </Button>
      </div>
    </>
  )
}

function Remove({ proof }: { proof: Proof }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const remove = useRemoveProof(() => setAsking(false))
  return (
    <div>
      <Button size="compact-sm" variant="subtle" onClick={() => setAsking(true)}>
        {t('codeProofs.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate(proof.id)}
        title={t('codeProofs.remove')}
        text={t('codeProofs.removeText', { repository: proof.repository })}
        confirmLabel={t('codeProofs.remove')}
        cancelLabel={t('common.cancel')}
        closeLabel={t('common.close')}
        isDangerous
        isBusy={remove.isPending}
      />
    </div>
  )
}

function AddRepository() {
  const { t } = useTranslation()
  const [repository, setRepository] = useState('')
  const add = useAddProof(() => setRepository(''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (repository.trim() !== '') add.mutate(repository.trim())
  }
  return (
    <form className={classes.addRepository} onSubmit={submit}>
      <TextInput
        label={t('codeProofs.address')}
        description={t('codeProofs.addressHelp')}
        value={repository}
        inputMode="url"
        maxLength={300}
        onChange={(event) => setRepository(event.currentTarget.value)}
      />
      <div>
        <ReasonButton
          type="submit"
          variant="default"
          loading={add.isPending}
          reason={repository.trim() === '' ? t('reasons.empty') : undefined}
        >
          {t('codeProofs.add')}
        </ReasonButton>
      </div>
    </form>
  )
}

/** Public repositories that a person proves to write to, for reviewers and the own homepage. */
export function CodeProofs() {
  const { t } = useTranslation()
  const { data, error, refetch } = useCodeProofs()
  return (
    <section className={classes.proofs} ref={keepFocus}>
      <h2>{t('codeProofs.title')}</h2>
      <p className={classes.quiet}>{t('codeProofs.lead')}</p>
      {!data && !error && <DetailSkeleton label={t('common.loading')} />}
      {error && !data && <Failure error={error} refetch={refetch} />}
      {data && data.length > 0 && (
        <ul className={classes.repositories}>
          {data.map((proof) => (
            <li key={proof.id}>
              {proof.proven ? <ProvenRepository proven={proof.proven} /> : <HowToProve proof={proof} />}
              <Remove proof={proof} />
            </li>
          ))}
        </ul>
      )}
      {data?.some(({ proven }) => proven) && <p className={classes.quiet}>{t('codeProofs.source')}</p>}
      {data && data.length < CODE_PROOFS_MAX && <AddRepository />}
    </section>
  )
}
