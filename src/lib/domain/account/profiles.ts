/** A person's enrolment in a product. Staff assign PREPPA_EXPERT. [USER-03] */
export const profileTypes = [
  'CAP_CANDIDATE',
  'PREPPA_CANDIDATE',
  'PREPPA_EXPERT',
  'EMBARK_CANDIDATE',
] as const;
export type ProfileType = (typeof profileTypes)[number];

/** The products that people sign up for. */
export const products = ['moonshot', 'cap'] as const;
export type Product = (typeof products)[number];

/** The sections of the site that are about programmes or lead to them; everything else leads to Moonshot. */
const programSections = [
  '/programs/',
  '/coaches/',
  '/events/',
  '/alumni/',
  '/reviews/',
  '/callback/',
  // Enrolments and events.
  '/account/e',
  '/mock-interviews/',
  '/account/mock-interviews/',
  '/expert/',
  '/refund-policy/',
  '/about/',
];

/** Returns the product that people sign up for on the page at `path`. [AUTH-25] */
export const productOfPath = (path: string): Product =>
  programSections.some((section) => path.startsWith(section)) ? 'cap' : 'moonshot';
