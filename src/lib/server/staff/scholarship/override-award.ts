import { sql } from 'kysely';
import { checkTransition } from '#lib/domain/core/state-machine.ts';
import { scholarshipFlow } from '#lib/domain/enrolment/scholarship/scholarship-flow.ts';
import type { Actor } from '#lib/server/core/actor.ts';
import { notifyScholarship } from '#lib/server/enrolment/scholarship/notify-scholarship.ts';
import { recordScholarshipEvent } from '#lib/server/enrolment/scholarship/record-scholarship-event.ts';
import {
  buildScholarshipContext,
  loadScholarshipForUpdate,
  requireScholarship,
} from '#lib/server/enrolment/scholarship/scholarship-aggregate.ts';
import { awardExpiry } from '#lib/server/enrolment/scholarship/submit-test.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { toHttpError } from '#lib/server/http/to-http-error.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';

interface OverrideInput {
  sharePercent: number;
  reason: string;
  publicNote: string | null;
}

/**
 * Changes the award of a marked test, with history, audit row and a message to the person. A changed award is valid from
 * now. The same share again changes nothing. Throws `NOT_FOUND`, `INVALID_STATE`. [API-21]
 */
export async function overrideAward(
  work: UnitOfWork,
  staff: Actor,
  id: string,
  { sharePercent, reason, publicNote }: OverrideInput,
): Promise<void> {
  const { trx } = work;
  const aggregate = await loadScholarshipForUpdate(trx, id, null);
  const { status: from, awardPercent } = aggregate.registration;
  const isMarked = from === 'AWARDED' || from === 'NOT_AWARDED';
  if (isMarked && awardPercent === sharePercent) return;
  const context = buildScholarshipContext(aggregate, { reason, sharePercent });
  const result = checkTransition(scholarshipFlow, 'OVERRIDE', 'STAFF', from, context);
  if (!result.isAllowed) throw toHttpError(result, {});
  const updated = await trx
    .updateTable('scholarshipRegistration')
    .set({
      status: result.to,
      awardPercent: sharePercent,
      awardExpiresAt: sharePercent > 0 ? awardExpiry : sql<null>`null`,
    })
    .where('id', '=', id)
    .where('status', '=', from)
    .where('awardEnrolmentId', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!updated) throw new HttpError('INVALID_STATE');
  const details = { sharePercent, previousSharePercent: awardPercent };
  const change = { action: 'OVERRIDE', from, to: result.to, details } as const;
  const key = await recordScholarshipEvent(trx, id, staff, change, { publicNote, privateNote: reason });
  await notifyScholarship(work, await requireScholarship(trx, id), 'CHANGED', { key, publicNote });
}
