import { ActionButton } from '@trove/ui/actions/action-button'
import { HeaderAction } from '@trove/ui/actions/header-action'
import { StickyAction } from '@trove/ui/actions/sticky-action'
import { Link } from '@trove/ui/base/link'
import { SearchIcon } from '@trove/ui/icons/actions'
import { Columns } from '@trove/ui/layout/columns'
import { PageHeader } from '@trove/ui/layout/page-header'
import { AvatarImage } from '@trove/ui/lists/avatar-image'
import { Price } from '@trove/ui/lists/price'
import { VerifiedMark } from '@trove/ui/lists/verified-mark'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { ProvenRepository } from '../../../lib/shown/code/proven-code.tsx'
import { formatCount } from '../../../lib/shown/format.ts'
import { withReason } from '../../../lib/shown/reason-button.tsx'
import { OfferPage } from '../../../market/detail/offer-page.tsx'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { useBuy } from '../../../market/entry/use-buy.ts'
import { OfferReviews } from '../../../market/reviews/parts.tsx'
import { talentPaths } from '../addresses.ts'
import { FreeTimes } from '../calendar/free-times.tsx'
import { type Page, useHomepage } from '../data/queries.ts'
import { CaseList } from '../homepage/case-list.tsx'
import { ContactButton } from '../homepage/contact-button.tsx'
import { Skills } from '../homepage/skills.tsx'
import classes from '../talent.module.css'
import { HomepageBones } from './homepage-bones.tsx'
import { Rating } from './rating.tsx'

/** Who it is: picture or the end of the name, name, identity, skills. */
function ProfileCard({ page }: { page: Page }) {
  const { t } = useTranslation()
  const facts = [page.workExp, page.countHires > 0 ? t('talent.hires', { count: page.countHires }) : '']
  return (
    <Panel>
      <div className={classes.profile}>
        <AvatarImage src={page.realHeadImgUrl} name={page.realName} size={80} />
        <div className={classes.who}>
          <h2 className={classes.name}>
            {page.realName} <VerifiedMark label={t('talent.certified')} />
          </h2>
          <p className={classes.identity}>
            {page.identity}
            {page.isDemo && ` · ${t('common.demo')}`}
          </p>
          <Rating of={page} />
          <Quiet>{facts.filter(Boolean).join(' · ')}</Quiet>
        </div>
      </div>
      <Skills skills={page.skills} />
    </Panel>
  )
}

/** Works of the expert: picture, name and the three counts of each (b-markets 3, programme list item). */
function Programmes({ page }: { page: Page }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('talent.programmes.title')}>
      {page.productCodes.length === 0 && <Quiet>{t('talent.programmes.empty')}</Quiet>}
      {page.productCodes.map((code) => (
        <Link key={code.productId} href={paths.codeDetail({ id: code.productId })} className={classes.programme}>
          {/* The name says what it shows. */}
          {code.productUrl && <img src={code.productUrl} alt="" width={96} height={60} loading="lazy" />}
          <span className={classes.programmeWords}>
            <strong>{code.productName}</strong>
            <Quiet>
              {t('talent.programmes.counts', {
                browses: formatCount(code.countBrowses),
                comments: formatCount(code.countComments),
                downloads: formatCount(code.countDownloads),
              })}
            </Quiet>
          </span>
        </Link>
      ))}
      {page.isOwn && (
        <div>
          <ActionButton kind="plain" action={{ label: t('talent.programmes.upload'), href: paths.publishCode() }} />
        </div>
      )}
    </Panel>
  )
}

/** Repositories the expert proved to write to; nothing where there is none. */
function Repositories({ page }: { page: Page }) {
  const { t } = useTranslation()
  if (page.codeProofs.length === 0) return null
  return (
    <Panel title={t('codeProofs.ofExpert')}>
      {page.codeProofs.map((proven) => (
        <ProvenRepository key={proven.repository} proven={proven} />
      ))}
      <Quiet>{t('codeProofs.source')}</Quiet>
    </Panel>
  )
}

function Act({ page }: { page: Page }) {
  const { t } = useTranslation()
  const buy = useBuy()
  const price = page.hourSalary ? (
    <Price amount={page.hourSalary} currency={t('units.yuanSign')} unit={t('talent.perHour')} size="xl" />
  ) : undefined
  const note = page.hourSalary ? undefined : t(page.isOwn ? 'talent.ownNoSalary' : 'talent.noSalary')
  return (
    <StickyAction info={price} note={note} isBeside>
      {page.isOwn ? (
        <ActionButton size="md" action={{ label: t('talent.changeSalary'), href: paths.hourSalary() }} />
      ) : (
        <>
          <ContactButton productId={page.productId} />
          <ActionButton
            size="md"
            action={withReason(
              { label: t('talent.orderNow'), onClick: () => buy(talentPaths.orderTalent({ id: page.productId })) },
              page.isOpen ? undefined : t(page.hourSalary ? 'talent.closed' : 'talent.noSalary'),
            )}
          />
        </>
      )}
    </StickyAction>
  )
}

function Body({ page }: { page: Page }) {
  return (
    <Columns aside={<Act page={page} />}>
      <ProfileCard page={page} />
      <CaseList page={page} />
      <Programmes page={page} />
      <Repositories page={page} />
      {/* What comes in later stands below what is there at once, which it would push down. */}
      <FreeTimes page={page} />
      <OfferReviews kind="manpower" aboutId={page.productId} isMine={page.isOwn} />
    </Columns>
  )
}

/** A certified expert's own homepage, with the way to everybody's list. */
function OwnHomepage({ page }: { page: Page }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={t('talent.myHomepage')}
        actions={
          <HeaderAction
            action={{ label: t('talent.allExperts'), href: paths.talent({ tab: 'experts' }), icon: <SearchIcon /> }}
          />
        }
      />
      <Body page={page} />
    </>
  )
}

/** The homepage of an expert, readable by everybody. */
function HomepageOf({ productId }: { productId: string }) {
  const { t } = useTranslation()
  return (
    <OfferPage
      title={t('titles.manpower')}
      back={paths.talent({ tab: 'experts' })}
      path={paths.talent({ productId })}
      favourite={{ kind: 'manpower', id: productId }}
      nameOf={({ realName }) => realName}
      asked={useHomepage(productId)}
      waiting={<HomepageBones productId={productId} />}
    >
      {(page) => <Body page={page} />}
    </OfferPage>
  )
}

/** The homepage of one expert: one's own as it was asked for, or by its id. */
export default function Homepage({ own, productId }: { own?: Page; productId?: string }) {
  return own ? <OwnHomepage page={own} /> : <HomepageOf productId={productId!} />
}
