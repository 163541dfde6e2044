import { Link } from '@trove/ui/base/link'
import { HeartIcon, LogoutIcon, SaveSearchIcon } from '@trove/ui/icons/actions'
import type { IconComponent } from '@trove/ui/icons/icon'
import {
  ChartIcon,
  CodeIcon,
  ComputeIcon,
  HomeIcon,
  MeIcon,
  StorageIcon,
  TalentIcon,
  WalletIcon,
} from '@trove/ui/icons/places'
import { AvatarImage } from '@trove/ui/lists/avatar-image'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useCertification } from '../../features/certification/queries.ts'
import { CertificationBadge } from '../../features/certification/status.tsx'
import { useConnectWallet } from '../../features/wallet/chain/use-connect-wallet.tsx'
import { ordersPath, paths } from '../../lib/addresses/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { formatCount } from '../../lib/shown/format.ts'
import { useWallet } from '../../lib/wallet/wallet.ts'
import { useOrderCounts } from '../../market/orders/queries.ts'
import { shortAddress } from '../../signing/short-address.ts'
import { markets } from '../entries/markets.ts'
import { useLogOut, useSettingEntries } from '../parts/account-menu.tsx'
import { useStaffPages } from '../parts/staff-pages.ts'
import { HomePanels } from './home-panels.tsx'
import classes from './personal-center.module.css'

/** `count`: how many there are, where that is known and not none. */
type Tile = { label: string; href: string; icon: IconComponent; tone: string; count?: number | undefined }

function TileGroup({ title, tiles }: { title: string; tiles: Tile[] }) {
  return (
    <section className={classes.panel} aria-label={title}>
      <h2 className={classes.panelTitle}>{title}</h2>
      <div className={classes.tiles}>
        {tiles.map((tile) => (
          <Link key={tile.href} href={tile.href} className={classes.tile}>
            <span className={classes.icon} style={{ color: `var(--${tile.tone})` }}>
              <tile.icon size={24} />
            </span>
            {tile.label}
            {tile.count ? <small className={classes.count}>{formatCount(tile.count)}</small> : null}
          </Link>
        ))}
      </div>
    </section>
  )
}

/** `isExpert`: certified, with a homepage of their own. */
function useTiles(isExpert: boolean) {
  const { t } = useTranslation()
  const { data: counts } = useOrderCounts()
  const staff = useStaffPages()
  const kinds = [
    { tab: 'storageOrder', kind: undefined, name: 'orders.tabs.storageOrder', icon: StorageIcon, tone: 'storage' },
    ...markets,
  ] as const
  const orders = (side: 'consume' | 'profit') =>
    kinds.map(({ kind, tab, name, icon, tone }) => ({
      icon,
      tone,
      count: counts?.find(({ productType }) => productType === kind)?.[side],
      label: side === 'profit' && tab === 'storageOrder' ? t('personal.storageIncome') : t(name),
      href: ordersPath(side, tab),
    }))
  return {
    staff: staff.map(({ title, path, icon, tone }) => ({ label: t(`titles.${title}`), href: path, icon, tone })),
    shortcuts: [
      { label: t('personal.wallet'), href: paths.purse(), icon: WalletIcon, tone: 'jade' },
      { label: t('titles.income'), href: paths.income(), icon: ChartIcon, tone: 'compute' },
      { label: t('titles.favourites'), href: paths.favourites(), icon: HeartIcon, tone: 'coral' },
      { label: t('personal.salary'), href: paths.hourSalary(), icon: TalentIcon, tone: 'talent' },
      ...(isExpert ? [{ label: t('talent.myHomepage'), href: paths.talent(), icon: HomeIcon, tone: 'talent' }] : []),
      { label: t('personal.account'), href: paths.profile(), icon: MeIcon, tone: 'sky' },
    ],
    income: orders('profit'),
    consumption: orders('consume'),
    resources: [
      { label: t('titles.myStorage'), href: paths.myStorage(), icon: StorageIcon, tone: 'storage' },
      { label: t('titles.myCalculate'), href: paths.myCompute(), icon: ComputeIcon, tone: 'compute' },
      { label: t('titles.myCode'), href: paths.myCode(), icon: CodeIcon, tone: 'code' },
      { label: t('titles.savedSearches'), href: paths.savedSearches(), icon: SaveSearchIcon, tone: 'sky' },
    ],
  }
}

