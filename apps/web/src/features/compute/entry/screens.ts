/** The screens of the compute market besides its lists. Their imports come after the first page (`later-screens.ts`). */
export const screens = {
  publishCompute: () => import('../publish/publish-compute.tsx'),
  certificatePage: () => import('../certificate/certificate-page.tsx'),
  figuresPage: () => import('../figures/figures-page.tsx'),
  sellerPage: () => import('../seller/seller-page.tsx'),
  checkoutCompute: () => import('../offer/checkout-compute.tsx'),
  myCompute: () => import('../mine/my-compute.tsx'),
  scriptsPage: () => import('../recipes/scripts-page.tsx'),
  sharedRecipe: () => import('../recipes/shared-recipe.tsx'),
  cockpit: () => import('../cockpit/cockpit.tsx'),
  terminal: () => import('../terminal/terminal.tsx'),
}
