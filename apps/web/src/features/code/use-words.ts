import { useTranslation } from 'react-i18next'
import { moneyText } from '../../lib/shown/money.ts'

/** Words of a price and of a language, as every page of the code market says them. */
export function useWorkWords() {
  const { t } = useTranslation()
  return {
    priceOf: (price: string | null) =>
      price === null ? '–' : Number(price) === 0 ? t('works.free') : moneyText(price),
    languageOf: (language: string) => (language === 'Other' ? t('works.otherLanguage') : language),
    ratingOf: (rating: number | null) =>
      rating === null ? t('works.noRating') : t('works.stars', { stars: rating.toFixed(1) }),
  }
}
