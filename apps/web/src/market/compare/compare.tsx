import { ActionButton } from '@trove/ui/actions/action-button'
import { copyText } from '@trove/ui/actions/clipboard'
import { HeaderAction } from '@trove/ui/actions/header-action'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import { ShareIcon } from '@trove/ui/icons/actions'
import { CheckIcon } from '@trove/ui/icons/states'
import { PageHeader } from '@trove/ui/layout/page-header'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWayBack } from '../../lib/addresses/use-way-back.ts'
import { Failure } from '../../lib/calls/failure.tsx'
import { notify } from '../../lib/calls/notify.ts'
import classes from './compare.module.css'

/** One line of the comparison; `rank` lets the best be marked: the greatest is best, undefined takes no part. */
export type CompareRow<Offer> = {
  label: string
  cell: (offer: Offer) => ReactNode
  /** A word on it, in small below. */
  note?: (offer: Offer) => string | undefined
  rank?: (offer: Offer) => number | undefined
}

type CompareProps<Offer extends { id: string }> = {
  asked: {
    /** Undefined ones are still on their way, null ones are gone. */
    offers: readonly (Offer | null | undefined)[]
    /** Why one could not be had that may well be there. */
    error: Error | null
    retry: () => void
  }
  rows: readonly CompareRow<Offer>[]
  nameOf: (offer: Offer) => string
  bylineOf: (offer: Offer) => string
  offerPath: (id: string) => string
  /** The one action of an offer: getting it, without the way over its page. */
  Act: ComponentType<{ offer: Offer }>
  illustration: ReactNode
  market: { label: string; href: string }
}

/** Which of the offers are the best in one line; none where all are alike. */
function bestOf<Offer>(offers: readonly Offer[], rank: CompareRow<Offer>['rank']): ReadonlySet<Offer> {
  const ranks = offers.map((offer) => rank?.(offer))
  const known = ranks.filter((value) => value !== undefined)
  const most = Math.max(...known)
  if (known.length < 2 || known.every((value) => value === most)) return new Set()
  return new Set(offers.filter((_, index) => ranks[index] === most))
}

function Table<Offer extends { id: string }>(props: CompareProps<Offer> & { shown: readonly Offer[] }) {
  const { t } = useTranslation()
  const { shown, rows, nameOf, bylineOf, offerPath, Act } = props
  return (
    <div className={classes.box}>
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            {shown.map((offer) => (
              <th key={offer.id} scope="col">
                <span className={classes.head}>
                  <LoneLink href={offerPath(offer.id)}>{nameOf(offer)}</LoneLink>
                  <span className={classes.quiet}>{bylineOf(offer)}</span>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, cell, note, rank }) => {
            const best = bestOf(shown, rank)
            return (
              <tr key={label}>
                <th scope="row">{label}</th>
                {shown.map((offer) => (
                  <td key={offer.id} className={best.has(offer) ? classes.best : undefined}>
                    <span className={classes.cell}>
                      {cell(offer)}
                      {best.has(offer) && <CheckIcon size={14} label={t('market.compare.best')} />}
                    </span>
                    {note && <span className={classes.quiet}>{note(offer)}</span>}
                  </td>
                ))}
              </tr>
            )
          })}
          <tr>
            <td />
            {shown.map((offer) => (
              <td key={offer.id}>
                <div className={classes.acts}>
                  <Act offer={offer} />
                  <ActionButton
                    kind="quiet"
                    action={{ label: t('market.compare.details'), href: offerPath(offer.id) }}
                  />
                </div>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

/** Up to four offers side by side, the best of each line marked; its address can be shared. */
export function Compare<Offer extends { id: string }>(props: CompareProps<Offer>) {
  const { t } = useTranslation()
  const { market, illustration } = props
  const goBack = useWayBack(market.href)
  const { offers, error, retry } = props.asked
  const isLoading = !error && offers.some((offer) => offer === undefined)
  const isReady = !error && !isLoading
  const shown = offers.filter((offer) => offer !== undefined && offer !== null)
  const gone = offers.filter((offer) => offer === null).length
  const share = async () => {
    if (await copyText(window.location.href)) notify('success', t('market.shareCopied'))
  }
  return (
    <>
      <PageHeader
        title={t('market.compare.title')}
        lead={t('market.compare.lead')}
        back={{ label: t('common.back'), onClick: goBack }}
        actions={
          <HeaderAction
            action={{ label: t('market.compare.share'), icon: <ShareIcon />, onClick: () => void share() }}
          />
        }
      />
      {isLoading && <DetailSkeleton label={t('common.loading')} />}
      {error && <Failure error={error} refetch={retry} />}
      {isReady && shown.length === 0 && (
        <EmptyState illustration={illustration} title={t('market.compare.none')} action={market} />
      )}
      {isReady && shown.length > 0 && gone > 0 && (
        <p className={classes.quiet}>{t('market.compare.gone', { count: gone })}</p>
      )}
      {isReady && shown.length > 0 && <Table {...props} shown={shown} />}
    </>
  )
}
