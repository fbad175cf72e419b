import { type ApplicationStatus, openStatuses } from './application-status.ts';

/** The place of the job that an application is for. */

export interface JobPlace {
  id: string;
  city: string;
  region: string;
  countryIsoCode: string;
}

interface LocationFacts {
  isDraft: boolean;
  /** The place that is stored with the application. */
  chosen: JobPlace | null;
  /** The places that the job has now. */
  locations: readonly (JobPlace & { isFilled: boolean })[];
  /** The candidate's preferred places, the first one first. */
  preferredIds: readonly string[];
}

interface ApplicationLocation {
  /** Null while the candidate has to choose, and for an application that was sent before there was a choice. */
  location: JobPlace | null;
  /** The place that a draft had chosen and the job no longer has. */
  removedLocation: JobPlace | null;
}

/**
 * Finds the place of an application. A sent application keeps its own, whatever the job does. A draft is for the place that
 * was chosen, else for the only one, else for the first preferred place with free openings. After its place was removed from
 * the job, the candidate has to choose again. [API-42]
 */
export function findApplicationLocation(facts: LocationFacts): ApplicationLocation {
  const { isDraft, chosen, locations, preferredIds } = facts;
  if (!isDraft) return { location: chosen, removedLocation: null };
  if (chosen) {
    const location = locations.find(({ id }) => id === chosen.id) ?? null;
    return { location, removedLocation: location ? null : chosen };
  }
  const only = locations.length === 1 ? locations[0] : undefined;
  const preferred = preferredIds.flatMap(
    (id) => locations.find((one) => one.id === id && !one.isFilled) ?? [],
  );
  return { location: only ?? preferred[0] ?? null, removedLocation: null };
}

/** Staff may change the city of an application that is sent and has not ended. */
export const canChangeCity = (status: ApplicationStatus): boolean =>
  status !== 'STARTED' && openStatuses.includes(status);

/** `Pune, Maharashtra` */
export const placeText = ({ city, region }: Pick<JobPlace, 'city' | 'region'>): string =>
  `${city}, ${region}`;

/** The question about the place, in the form and in the sentence that says what is missing. */
export const locationQuestion = 'In which city do you want to work?';

/** `5 openings` or, once as many have joined, `all 5 openings are filled`. */
export function placeOpeningsText({ openings, isFilled }: { openings: number; isFilled: boolean }): string {
  if (isFilled) return openings === 1 ? 'the opening is filled' : `all ${openings} openings are filled`;
  return openings === 1 ? '1 opening' : `${openings} openings`;
}
