import { Button, TextInput } from '@mantine/core'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { OutcomeNote } from '@trove/ui/feedback/outcome-note'
import { WaitingNote } from '@trove/ui/feedback/waiting-note'
import { PageHeader } from '@trove/ui/layout/page-header'
import { formatTtc } from '@trove/units/token'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import classes from './faucet.module.css'
import { useFaucet } from './use-faucet.ts'

const PURSE = paths.purse()
const DECIMALS = 6

/** The connected wallet's balance, and what a claim did to it. */
function Balance({ beforePlanck, balancePlanck }: { beforePlanck?: bigint; balancePlanck?: bigint }) {
  const { t } = useTranslation()
  if (balancePlanck === undefined) return null
  const write = (planck: bigint) => formatTtc(planck, { most: DECIMALS })
  const hasChanged = beforePlanck !== undefined && beforePlanck !== balancePlanck
  return (
    <p className={classes.balance} role="status">
      <span>{t('faucet.balance')}</span>
      <strong>
        {hasChanged
          ? t('faucet.change', { before: write(beforePlanck), after: write(balancePlanck) })
          : t('chainWallet.amount', { amount: write(balancePlanck) })}
      </strong>
    </p>
  )
}

function AddressField({ model }: { model: ReturnType<typeof useFaucet> }) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('faucet.address')}
      description={t(model.isOwn ? 'faucet.fromWallet' : 'faucet.addressHelp')}
      value={model.address}
      onChange={(event) => model.change(event.currentTarget.value)}
      error={model.fault}
      maxLength={200}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      size="md"
      withAsterisk
    />
  )
}

/** The faucet: an address, and 1 TTC a day. */
export default function Faucet() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const model = useFaucet()
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('titles.faucet')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.purse()), isPhoneOnly: true }}
      />
      <form
        noValidate
        className={classes.panel}
        onSubmit={(event) => {
          event.preventDefault()
          model.confirm()
        }}
      >
        <p className={classes.lead}>{t('faucet.lead')}</p>
        <AddressField model={model} />
        <Button type="submit" size="md" loading={model.isWaiting} disabled={model.isServed}>
          {t('faucet.confirm')}
        </Button>
        {model.isWaiting && <WaitingNote text={t('faucet.waiting')} isSmall />}
        {model.outcome && <OutcomeNote {...model.outcome} />}
        {model.isServed && (
          <p className={classes.purse}>
            <LoneLink href={paths.myStorage()}>{t('faucet.onward')}</LoneLink>
          </p>
        )}
        {model.isOwn && <Balance beforePlanck={model.beforePlanck} balancePlanck={model.balancePlanck} />}
        <p className={classes.purse}>
          {!model.wallet && t('faucet.toWallet')} <LoneLink href={PURSE}>{t('faucet.toPurse')}</LoneLink>
        </p>
      </form>
    </div>
  )
}
