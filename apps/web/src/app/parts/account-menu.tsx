import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import type { MenuEntry } from '@trove/ui/dialogs/menu'
import { LogoutIcon } from '@trove/ui/icons/actions'
import { OrdersIcon, StorageIcon, TalentIcon, WalletIcon } from '@trove/ui/icons/places'
import { CheckIcon } from '@trove/ui/icons/states'
import { DeviceIcon, LanguageIcon, MoonIcon, SunIcon } from '@trove/ui/icons/things'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/addresses/paths.ts'
import { signOut } from '../../lib/calls/api.ts'
import { currentLanguage, switchLanguage } from '../../lib/session/language.ts'
import { useSession } from '../../lib/session/session.ts'
import { useDeviceChoice } from '../../lib/session/use-device.tsx'

/** Entries and dialogs that both shells share: account, language, layout, appearance, signing out. */

/** The header dropdown of a signed-in person (b-markets 2): wallet, storage, orders, hourly salary, log out. */
export function useAccountEntries(askLogOut: () => void): MenuEntry[] {
  const { t } = useTranslation()
  const isStaff = useSession().user?.role === 'operator'
  return [
    { id: 'wallet', label: t('shell.myWallet'), icon: <WalletIcon />, href: paths.purse() },
    { id: 'storage', label: t('shell.myStorage'), icon: <StorageIcon />, href: paths.myStorage() },
    { id: 'order', label: t('shell.myOrder'), icon: <OrdersIcon />, href: paths.orders() },
    { id: 'salary', label: t('shell.myHourSalary'), icon: <TalentIcon />, href: paths.hourSalary() },
    ...(isStaff ? [{ id: 'desk', label: t('titles.payoutDesk'), icon: <CheckIcon />, href: paths.payoutDesk() }] : []),
    { id: 'logout', label: t('shell.logOut'), icon: <LogoutIcon />, onSelect: askLogOut, isDangerous: true },
  ]
}

/** Language, layout and appearance. */
export function useSettingEntries(): MenuEntry[] {
  const { t } = useTranslation()
  const { device, switchDevice } = useDeviceChoice()
  const { setColorScheme } = useMantineColorScheme()
  // What is to be seen: nobody has chosen yet where the system is dark.
  const colorScheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const other = currentLanguage() === 'en' ? 'zh-CN' : 'en'
  return [
    {
      id: 'language',
      label: t('shell.otherLanguage'),
      icon: <LanguageIcon />,
      onSelect: () => void switchLanguage(other),
    },
    {
      id: 'device',
      label: device === 'pc' ? t('shell.toMobile') : t('shell.toDesktop'),
      icon: <DeviceIcon />,
      onSelect: () => switchDevice(device === 'pc' ? 'mobile' : 'pc'),
    },
    {
      id: 'scheme',
      label: colorScheme === 'dark' ? t('shell.light') : t('shell.dark'),
      icon: colorScheme === 'dark' ? <SunIcon /> : <MoonIcon />,
      onSelect: () => setColorScheme(colorScheme === 'dark' ? 'light' : 'dark'),
    },
  ]
}

/** The question before signing out; OK signs out and loads the page anew (b-markets 8). */
export function useLogOut() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await signOut().catch(() => undefined)
    window.location.assign(paths.home())
  }
  const dialog = (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      onConfirm={() => void confirm()}
      title={t('common.tips')}
      text={t('shell.logOutConfirm')}
      confirmLabel={t('common.ok')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      isBusy={isBusy}
    />
  )
  return { ask: () => setOpen(true), dialog }
}
