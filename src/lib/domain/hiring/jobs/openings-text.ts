import { countText } from './job-text.ts';

interface CityRow {
  openings?: string | undefined;
}

/**
 * Returns the sum of a job's openings for the form of the job, or null where a number is missing. Cities with one opening each
 * may have got it from migration 071, which gave every city one, so staff are asked to check the sum.
 */
export function openingsText(cities: readonly CityRow[]): string | null {
  const openings = cities.map((city) => Number(city.openings));
  if (!openings.length || !openings.every((one) => Number.isInteger(one) && one > 0)) return null;
  const sum = openings.reduce((all, one) => all + one, 0);
  const total = `${countText(sum, 'opening')} in all.`;
  const isOneEach = openings.length > 1 && sum === openings.length;
  return isOneEach ? `${total} Every city has one: if the job has fewer, remove cities.` : total;
}
