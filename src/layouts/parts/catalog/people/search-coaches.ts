import type { Coach } from '#lib/contract/catalog/coaches.ts';

export interface CoachSearch {
  expertise: string;
  industry: string;
}

/** What the address asks for; a word that no coach has simply finds nobody. */
export function readCoachSearch(query: URLSearchParams): CoachSearch {
  const read = (name: string) => (query.get(name) ?? '').trim().slice(0, 60);
  return { expertise: read('expertise'), industry: read('industry') };
}

export function searchCoaches(coaches: readonly Coach[], { expertise, industry }: CoachSearch): Coach[] {
  const has = (words: readonly string[], wanted: string) => !wanted || words.includes(wanted);
  return coaches.filter((coach) => has(coach.expertise, expertise) && has(coach.industries, industry));
}

/** The words that at least one coach has, in alphabetical order. */
export const wordsOf = (lists: readonly (readonly string[])[]): string[] =>
  [...new Set(lists.flat())].toSorted((a, b) => a.localeCompare(b));
