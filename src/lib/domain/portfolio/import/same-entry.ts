import type { ResumeJob, ResumeLink, ResumeProject, ResumeSchool, ResumeWork } from './export-json-resume.ts';

/** Rules that say when an entry of a file and one of the portfolio are the same, or nearly. */

/** Returns a text without the differences of spelling that a reader does not count: case, punctuation, white space. */
export const normaliseName = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ')
    .trim();

/** Returns an address without its scheme, `www.`, an empty fragment and the last slash. */
const normaliseAddress = (url: string): string =>
  url
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/#$/, '')
    .replace(/\/$/, '');

/** Returns whether two values differ in spelling only. */
export function hasSameSpelling(name: string, one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  if (/url$/i.test(name)) return normaliseAddress(one) === normaliseAddress(other);
  const isName = ['title', 'company', 'institution', 'degree', 'publisher', 'role', 'location'].includes(
    name,
  );
  return isName && normaliseName(one) === normaliseName(other);
}

export interface MatchRule<Entry> {
  /** Entries with the same key are the same entry. */
  keyOf(entry: Entry): string;
  /** The key is an address, which the file may have once only. */
  hasUniqueKey: boolean;
  /** Returns whether two entries with different keys may still be the same. */
  isNear(one: Entry, other: Entry): boolean;
}

const isSameName = (one: string, other: string): boolean =>
  one !== '' && normaliseName(one) === normaliseName(other);

export const linkRule: MatchRule<ResumeLink> = {
  keyOf: ({ url }) => normaliseAddress(url),
  hasUniqueKey: true,
  isNear: () => false,
};

export const projectRule: MatchRule<ResumeProject> = {
  keyOf: ({ title }) => normaliseName(title) || title,
  hasUniqueKey: false,
  isNear: (one, other) =>
    one.documentUrl !== null &&
    other.documentUrl !== null &&
    normaliseAddress(one.documentUrl) === normaliseAddress(other.documentUrl),
};

export const workRule: MatchRule<ResumeWork> = {
  keyOf: ({ url }) => normaliseAddress(url),
  hasUniqueKey: true,
  isNear: (one, other) => isSameName(one.title, other.title),
};

export const jobRule: MatchRule<ResumeJob> = {
  keyOf: ({ title, company, startedOn }) => `${normaliseName(title)}|${normaliseName(company)}|${startedOn}`,
  hasUniqueKey: false,
  isNear: (one, other) =>
    (isSameName(one.title, other.title) && normaliseName(one.company) === normaliseName(other.company)) ||
    (isSameName(one.company, other.company) && one.startedOn !== null && one.startedOn === other.startedOn),
};

export const schoolRule: MatchRule<ResumeSchool> = {
  keyOf: ({ institution, degree }) => `${normaliseName(institution)}|${normaliseName(degree)}`,
  hasUniqueKey: false,
  isNear: (one, other) =>
    isSameName(one.institution, other.institution) &&
    (!one.degree || !other.degree || (one.endedOn !== null && one.endedOn === other.endedOn)),
};