/** Leads who is not certified to certification; says how it stands while it is under review, and why it was refused. */
function CertifyBanner({ status, reason }: { status: number; reason: string | null }) {
  const { t } = useTranslation()
  if (status === 2) return null
  const text = {
    1: t('certification.waitingText'),
    3: t('personal.refusedText', { reason: reason ?? '' }),
  }[status]
  const isWaiting = status === 1
  return (
    <Link href={paths.certification()} className={classes.certify}>
      <span>{text ?? t('personal.certifyText')}</span>
      {!isWaiting && <strong>{t(status === 3 ? 'certification.again' : 'personal.goCertify')}</strong>}
    </Link>
  )
}

/** The chain wallet, the settings and the way out. */
function Settings() {
  const { t } = useTranslation()
  const settings = useSettingEntries()
  const logOut = useLogOut()
  const wallet = useWallet()
  const connect = useConnectWallet()
  const navigate = useNavigate()
  return (
    <>
      <section className={classes.panel} aria-label={t('personal.settings')}>
        <h2 className={classes.panelTitle}>{t('personal.settings')}</h2>
        <button
          type="button"
          className={classes.setting}
          onClick={() => (wallet ? navigate(paths.purse()) : connect.open())}
        >
          <WalletIcon />
          {t(wallet ? 'chainWallet.title' : 'chainWallet.connect')}
          {wallet && <code className={classes.quiet}>{shortAddress(wallet.accountId)}</code>}
        </button>
        {settings.map((entry) => (
          <button key={entry.id} type="button" className={classes.setting} onClick={entry.onSelect}>
            {entry.icon}
            {entry.label}
          </button>
        ))}
        <button type="button" className={classes.setting} onClick={logOut.ask}>
          <LogoutIcon />
          {t('shell.logOut')}
        </button>
      </section>
      {logOut.dialog}
      {connect.dialog}
    </>
  )
}

/** The personal center: who one is, what one bought, sold and owns, and the settings. */
export default function PersonalCenter() {
  const { t } = useTranslation()
  const { user } = useSession()
  const { data: certification } = useCertification()
  const isVerified = certification?.status === 2
  const tiles = useTiles(isVerified)
  if (!user) return null
  // What a reviewer saw papers for stands before what the person typed elsewhere.
  const realName = (isVerified ? certification.realName : null) ?? user.realName
  return (
    <div className={classes.page}>
      <section className={classes.head}>
        <Link href={paths.profile()} className={classes.person}>
          <AvatarImage src={user.headImgUrl} name={user.username} size={64} />
          <span className={classes.words}>
            <h1 className={classes.name}>{realName ?? user.username}</h1>
            {isVerified && certification.identity && <span>{certification.identity}</span>}
            <span className={classes.quiet}>{realName ? `${user.username} · ${user.mobile}` : user.mobile}</span>
          </span>
        </Link>
        <span className={classes.badges}>
          {certification && <CertificationBadge status={certification.status} />}
          {user.isDemo && <span className={classes.badge}>{t('common.demo')}</span>}
        </span>
        {certification ? (
          <CertifyBanner {...certification} />
        ) : (
          // Most are not certified: its room is kept until that is known.
          <span className={classes.certify} data-awaited aria-hidden />
        )}
      </section>
      {tiles.staff.length > 0 && <TileGroup title={t('shell.staff')} tiles={tiles.staff} />}
      <TileGroup title={t('personal.shortcuts')} tiles={tiles.shortcuts} />
      <TileGroup title={t('personal.resources')} tiles={tiles.resources} />
      <TileGroup title={t('personal.incomeOrders')} tiles={tiles.income} />
      <TileGroup title={t('personal.consumption')} tiles={tiles.consumption} />
      <Settings />
      {/* They come one by one: last, they push nothing away. */}
      <HomePanels />
    </div>
  )
}
