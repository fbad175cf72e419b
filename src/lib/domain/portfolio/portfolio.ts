/** Words and limits of a portfolio, for both ends of the wire. Shapes: contract/portfolio/portfolios.ts. */

/** PRIVATE: the owner alone. UNLISTED: whoever has the address. PUBLIC: anybody, and search engines if the owner wants. */
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

/** The most of each kind of entry (LIMIT_REACHED). */
export const portfolioLimits = {
  links: 50,
  projects: 50,
  publishedWorks: 50,
  // Both travel whole with each change.
  experience: 20,
  education: 20,
  skills: 50,
} as const;

/** The most characters of each field. */
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
  /** What a job or a school was about. */
  entrySummary: 1500,
  about: 5000,
} as const;

/** What stands at the end of `/portfolios/…/`: small letters and digits, joined by single hyphens. */
export const isPortfolioSlug = (text: string): boolean =>
  text.length >= 3 && text.length <= portfolioLengths.slug && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);

/** How many addresses one portfolio may have had: each goes on leading to it, so none can be given to another. */
export const addressLimit = 20;
