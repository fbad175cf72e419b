import { isEqual } from 'es-toolkit/predicate';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { someRegistrationFields } from '#lib/contract/hiring/registration-schemas.ts';
import type { RegistrationValues } from '#lib/domain/hiring/registration/registration.ts';
import { hasSubmittedDetails } from '#lib/domain/hiring/registration/registration-flow.ts';
import { candidateActor } from '#lib/server/core/actor.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { requireOwnDocument } from '#lib/server/media/own-document.ts';
import { columnsOf, type RegistrationRow, valuesOf } from '../candidate-rows.ts';
import { lockRegistration, recordRegistrationEvent, requireTransition } from './move-registration.ts';

type DetailsInput = z.output<typeof someRegistrationFields>;

/**
 * Saves only the named fields, so that two tabs that save different fields do not overwrite each other. If no
 * value differs, nothing changes, and the status stays too. Throws `VALIDATION_FAILED`, `PROFILE_INCOMPLETE`,
 * `INVALID_STATE`. [API-44]
 */
export async function saveDetails(db: Db, userId: string, patch: DetailsInput): Promise<void> {
  if (!Object.keys(patch).length) return;
  await db.transaction().execute(async (trx) => {
    await requireKnownLocations(trx, patch);
    if (patch.resume !== undefined)
      await requireOwnDocument(trx, userId, patch.resume?.mediaId ?? null, 'resume');
    const before = await lockRegistration(trx, userId);
    const after = before && applyPatch(before, { ...patch, ...(await resolveResidence(trx, patch)) });
    const to = requireTransition(after, 'SAVE_DETAILS', candidateActor(userId));
    if (!before || !after || isEqual(valuesOf(before), valuesOf(after))) return;
    await trx
      .updateTable('candidateRegistration')
      .set({
        ...columnsOf(valuesOf(after)),
        status: to,
        updatedAt: sql<Date>`now()`,
        // A change of submitted details is submitted by saving it.
        ...(hasSubmittedDetails(to) && { submittedResumeMediaId: after.resumeMediaId }),
      })
      .where('userId', '=', userId)
      .execute();
    const from = before.status;
    if (from !== to) await recordRegistrationEvent(trx, userId, { from, to, actor: candidateActor(userId) });
  });
}

function applyPatch(row: RegistrationRow, { resume, residence, ...patch }: DetailsInput): RegistrationRow {
  const entries = Object.entries(patch).filter(([, value]) => value !== undefined);
  const values = Object.fromEntries(entries) as Partial<RegistrationValues>;
  return {
    ...row,
    ...values,
    ...(resume !== undefined && { resumeMediaId: resume?.mediaId ?? null }),
    ...(residence !== undefined && {
      currentCity: residence?.city ?? null,
      currentRegion: residence?.region ?? null,
    }),
  };
}

/** Returns the residence and its place, whichever of both a patch has. */
async function resolveResidence(
  trx: Db,
  { residence, currentLocationId }: DetailsInput,
): Promise<Pick<DetailsInput, 'residence' | 'currentLocationId'>> {
  const places = trx.selectFrom('jobLocation').select(['id', 'city', 'region']);
  if (residence) {
    const { city, region } = residence;
    const place = await places
      .where(sql<boolean>`lower(city) = lower(${city})`)
      .where('region', '=', region)
      .executeTakeFirst();
    return { residence: { city: place?.city ?? city, region }, currentLocationId: place?.id ?? null };
  }
  if (currentLocationId) {
    const place = await places.where('id', '=', currentLocationId).executeTakeFirstOrThrow();
    return { residence: { city: place.city, region: place.region }, currentLocationId };
  }
  return residence === null || currentLocationId === null ? { residence: null, currentLocationId: null } : {};
}

async function requireKnownLocations(
  trx: Db,
  { currentLocationId, preferredLocationIds = [] }: DetailsInput,
): Promise<void> {
  const ids = [...new Set([...(currentLocationId ? [currentLocationId] : []), ...preferredLocationIds])];
  if (!ids.length) return;
  const rows = await trx.selectFrom('jobLocation').select('id').where('id', 'in', ids).execute();
  const knownIds = new Set(rows.map(({ id }) => id));
  const message = 'Please choose one of the places shown';
  const fields = {
    ...(currentLocationId && !knownIds.has(currentLocationId) && { currentLocationId: message }),
    ...(preferredLocationIds.some((id) => !knownIds.has(id)) && { preferredLocationIds: message }),
  };
  if (Object.keys(fields).length) throw new HttpError('VALIDATION_FAILED', { message, fields });
}
