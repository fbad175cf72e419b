import type { Coach } from '#lib/contract/catalog/coaches.ts';

export interface CoachSearch {
  expertise: string;
  industry: string;
}

/** Reads the filters from the address. An unknown word finds nobody. */
export function readCoachSearch(query: URLSearchParams): CoachSearch {
  const read = (name: string) => (query.get(name) ?? '').trim().slice(0, 60);
  return { expertise: read('expertise'), industry: read('industry') };
}

/** Lists the coaches that match both filters. */
export function searchCoaches(coaches: readonly Coach[], { expertise, industry }: CoachSearch): Coach[] {
  const has = (words: readonly string[], word: string) => !word || words.includes(word);
  return coaches.filter((coach) => has(coach.expertise, expertise) && has(coach.industries, industry));
}

/** Lists the words that at least one coach has, in alphabetical order. */
export const listWords = (lists: readonly (readonly string[])[]): string[] =>
  [...new Set(lists.flat())].toSorted((a, b) => a.localeCompare(b));
