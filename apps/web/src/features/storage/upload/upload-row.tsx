import { Button, Progress, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getOrderPrice } from '@trove/contract/chain/routes'
import type { Bytes } from '@trove/stored-file/bytes'
import { storedBytes } from '@trove/stored-file/frames'
import { formatBytes } from '@trove/units/bytes'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { formatCount } from '../../../lib/shown/format.ts'
import type { ChainAccountView } from '../../../lib/wallet/chain.ts'
import { useSignedCalls } from '../../../lib/wallet/signed-calls.ts'
import type { Wallet } from '../../../lib/wallet/wallet.ts'
import classes from '../styles/storage.module.css'
import { OrderCost } from './order-cost.tsx'
import { orderKind, PlaceOrder, type ReadyUpload } from './place-order.tsx'
import { blocksOf, type Terms, termsOf } from './terms.ts'
import { giveUpUpload, renameUpload, retryUpload, type Upload } from './uploads.ts'

/** What an order of so many bytes would cost now, without tips. */
function usePrice(bytes: number, terms: Terms | undefined) {
  const query = { file_size: bytes, duration: blocksOf(terms?.days ?? 1), copies: terms?.copies ?? 1 }
  return useQuery({
    queryKey: ['storage', 'price', query],
    queryFn: () => api(getOrderPrice, { query }),
    enabled: terms !== undefined,
    staleTime: 30_000,
  })
}

/** The fields of the specification's form: name, identifier, size; the days stand above for all. */
function Facts({ upload, vaultKey }: { upload: Upload; vaultKey: Bytes }) {
  const { t } = useTranslation()
  const [name, setName] = useState(upload.name)
  const bytes = upload.sealed?.bytes ?? storedBytes(upload.file.size)
  const rename = () => {
    if (name.trim() === '') setName(upload.name)
    else if (name !== upload.name) void renameUpload(upload.id, name, vaultKey)
  }
  return (
    <>
      <TextInput
        label={t('storage.field.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={rename}
        maxLength={186}
        error={name.trim() === '' ? t('storage.upload.nameEmpty') : undefined}
        required
      />
      <dl className={classes.facts}>
        <div>
          <dt>{t('storage.field.cid')}</dt>
          <dd>
            <code className={classes.cid}>{upload.sealed?.cid ?? t('storage.upload.cidLater')}</code>
          </dd>
        </div>
        <div>
          <dt>{t('storage.field.bytes')}</dt>
          <dd>
            {formatBytes(BigInt(bytes))}
            <small>{t('storage.upload.bytes', { count: formatCount(bytes) })}</small>
          </dd>
        </div>
      </dl>
    </>
  )
}

type UploadRowProps = {
  upload: Upload
  /** What is ordered by one signature, it among them. */
  group: readonly Upload[]
  wallet: Wallet
  account: ChainAccountView
  terms: Terms | undefined
  vaultKey: Bytes
}

type ActionsProps = Pick<UploadRowProps, 'upload' | 'vaultKey'> & { isOrdered: boolean }

function Actions({ upload, vaultKey, isOrdered }: ActionsProps) {
  const { t } = useTranslation()
  return (
    <>
      {upload.stage === 'failed' && (
        <Button variant="default" onClick={() => retryUpload(upload.id, vaultKey)}>
          {t('common.retry')}
        </Button>
      )}
      {!isOrdered && (
        <Button variant="subtle" onClick={() => void giveUpUpload(upload)}>
          {t('storage.upload.giveUp')}
        </Button>
      )}
    </>
  )
}

const isReady = (upload: Upload): upload is ReadyUpload => upload.stage === 'ready' && upload.sealed !== undefined

type OrderingProps = Omit<ComponentProps<typeof PlaceOrder>, 'uploads'> & { uploads: readonly Upload[] }

/** The signature once everything that it orders lies ready; of distinct copies it stands with the last. */
function Ordering({ uploads, ...given }: OrderingProps) {
  const { t } = useTranslation()
  const ready = uploads.filter(isReady)
  if (ready.length < uploads.length)
    return ready.length > 0 ? <p className={classes.quiet}>{t('storage.apart.waits')}</p> : null
  return <PlaceOrder uploads={ready} {...given} />
}

/** One file on its way: how far it is, what it costs, and the signature at the end. */
export function UploadRow({ upload, group, wallet, account, terms: given, vaultKey }: UploadRowProps) {
  const { t } = useTranslation()
  const terms = termsOf(given, upload.apart !== undefined)
  const price = usePrice(upload.sealed?.bytes ?? storedBytes(upload.file.size), terms)
  const { stage } = upload
  const percent = Math.round(upload.done * 100)
  const kind = orderKind(group.map((one) => one.sealed?.cid ?? ''))
  const calls = useSignedCalls(wallet.accountId, account.network, kind)
  const isOrdered = calls.some(({ told }) => told !== 'refused')
  const askPrice = async () => BigInt((await price.refetch({ throwOnError: true })).data!.price)
  const isMoving = stage === 'sealing' || stage === 'sending' || stage === 'checking'
  return (
    <li className={classes.upload} data-stage={stage}>
      <Facts upload={upload} vaultKey={vaultKey} />
      {upload.apart && <p className={classes.quiet}>{t('storage.apart.copy', upload.apart)}</p>}
      {!isOrdered && (
        <p className={classes.stage} role={stage === 'failed' ? 'alert' : undefined}>
          {t(`storage.stage.${stage}`, { percent })} {upload.fault}
        </p>
      )}
      {isMoving && <Progress value={percent} aria-label={t(`storage.stage.${stage}`, { percent })} />}
      {price.error && !price.data && <SmallFailure error={price.error} refetch={price.refetch} />}
      {price.data && terms && (
        <OrderCost price={price.data} bytes={upload.sealed?.bytes ?? storedBytes(upload.file.size)} terms={terms} />
      )}
      <div className={classes.actions}>
        {group.at(-1) === upload && terms && price.data && (
          <Ordering
            uploads={group}
            {...{ wallet, account, terms, vaultKey, askPrice }}
            pricePlanck={BigInt(price.data.price)}
            depositPlanck={BigInt(price.data.deposit)}
          />
        )}
        <Actions upload={upload} vaultKey={vaultKey} isOrdered={isOrdered} />
      </div>
    </li>
  )
}
