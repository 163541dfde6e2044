import {
  getComputeGroup,
  getDictionaryTree,
  listComputeGroups,
  listInterestTags,
} from '@trove/contract/dictionary/routes'
import { type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import type { DictionaryService } from './service.ts'

export function dictionaryRoutes(service: DictionaryService): ServedRoute[] {
  return [
    serve(listComputeGroups, (_, { language }) => service.listComputeGroups(language)),
    serve(getComputeGroup, ({ params }, { language }) => service.getComputeGroup(params.group, language)),
    serve(getDictionaryTree, ({ params }, { language }) => service.getTree(params.key, language)),
    serve(listInterestTags, (_, { language }) => service.listInterestTags(language)),
  ]
}
