/** What binds a sealed value to its row. */
export const sealedAs = {
  box: (row: { user_id?: unknown }) => `storage_vaults.box:${row.user_id}`,
}
