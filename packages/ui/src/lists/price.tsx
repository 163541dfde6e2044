import classes from './price.module.css'

type PriceProps = {
  /** Decimal text such as `239.90`; never a number, so nothing is rounded on the way. */
  amount: string
  /** Currency sign in front, such as the yuan sign. */
  currency: string
  /** What the price is for, after it (a term, an hour). */
  unit?: string
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** `ink` takes the colour of the text around it (sums in tables); amber is for what can be bought. */
  tone?: 'amber' | 'ink'
}

/** Splits decimal text for display: sign, integer part grouped by thousands, and always two decimals with their point. */
export function splitAmount(amount: string): { sign: string; integer: string; cents: string } {
  const [, sign = '', integer = amount, decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  return { sign, integer: integer.replace(/\B(?=(\d{3})+(?!\d))/g, ','), cents: `.${decimals.padEnd(2, '0')}` }
}

/** A price: currency small, integer large, cents small, figures of one width. */
export function Price({ amount, currency, unit, size = 'md', tone = 'amber' }: PriceProps) {
  const { sign, integer, cents } = splitAmount(amount)
  return (
    <span className={`${classes.price} ${classes[size]} ${tone === 'ink' ? classes.ink : ''}`}>
      <span className={classes.sum}>
        <span className={classes.sign}>{`${sign}${currency}`}</span>
        <span>{integer}</span>
        <span className={classes.cents}>{cents}</span>
      </span>
      {unit && <span className={classes.unit}>{unit}</span>}
    </span>
  )
}
