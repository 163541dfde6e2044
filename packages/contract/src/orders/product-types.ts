/** Wire names of what can be sold (decisions, Names): superPoints is compute, manpower is talent. */
export const PRODUCT_TYPES = ['superPoints', 'code', 'manpower'] as const
export type ProductType = (typeof PRODUCT_TYPES)[number]
