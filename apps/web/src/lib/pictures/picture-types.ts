/** What may be chosen as a picture; the server judges by content. */
export const PICTURE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']
