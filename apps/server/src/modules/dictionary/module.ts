import type { ComputeGroup, TreeGroup } from '@trove/contract/dictionary/routes'
import type { Db } from '../../platform/db/handle.ts'
import type { ServedRoute } from '../../platform/http/call/serve.ts'
import { dictionaryRoutes } from './routes.ts'
import { createDictionaryService, type WireTag } from './service.ts'
import type { TreeNode } from './store.ts'

/** Door of the dictionary: option groups and their labels. */
export type Dictionary = {
  /** Whether `value` is an option of the group. */
  hasOption(group: ComputeGroup, value: string): Promise<boolean>
  /** Options of the group in order, with both labels. */
  listOptions(group: ComputeGroup): Promise<{ dictValue: string; labelZh: string; labelEn: string }[]>
  /** Interest tags by id, in the order asked, labelled in the language; unknown ids are left out. */
  findInterestTags(ids: string[], language: 'zh-CN' | 'en'): Promise<WireTag[]>
  /** Options of a group of the talent market in order; a technical field has skills as children. */
  readTree(group: TreeGroup): Promise<readonly TreeNode[]>
}

export function createDictionary(deps: { db: Db }): Dictionary & { routes: ServedRoute[] } {
  const service = createDictionaryService(deps.db)
  return {
    hasOption: service.hasOption,
    listOptions: (group) => service.getComputeGroup(group, 'en'),
    findInterestTags: service.findInterestTags,
    readTree: service.readTree,
    routes: dictionaryRoutes(service),
  }
}
