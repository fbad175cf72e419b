import { sql } from 'kysely';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { applicationCityRoutes } from '#lib/contract/staff/hiring/application-city.ts';
import { canChangeCity } from '#lib/domain/hiring/applications/application-location.ts';
import { applicationStatusLabels } from '#lib/domain/hiring/applications/application-status.ts';
import type { Handlers } from '#lib/server/context.ts';
import type { Actor } from '#lib/server/core/actor.ts';
import {
  type ApplicationAggregate,
  loadApplicationForUpdate,
} from '#lib/server/hiring/application-aggregate.ts';
import { requireJobPlace } from '#lib/server/hiring/applications/application-location.ts';
import { notifyCandidate } from '#lib/server/hiring/notify-candidate.ts';
import { recordEvent } from '#lib/server/hiring/record-transition.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { recordStaffAudit } from '../../audit.ts';
import { changeApplication } from './change-application.ts';
import { fillMessageFields } from './messages/message-values.ts';

type CityInput = BodyOf<
  (typeof applicationCityRoutes)['POST /api/v1/staff/job-applications/{jobApplicationId}/change-city/']
>;

export const applicationCityHandlers: Handlers<keyof typeof applicationCityRoutes> = {
  'POST /api/v1/staff/job-applications/{jobApplicationId}/change-city/': (context) =>
    changeApplication(context, 'application.CHANGE_CITY', (work, staff, id) =>
      changeCity(work, staff, id, context.body),
    ),
};

/**
 * Changes the city of a sent application, if it is still the one that the page showed, and tells the candidate. The same
 * change sent twice is made once. Throws NOT_FOUND, INVALID_STATE, VALIDATION_FAILED or STALE_WRITE. [API-42]
 */
async function changeCity(
  work: UnitOfWork,
  staff: Actor & { id: string },
  applicationId: string,
  { locationId, currentLocationId, reason }: CityInput,
): Promise<void> {
  const aggregate = await loadApplicationForUpdate(work.trx, staff, applicationId);
  const { application, chosenLocation, job } = aggregate;
  if (!canChangeCity(application.status)) throw createStatusError(aggregate);
  if (application.jobLocationId === locationId) return;
  requireJobPlace(aggregate, locationId);
  const written = await work.trx
    .updateTable('jobApplication')
    .set({ jobLocationId: locationId })
    .where('id', '=', application.id)
    .where('status', '=', application.status)
    .where(sql<boolean>`job_location_id is not distinct from ${currentLocationId}::uuid`)
    .returning('id')
    .executeTakeFirst();
  if (!written) throw new HttpError('STALE_WRITE', { message: createStaleMessage(aggregate) });
  const city = job.locations.find(({ id }) => id === locationId)?.city ?? '';
  const previousCity = chosenLocation?.city ?? null;
  const publicNote = await fillMessageFields(work.trx, application.id, reason);
  const notes = { publicNote };
  const { status } = application;
  const event = { subject: 'APPLICATION', action: 'CHANGE_CITY', from: status, to: status } as const;
  const change = { ...event, city, previousCity };
  const eventId = await recordEvent(work.trx, application.id, staff, change, notes);
  await recordStaffAudit(work.trx, staff.id, 'application.CHANGE_CITY', application.id, {
    from: { city: previousCity ?? '' },
    to: { city },
    publicNote,
  });
  await notifyCandidate(work, aggregate, eventId, 'CHANGE_CITY', {
    actor: staff,
    ...notes,
    city,
    previousCity,
  });
}

const createStatusError = ({ application: { status } }: ApplicationAggregate) =>
  new HttpError('INVALID_STATE', {
    message: `The status of this application is “${applicationStatusLabels[status]}”, so its city cannot be changed.`,
  });

const createStaleMessage = ({ chosenLocation }: ApplicationAggregate): string =>
  `Somebody has changed the city to ${chosenLocation?.city ?? 'another one'} meanwhile. Check it again.`;
