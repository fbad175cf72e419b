/** Values, labels and limits of a portfolio for both ends of the wire. The shapes are in contract/portfolio. */

/** PRIVATE: only the owner. UNLISTED: everybody with the address. PUBLIC: everybody, and search engines if allowed. */
export const visibilities = ['PRIVATE', 'UNLISTED', 'PUBLIC'] as const;
export type Visibility = (typeof visibilities)[number];

export const openToLabels = {
  WORK: 'Open to work',
  FREELANCE: 'Open to freelance projects',
  MENTORING: 'Open to mentoring',
} as const;
export type OpenTo = keyof typeof openToLabels;

export const linkKindLabels = {
  LINKEDIN: 'LinkedIn',
  GITHUB: 'GitHub',
  BEHANCE: 'Behance',
  MEDIUM: 'Medium',
  X: 'X',
  WEBSITE: 'Website',
} as const;
export type LinkKind = keyof typeof linkKindLabels;

export const workKindLabels = {
  ARTICLE: 'Article',
  CASE_STUDY: 'Case study',
  VIDEO: 'Video',
  PODCAST: 'Podcast',
  TALK: 'Talk',
  OTHER: 'Other',
} as const;
export type WorkKind = keyof typeof workKindLabels;

/** The maximum number of entries by kind (LIMIT_REACHED). */
export const portfolioLimits = {
  links: 50,
  projects: 50,
  publishedWorks: 50,
  // These two lists are sent as a whole with every change.
  experience: 20,
  education: 20,
  skills: 50,
} as const;

/** The maximum number of characters by field. */
export const portfolioLengths = {
  slug: 60,
  title: 120,
  headline: 120,
  location: 80,
  skill: 50,
  label: 60,
  /** Summaries and short texts. */
  summary: 600,
  /** Problem, approach, outcome. */
  story: 3000,
  /** The summary of a job or a school. */
  entrySummary: 1500,
  about: 5000,
} as const;

/** Returns whether a text can be the slug of `/portfolios/…/`: lower-case letters and digits with single hyphens. */
export const isPortfolioSlug = (text: string): boolean =>
  text.length >= 3 && text.length <= portfolioLengths.slug && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);

/**
 * Returns the address of a portfolio: the secret one while it is unlisted, the readable one otherwise. Whoever has only
 * the readable address cannot open an unlisted portfolio.
 */
export const slugOf = (row: { slug: string; shareSlug: string | null; visibility: Visibility }): string =>
  row.visibility === 'UNLISTED' && row.shareSlug ? row.shareSlug : row.slug;

/** The maximum number of addresses per portfolio, former ones included: each redirects and cannot be reused by others. */
export const addressLimit = 20;
