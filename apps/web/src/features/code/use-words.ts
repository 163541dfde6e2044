import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { moneyText } from '../../lib/shown/money.ts'

/** Words of a price, as every page of the code market says them. */
export const priceOf = (price: string | null) =>
  price === null ? '–' : Number(price) === 0 ? i18next.t('works.free') : moneyText(price)

/** Words of a language, as every page of the code market says them. */
export const languageOf = (language: string) => (language === 'Other' ? i18next.t('works.otherLanguage') : language)

/** Words of a price, of a language and of a rating, drawn again when the language of the page changes. */
export function useWorkWords() {
  const { t } = useTranslation()
  return {
    priceOf,
    languageOf,
    ratingOf: (rating: number | null) =>
      rating === null ? t('works.noRating') : t('works.stars', { stars: rating.toFixed(1) }),
  }
}
