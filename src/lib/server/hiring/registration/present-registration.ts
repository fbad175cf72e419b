import type { Registration } from '#lib/contract/hiring/registration.ts';
import { allowedActions } from '#lib/domain/core/state-machine.ts';
import {
  isComplete,
  missingFields,
  noRegistrationValues,
  type RegistrationValues,
  registrationSections,
} from '#lib/domain/hiring/registration/registration.ts';
import {
  registrationFlow,
  registrationStatusLabels,
} from '#lib/domain/hiring/registration/registration-flow.ts';
import type { Db } from '#lib/server/db/index.ts';
import { findMedia, type MediaRow } from '#lib/server/media/media-repository.ts';
import { presentResume } from '#lib/server/media/present-media.ts';
import { findCandidate, valuesOf } from '../candidate-rows.ts';

/** Presents a person's registration; without one, presents an empty form. [API-40] */
export async function presentRegistration(db: Db, userId: string): Promise<Registration> {
  const candidate = await findCandidate(db, userId);
  const row = candidate?.row ?? null;
  const values = row ? valuesOf(row) : noRegistrationValues;
  const missing = missingFields(values);
  const status = row?.status ?? 'NOT_REGISTERED';
  return {
    status,
    statusLabel: registrationStatusLabels[status],
    sections: registrationSections.map(({ key, title }) => ({
      key,
      title,
      complete: row !== null && isComplete(key, values, row.submittedAt !== null),
    })),
    values,
    resume: presentResume(await findResume(db, values)),
    missing,
    correctionNote: status === 'NEEDS_CORRECTION' ? await findCorrectionNote(db, userId) : null,
    submittedAt: row?.submittedAt?.toISOString() ?? null,
    updatedAt: row?.updatedAt.toISOString() ?? null,
    allowedActions: allowedActions(registrationFlow, 'CANDIDATE', row?.status ?? null, {
      missing: missing.map(({ label }) => label),
      publicNote: null,
    }),
  };
}

async function findResume(db: Db, { resume }: RegistrationValues): Promise<MediaRow | null> {
  const [file = null] = await findMedia(db, resume ? [resume.mediaId] : []);
  return file;
}

async function findCorrectionNote(db: Db, userId: string): Promise<string | null> {
  const event = await db
    .selectFrom('registrationEvent')
    .select('publicNote')
    .where('userId', '=', userId)
    .where('toStatus', '=', 'NEEDS_CORRECTION')
    .where('undoneAt', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return event?.publicNote ?? null;
}
