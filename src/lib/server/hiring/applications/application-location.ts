import {
  findApplicationLocation,
  locationQuestion,
} from '#lib/domain/hiring/applications/application-location.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { ApplicationAggregate } from '../application-aggregate.ts';

/** Returns the place that an application is for, and the one that a draft lost. */
export const getLocation = ({ application, chosenLocation, job, candidate }: ApplicationAggregate) =>
  findApplicationLocation({
    isDraft: application.status === 'STARTED',
    chosen: chosenLocation,
    locations: job.locations,
    preferredIds: candidate?.row.preferredLocationIds ?? [],
  });

/** Returns the question about the place where the candidate has to answer it. */
export const listOpenLocationQuestion = (aggregate: ApplicationAggregate): string[] =>
  getLocation(aggregate).location ? [] : [locationQuestion];

/** Throws VALIDATION_FAILED for a place that the job does not have. */
export function requireJobPlace({ job }: ApplicationAggregate, locationId: string): void {
  if (job.locations.some(({ id }) => id === locationId)) return;
  const message = 'This job is no longer offered in that city. Choose another city.';
  throw new HttpError('VALIDATION_FAILED', { message, fields: { locationId: message } });
}

/** Returns a draft with the place that its page shows as the chosen one. Throws VALIDATION_FAILED. */
export function withChosenLocation(
  aggregate: ApplicationAggregate,
  locationId: string | undefined,
): ApplicationAggregate {
  if (locationId === undefined || aggregate.application.status !== 'STARTED') return aggregate;
  requireJobPlace(aggregate, locationId);
  const chosenLocation = aggregate.job.locations.find(({ id }) => id === locationId) ?? null;
  return { ...aggregate, chosenLocation };
}
