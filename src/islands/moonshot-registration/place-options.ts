import { countText } from '#lib/domain/hiring/jobs/job-text.ts';
import type { Location } from '#lib/stores/hiring/registration.ts';
import type { SelectOption } from '../ui/select/Select.tsx';

/** Formats a place as `Pune, Maharashtra`. */
export function formatPlace(locations: readonly Location[], id: string): string {
  const place = locations.find((one) => one.id === id);
  return place ? `${place.city}, ${place.region}` : 'A place';
}

/** Returns the places whose city or state has a word that starts with the query. */
export function searchPlaces(locations: readonly Location[], query: string): SelectOption[] {
  const wanted = query.trim().toLowerCase();
  const matchesPlace = ({ city, region }: Location) =>
    [city, ...city.split(/[\s-]/), region, ...region.split(' ')].some((word) =>
      word.toLowerCase().startsWith(wanted),
    );
  return locations.filter(matchesPlace).map(({ id, city, region, openJobs }) => ({
    value: id,
    label: `${city}, ${region}`,
    ...(openJobs ? { detail: countText(openJobs, 'job') } : {}),
  }));
}
