/** The screens of the talent market besides its list. Their imports come after the first page (`later-screens.ts`). */
export const screens = {
  addCase: () => import('../homepage/add-case.tsx'),
  checkoutTalent: () => import('../experts/checkout-talent.tsx'),
  contactConsultant: () => import('../homepage/contact-consultant.tsx'),
  hourSalary: () => import('../homepage/hour-salary.tsx'),
  freeHours: () => import('../calendar/free-hours.tsx'),
}
