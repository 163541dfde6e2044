import { PAPER_TYPES } from '@trove/contract/certification/shapes'
import { z } from 'zod'
import { draftOf } from '../../market/publish/draft.ts'
import type { ShownPaper } from './use-papers.ts'

const Papers = z.array(z.object({ type: z.enum(PAPER_TYPES), filename: z.string(), name: z.string() }))
const Typed = z.object({
  realName: z.string().default(''),
  identity: z.string().default(''),
  workExp: z.string().default(''),
  papers: z.preprocess((text) => JSON.parse(String(text)), Papers),
})
const draft = draftOf<Record<'realName' | 'identity' | 'workExp' | 'papers', string>>('trove-certification')

/** What was typed into the form and the papers it sent, kept for this tab like the choice of labels. */
export const keptTyped = {
  /** Papers that are still on their way are not kept: they have no name on the server yet. */
  keep(texts: { realName: string; identity: string; workExp: string }, papers: readonly ShownPaper[]): void {
    const sent = papers.flatMap(({ type, filename, name }) => (filename ? [{ type, filename, name }] : []))
    draft.keep({ ...texts, papers: JSON.stringify(sent) })
  },
  read(): z.output<typeof Typed> | undefined {
    const read = Typed.safeParse(draft.read())
    return read.success ? read.data : undefined
  },
  drop: draft.drop,
}
