import { copyText } from '@trove/ui/actions/clipboard'
import { HeaderAction } from '@trove/ui/actions/header-action'
import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import { ShareIcon } from '@trove/ui/icons/actions'
import { PageHeader } from '@trove/ui/layout/page-header'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useWayBack } from '../../lib/addresses/use-way-back.ts'
import { notify } from '../../lib/calls/notify.ts'
import { isGone } from '../../lib/calls/refusal.ts'
import { FailureOrGone } from '../../lib/shown/failure-or-gone.tsx'
import { lazyPart } from '../../lib/shown/later/lazy-part.ts'
import { usePageTitle } from '../../lib/shown/page-title.ts'
import type { Subject } from '../favourites/queries.ts'

const Heart = lazyPart(() => import('../favourites/heart.tsx'))

type OfferPageProps<Offer> = {
  title: string
  /** The title is the offer's name, and that is not known before the offer is there. */
  isTitleAwaited?: boolean
  /** The offer's name for the browser's tab, where it is more than the title. */
  nameOf?: (offer: Offer) => string
  /** Where the way back leads when the page was opened by its address. */
  back: string
  /** Where it leads instead once what the page is about is gone, where `back` would be gone as well. */
  backIfGone?: string
  /** What is said then, and what the way on is called; without, the refusal's words and going back. */
  gone?: { title?: string; text?: string; onLabel: string }
  /** The address that is shared. */
  path: string
  /** Under which kind and id people keep it as a favourite; without, it is none to be kept. */
  favourite?: Subject
  asked: { data: Offer | undefined; error: Error | null; refetch: () => unknown }
  /** What stands here while the offer is on its way, in its shape; without, that of no offer in particular. */
  waiting?: ReactNode
  children: (offer: Offer) => ReactNode
}

/** As tall as any offer is at least: the footer does not jump away once it is there. */
function AnyOffer() {
  const { t } = useTranslation()
  return (
    <div style={{ minHeight: '100dvh' }}>
      <DetailSkeleton label={t('common.loading')} />
    </div>
  )
}

/** The page of one offer of any market: the way back, the link to share, and the offer once it is there. */
export function OfferPage<Offer>(props: OfferPageProps<Offer>) {
  const { title, isTitleAwaited, nameOf, path, favourite, asked, waiting, gone, children } = props
  const { t } = useTranslation()
  const { error, refetch } = asked
  const back = (isGone(error) && props.backIfGone) || props.back
  const goBack = useWayBack(back)
  // An offer that could not be read anew stays in sight; one that is gone does not.
  const offer = isGone(error) ? undefined : asked.data
  usePageTitle(offer && (nameOf?.(offer) ?? title))
  const share = async () => {
    if (await copyText(`${window.location.origin}${path}`)) notify('success', t('market.shareCopied'))
  }
  return (
    <>
      <PageHeader
        title={title}
        isAwaited={isTitleAwaited && !offer && !error}
        back={{ label: t('common.back'), onClick: goBack }}
        actions={
          offer && (
            <>
              {favourite && (
                <Suspense fallback={null}>
                  <Heart subject={favourite} />
                </Suspense>
              )}
              <HeaderAction action={{ label: t('market.share'), icon: <ShareIcon />, onClick: () => void share() }} />
            </>
          )
        }
      />
      {error && !offer && (
        <FailureOrGone
          {...{ error, refetch, gone }}
          // Trying again brings nothing back; the list may.
          wayOn={{ label: gone?.onLabel ?? t('common.back'), href: back }}
        />
      )}
      {!offer && !error && (waiting ?? <AnyOffer />)}
      {offer && children(offer)}
    </>
  )
}
