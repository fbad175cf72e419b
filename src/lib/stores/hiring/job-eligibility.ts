import { atom, type ReadableAtom } from 'nanostores';
import { type ApiResponse, api } from '#lib/client/api.ts';
import { type Location, loadLocations, type Registration } from './registration.ts';

type Job = ApiResponse<'GET /api/v1/moonshot/jobs/{jobSlug}/'>;
export type EligibilityResult = NonNullable<Job['eligibilityResult']>;
export type { Registration };

export interface EligibilityStore {
  $result: ReadableAtom<EligibilityResult>;
  /** Reloads the result. Keeps the previous one when the request fails. */
  refresh(): Promise<void>;
}

/** Creates the store of one job's eligibility result, which changes while the candidate edits details. [API-41] */
export function createEligibility(jobSlug: string, first: EligibilityResult): EligibilityStore {
  const $result = atom(first);
  let latest = 0;
  return {
    $result,
    async refresh() {
      const mine = ++latest;
      const job = await api('GET /api/v1/moonshot/jobs/{jobSlug}/', { params: { jobSlug } }).catch(
        () => null,
      );
      if (job?.eligibilityResult && mine === latest) $result.set(job.eligibilityResult);
    },
  };
}

/** Loads what a candidate needs to edit their details: the details and all places. Throws what the requests throw. */
export async function loadRegistration(): Promise<{
  registration: Registration;
  locations: readonly Location[];
}> {
  const [registration, locations] = await Promise.all([
    api('GET /api/v1/moonshot/registration-details/'),
    loadLocations(),
  ]);
  return { registration, locations };
}
