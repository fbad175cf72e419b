/** What a person is to us besides a user (USER-03). PREPPA_EXPERT is given by staff. */
export const profileTypes = [
  'CAP_CANDIDATE',
  'PREPPA_CANDIDATE',
  'PREPPA_EXPERT',
  'EMBARK_CANDIDATE',
] as const;
export type ProfileType = (typeof profileTypes)[number];

/** The products that the sign-in modal speaks for. */
export const products = ['moonshot', 'cap'] as const;
export type Product = (typeof products)[number];
