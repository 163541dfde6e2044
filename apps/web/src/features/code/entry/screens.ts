/** The screens of the code market besides its list. Their imports come after the first page (`later-screens.ts`). */
export const screens = {
  publishWork: () => import('../publish/publish-work.tsx'),
  codeDetail: () => import('../detail/code-detail.tsx'),
  rightsPage: () => import('../rights/rights-page.tsx'),
  myCode: () => import('../mine/my-code.tsx'),
}
