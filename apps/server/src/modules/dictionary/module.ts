import type { ComputeGroup } from '@trove/contract/dictionary'

/** Door of the dictionary: option groups and their labels. */
export type Dictionary = {
  /** Whether `value` is an option of the group. */
  hasOption(group: ComputeGroup, value: string): Promise<boolean>
  /** Interest tags by id, in the order asked; unknown ids are left out. */
  findInterestTags(ids: string[]): Promise<{ id: string; dictValue: string; labelZh: string; labelEn: string }[]>
}
