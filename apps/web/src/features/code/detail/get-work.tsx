import { useMutation, useQueryClient } from '@tanstack/react-query'
import { grantWork } from '@trove/contract/code/vault'
import { ActionButton } from '@trove/ui/actions/action-button'
import { OnPhone } from '@trove/ui/actions/on-phone'
import { StickyAction } from '@trove/ui/actions/sticky-action'
import { Price } from '@trove/ui/lists/price'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { useSession } from '../../../lib/session/session.ts'
import { PagePart, useWayToPart } from '../../../lib/shown/page-part.tsx'
import { Panel } from '../../../market/detail/panel.tsx'
import { useBuy } from '../../../market/entry/use-buy.ts'
import { USE_PART } from '../addresses.ts'
import { Clone } from '../clone.tsx'
import classes from '../code.module.css'
import { Download } from '../download.tsx'
import type { WorkDetail } from '../queries.ts'
import { Tokens } from '../tokens.tsx'
import { useWorkWords } from '../use-words.ts'

/** The way to a licence that costs something; undefined when there is none that the reader could buy. */
function useChoose(work: WorkDetail) {
  const { t } = useTranslation()
  const buy = useBuy()
  const isLeft = work.licences.some(({ licence, price }) => Number(price) > 0 && !work.ownLicences.includes(licence))
  if (work.isMine || work.state !== 'online' || !isLeft) return undefined
  return { label: t('codeOrders.choose'), onClick: () => buy(paths.checkoutCode({ id: work.id })) }
}

function useAction(work: WorkDetail) {
  const { t } = useTranslation()
  const comeBack = useBuy()
  const client = useQueryClient()
  const isSignedIn = useSession().state === 'signed-in'
  const get = useMutation({
    mutationFn: () => api(grantWork, { params: { id: work.id } }),
    onSuccess: async () => {
      notify('success', t('code.detail.got'))
      await client.invalidateQueries({ queryKey: ['code'] })
    },
  })
  const choose = useChoose(work)
  if (work.isMine) return { label: t('code.detail.manage'), href: paths.publishCode({ id: work.id }) }
  const isFree = work.licences.some(({ price }) => Number(price) === 0)
  if (work.state !== 'online' || (work.isGranted && isFree)) return undefined
  if (!isFree) return choose
  const signIn = () => {
    notify('warning', t('common.signInFirst'))
    comeBack(paths.codeDetail({ id: work.id }))
  }
  return {
    label: isSignedIn ? t('code.detail.get') : t('code.detail.signIn'),
    onClick: () => (isSignedIn ? get.mutate() : signIn()),
    isBusy: get.isPending,
  }
}

/** What whoever has a work does with it: its newest version as an archive, or all of it by git. */
function Use({ work }: { work: WorkDetail }) {
  const { t } = useTranslation()
  return (
    <PagePart id={USE_PART}>
      <Panel title={t('code.detail.use')}>
        <div className={classes.row}>
          <Download workId={work.id} />
          <Clone workId={work.id} label={t('code.detail.makeToken')} kind="plain" note={t('code.detail.cloneText')} />
        </div>
        <Tokens workId={work.id} />
      </Panel>
    </PagePart>
  )
}

/** What it costs under each licence, and the way to have it. */
export function GetWork({ work }: { work: WorkDetail }) {
  const { t } = useTranslation()
  const { priceOf } = useWorkWords()
  const action = useAction(work)
  const choose = useChoose(work)
  const hasFree = work.licences.some(({ price }) => Number(price) === 0)
  const use = useWayToPart(paths.codeDetail({ id: work.id }), USE_PART)
  const isOwned = work.isGranted && !action
  const isUsable = work.isGranted && work.versions.length > 0
  const info = isOwned ? (
    <strong className={classes.price}>{t('code.detail.have')}</strong>
  ) : work.price === null || Number(work.price) === 0 ? (
    <strong className={classes.price}>{priceOf(work.price)}</strong>
  ) : (
    <Price amount={work.price} currency={t('units.yuanSign')} size="xl" />
  )
  const note = work.state === 'online' ? undefined : t(`code.detail.${work.state}`)
  return (
    <div className={classes.stack}>
      <StickyAction info={info} note={note} isBeside>
        {action && <ActionButton size="md" action={action} />}
        {isOwned && isUsable && (
          // At a desk the copy stands right below.
          <OnPhone>
            <ActionButton size="md" action={{ label: t('code.detail.use'), ...use }} />
          </OnPhone>
        )}
      </StickyAction>
      {isUsable && <Use work={work} />}
      <Panel title={t('code.detail.licences')}>
        <ul className={classes.licences}>
          {work.licences.map(({ licence, price }) => (
            <li key={licence}>
              <span>{t(`code.detail.licence.${licence}`)}</span>
              <span>{priceOf(price)}</span>
              <small>{t(`code.detail.licenceText.${licence}`)}</small>
            </li>
          ))}
        </ul>
        {hasFree && choose && <ActionButton kind="plain" action={choose} />}
      </Panel>
    </div>
  )
}
