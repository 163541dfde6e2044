import type { FileRow } from './store.ts'

type Row = Pick<FileRow, 'id' | 'format'>

/** Files sealed in one piece were rows of conversations, and are bound to them still. */
const table = ({ format }: Row) => (format === 'whole' ? 'conversation_files' : 'files')

/** What binds a sealed value of a file to its row. */
export const sealedAs = {
  name: (row: Row) => `${table(row)}.name_sealed:${row.id}`,
  key: (row: Row) => `${table(row)}.key_sealed:${row.id}`,
}
