/** Rules of what the collector stores about a visit: nothing that says who the visitor is. */

/** Pages about what we offer. Their names are content, so they are stored whole. */
const publicPage =
  /^\/(?:programs|coaches|events|moonshot\/jobs|moonshot\/employers|mock-interviews\/experts)\/(?:[a-z0-9-]{1,80}\/)?$/;

/** The first part of all other addresses. What follows it may be a name, a number or a key. */
const sections = new Set([
  'about',
  'account',
  'alumni',
  'callback',
  'certificates',
  'contact',
  'events',
  'mock-interviews',
  'moonshot',
  'pm-mastery',
  'portfolios',
  'privacy-policy',
  'programs',
  'refund-policy',
  'reviews',
  'scholarship-test',
  'terms',
  'unsubscribe',
]);

/**
 * Returns the page under which an event of the address `path` is stored. `/portfolios/asha-verma/` becomes `/portfolios/*`,
 * because the rest may name a person; an address that the site does not have becomes `/*`.
 */
export function pageOfPath(path: string): string {
  if (path === '/' || publicPage.test(path)) return path;
  const section = path.split('/')[1] ?? '';
  if (!sections.has(section)) return '/*';
  return path === `/${section}/` ? path : `/${section}/*`;
}

/** The programme of Moonshot's pages and of applications, beside the slugs of `src/content/programs`. */
export const moonshotProgram = 'moonshot';

/** Returns the slug of the programme that a page is about; null for other pages. */
export const programOfPage = (page: string): string | null =>
  page.startsWith('/moonshot/') ? moonshotProgram : (/^\/programs\/([a-z0-9-]+)\/$/.exec(page)?.[1] ?? null);

/** Returns whether a visit belongs to the sample of `percent` of all visits. A visit is stored whole or not at all. */
export const isVisitSampled = (visitId: string, percent: number): boolean =>
  Number.parseInt(visitId.slice(0, 8), 16) % 100 < percent;

/** Replaces what looks like an email address or a phone number, in messages and campaign names. */
export const removePersonalData = (text: string): string =>
  text.replace(/\S+@\S+|%40\S*/g, '…').replace(/\+?\d[\d ()-]{6,}\d/g, '…');
