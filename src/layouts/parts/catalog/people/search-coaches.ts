import type { Coach } from '#lib/contract/catalog/coaches.ts';

export interface CoachSearch {
  expertise: string;
  industry: string;
}

/** Reads the filters from the URL. A value that no coach has finds nobody. */
export function readCoachSearch(query: URLSearchParams): CoachSearch {
  const read = (name: string) => (query.get(name) ?? '').trim().slice(0, 60);
  return { expertise: read('expertise'), industry: read('industry') };
}

/** Lists the coaches that match both filters. */
export function searchCoaches(coaches: readonly Coach[], { expertise, industry }: CoachSearch): Coach[] {
  const matches = (values: readonly string[], filter: string) => !filter || values.includes(filter);
  return coaches.filter(
    (coach) => matches(coach.expertise, expertise) && matches(coach.industries, industry),
  );
}

/** Lists the values that at least one coach has, in alphabetical order. */
export const listFilterOptions = (lists: readonly (readonly string[])[]): string[] =>
  [...new Set(lists.flat())].toSorted((a, b) => a.localeCompare(b));
