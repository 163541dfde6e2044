import { Alert, Button, Loader, TextInput } from '@mantine/core'
import { PageHeader } from '@trove/ui/page-header'
import { useTranslation } from 'react-i18next'
import classes from './faucet.module.css'
import { type Outcome, useFaucet } from './use-faucet.ts'

const COLORS = { success: 'green', warning: 'yellow', error: 'red' } as const

function Told({ kind, title, text }: Outcome) {
  return (
    <Alert color={COLORS[kind]} title={title} role={kind === 'error' ? 'alert' : 'status'}>
      {text}
    </Alert>
  )
}

/** The faucet: an address, and 1 TTC a day. */
export default function Faucet() {
  const { t } = useTranslation()
  const model = useFaucet()
  return (
    <div className={classes.page}>
      <PageHeader title={t('titles.faucet')} />
      <form
        noValidate
        className={classes.panel}
        onSubmit={(event) => {
          event.preventDefault()
          model.confirm()
        }}
      >
        <p className={classes.lead}>{t('faucet.lead')}</p>
        <TextInput
          label={t('faucet.address')}
          description={t('faucet.addressHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
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
        <Button type="submit" size="md" loading={model.isWaiting}>
          {t('faucet.confirm')}
        </Button>
        {model.isWaiting && (
          <p className={classes.waiting} role="status">
            <Loader size={16} aria-hidden />
            {t('faucet.waiting')}
          </p>
        )}
        {model.outcome && <Told {...model.outcome} />}
      </form>
    </div>
  )
}
