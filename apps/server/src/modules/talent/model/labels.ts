import type { TreeGroup } from '@trove/contract/dictionary/routes'
import type { Language } from '@trove/messages/kit/say'
import type { TalentNeeds } from './needs.ts'

/** Labels of all options of a group, of every level, in the reader's language. */
export async function labelsOf(
  dictionary: TalentNeeds['dictionary'],
  group: TreeGroup,
  language: Language,
): Promise<Map<string, string>> {
  const options = (await dictionary.readTree(group)).flatMap((option) => [option, ...option.children])
  return new Map(options.map(({ value, labelZh, labelEn }) => [value, language === 'en' ? labelEn : labelZh]))
}
