/** The screens of the storage market. Their imports come after the first page (`later-screens.ts`). */
export const screens = {
  myStorage: () => import('../my-storage.tsx'),
  storedFile: () => import('../stored-file.tsx'),
  sharedFile: () => import('../share-links/shared-file.tsx'),
  networkPage: () => import('../network/network-page.tsx'),
  sharePage: () => import('../share/share-page.tsx'),
  nodePage: () => import('../nodes/node-page.tsx'),
  nodeManual: () => import('../share/node-manual.tsx'),
}
