import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { someRegistrationFields } from '#lib/contract/hiring/registration-fields.ts';
import { isSame } from '#lib/domain/core/is-equivalent.ts';
import type { RegistrationValues } from '#lib/domain/hiring/registration/registration.ts';
import { candidateActor } from '#lib/server/core/unit-of-work.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { requireOwnDocument } from '#lib/server/media/own-document.ts';
import { columnsOf, type RegistrationRow, valuesOf } from './find-candidates.ts';
import { lockRegistration, recordRegistration, requireStep } from './move-registration.ts';

type Patch = z.output<typeof someRegistrationFields>;

/**
 * Changes what the body names and nothing else (API-44). Two tabs that save different fields both win; what is there
 * already changes nothing, the status included.
 * @throws HttpError VALIDATION_FAILED, PROFILE_INCOMPLETE, INVALID_STATE
 */
export async function saveDetails(db: Db, userId: string, patch: Patch): Promise<void> {
  if (!Object.keys(patch).length) return;
  await db.transaction().execute(async (trx) => {
    await requirePlaces(trx, patch);
    if (patch.resume !== undefined)
      await requireOwnDocument(trx, userId, patch.resume?.mediaId ?? null, 'resume');
    const before = await lockRegistration(trx, userId);
    const after = before && patched(before, patch);
    const to = requireStep(after, 'SAVE_DETAILS', candidateActor(userId));
    if (!before || !after || isSame(valuesOf(before), valuesOf(after))) return;
    await trx
      .updateTable('candidateRegistration')
      .set({ ...columnsOf(valuesOf(after)), status: to, updatedAt: sql<Date>`now()` })
      .where('userId', '=', userId)
      .execute();
    const from = before.status;
    if (from !== to) await recordRegistration(trx, userId, { from, to, by: candidateActor(userId) });
  });
}

function patched(row: RegistrationRow, { resume, ...patch }: Patch): RegistrationRow {
  const said = Object.entries(patch).filter(([, value]) => value !== undefined);
  const named = Object.fromEntries(said) as Partial<RegistrationValues>;
  return {
    ...row,
    ...named,
    ...(resume !== undefined && { resumeMediaId: resume?.mediaId ?? null }),
  };
}

async function requirePlaces(
  trx: Db,
  { currentLocationId, preferredLocationIds = [] }: Patch,
): Promise<void> {
  const ids = [...new Set([...(currentLocationId ? [currentLocationId] : []), ...preferredLocationIds])];
  if (!ids.length) return;
  const rows = await trx.selectFrom('jobLocation').select('id').where('id', 'in', ids).execute();
  const known = new Set(rows.map(({ id }) => id));
  const message = 'Please choose one of the places shown';
  const fields = {
    ...(currentLocationId && !known.has(currentLocationId) && { currentLocationId: message }),
    ...(preferredLocationIds.some((id) => !known.has(id)) && { preferredLocationIds: message }),
  };
  if (Object.keys(fields).length) throw new HttpError('VALIDATION_FAILED', { message, fields });
}
