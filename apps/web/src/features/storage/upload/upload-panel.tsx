import { Checkbox } from '@mantine/core'
import type { Bytes } from '@trove/stored-file/bytes'
import { keepFocus } from '@trove/ui/base/kept-focus'
import { UnitInput } from '@trove/ui/inputs/unit-input'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useChainAccount } from '../../../lib/wallet/chain.ts'
import type { Wallet } from '../../../lib/wallet/wallet.ts'
import classes from '../styles/storage.module.css'
import { DropZone } from './drop-zone.tsx'
import { type ChosenFile, FILES_AT_ONCE } from './dropped-files.ts'
import { COPIES_MAX, DAYS_MAX, FIRST_TERMS, readTerms, type TermsDraft, type TermsFaults } from './terms.ts'
import { UploadRow } from './upload-row.tsx'
import { addFiles, resumeUploads, type Upload, useUploads } from './uploads.ts'

/** Places of an amount in TTC: one is 10^12 units. */
const TTC_DECIMALS = 12

type TermsFieldsProps = { draft: TermsDraft; faults: TermsFaults; onChange: (next: TermsDraft) => void }

/** Days, copies and tips: they hold for all files that are signed from here. */
function TermsFields({ draft, faults, onChange }: TermsFieldsProps) {
  const { t } = useTranslation()
  const field = (name: keyof TermsDraft, limit: number, decimals = 0) => ({
    label: t(`storage.field.${name}`),
    unit: t(`storage.unit.${name}`),
    value: draft[name],
    onChange: (value: string) => onChange({ ...draft, [name]: value }),
    error: faults[name] && t(`storage.wrong.${name}`, { max: limit }),
    decimals,
  })
  return (
    <div className={classes.terms}>
      <UnitInput {...field('days', DAYS_MAX)} isRequired />
      <UnitInput {...field('copies', COPIES_MAX)} description={t('storage.help.copies')} isRequired />
      <UnitInput {...field('tips', 0, TTC_DECIMALS)} description={t('storage.help.tips')} />
    </div>
  )
}

/** What is ordered by one signature: an upload by itself, or all distinct copies of its file that are on their way. */
function groupOf(upload: Upload, uploads: readonly Upload[]): readonly Upload[] {
  const group = upload.apart?.group
  return group === undefined ? [upload] : uploads.filter(({ apart }) => apart?.group === group)
}

/** Choosing files, their way to the gateway, and the orders to be signed. */
export function UploadPanel({ wallet, vaultKey }: { wallet: Wallet; vaultKey: Bytes }) {
  const { t } = useTranslation()
  const owner = useSession().user!.userId
  const account = useChainAccount(wallet.accountId)
  const uploads = useUploads(owner)
  const [draft, setDraft] = useState(FIRST_TERMS)
  const { terms, faults } = readTerms(draft)
  useEffect(() => {
    void resumeUploads(owner, vaultKey)
  }, [owner, vaultKey])
  const [isApart, setApart] = useState(false)
  const add = (files: ChosenFile[]) => {
    const copiesApart = isApart ? terms?.copies : undefined
    if (isApart && copiesApart === undefined) return notify('warning', t('storage.wrong.copies', { max: COPIES_MAX }))
    if (files.length * (copiesApart ?? 1) > FILES_AT_ONCE)
      return notify('warning', t('storage.upload.tooMany', { count: FILES_AT_ONCE }))
    void addFiles(files, { owner, account: wallet.accountId, vaultKey, copiesApart })
  }
  return (
    <section className={classes.panel} aria-label={t('storageEntry.upload')} ref={keepFocus}>
      <DropZone onFiles={add} />
      <Checkbox
        checked={isApart}
        onChange={(event) => setApart(event.currentTarget.checked)}
        label={t('storage.apart.choose')}
        description={t('storage.apart.text')}
      />
      <TermsFields draft={draft} faults={faults} onChange={setDraft} />
      {uploads.length > 0 && (
        <ul className={classes.list}>
          {uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              {...{ upload, wallet, account, terms, vaultKey }}
              group={groupOf(upload, uploads)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
