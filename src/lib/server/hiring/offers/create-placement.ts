import { v7 as uuidv7 } from 'uuid';
import { dayText, defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import { findPlacementErrors } from '#lib/domain/hiring/offers/placement.ts';
import type { Actor } from '#lib/server/core/actor.ts';
import { recordAudit } from '#lib/server/core/audit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { type ApplicationAggregate, latestOffer } from '../application-aggregate.ts';

/**
 * Inserts the placement of a candidate who has joined. Without a day it is the first day of the offer, or today if that is
 * still to come. Throws `VALIDATION_FAILED` for a day that is still to come.
 */
export async function createPlacement(
  trx: Db,
  actor: Actor,
  aggregate: ApplicationAggregate,
  joinedOn: string | undefined,
): Promise<void> {
  const { application, now } = aggregate;
  const today = localDate(now, defaultTimeZone);
  const [earliest = today] = [latestOffer(aggregate)?.joiningOn ?? today, today].toSorted();
  const day = joinedOn ?? earliest;
  const fields = findPlacementErrors({ joinedOn: day, leftOn: null, invoicedOn: null }, today);
  if (fields.joinedOn) throw new HttpError('VALIDATION_FAILED', { message: fields.joinedOn, fields });
  await trx
    .insertInto('placement')
    .values({
      ...{ id: uuidv7(), applicationId: application.id, joinedOn: day },
      recordedById: actor.id ?? application.userId,
    })
    .execute();
}

/**
 * Deletes the placement of an application that staff reopen, because the person has not joined after all, and keeps what it said in
 * the audit. Throws `INVALID_STATE` where an invoice is recorded, because its fee would be due a second time, and where the
 * person has left, because they had joined then.
 */
export async function deletePlacement(
  trx: Db,
  actor: Actor,
  { application }: ApplicationAggregate,
): Promise<void> {
  const placement = await trx
    .selectFrom('placement')
    .select(['id', 'joinedOn', 'leftOn', 'note', 'invoicedOn', 'invoiceReference', 'feeAmount'])
    .where('applicationId', '=', application.id)
    .forUpdate()
    .executeTakeFirst();
  if (!placement) return;
  const { id, joinedOn, leftOn, note, invoicedOn, invoiceReference, feeAmount } = placement;
  if (invoicedOn)
    throw createKeptError(`${formatInvoice(invoiceReference)} is recorded for this person. ${removeInvoice}`);
  if (leftOn)
    throw createKeptError(
      `This person joined on ${dayText(joinedOn)} and left on ${dayText(leftOn)}. Their placement keeps that. If they have never joined, remove the last day from the placement first.`,
    );
  await trx.deleteFrom('placement').where('id', '=', id).execute();
  if (actor.id)
    await recordAudit(trx, {
      ...{
        actorId: actor.id,
        action: 'placement.DELETE',
        subjectType: 'placement',
        subjectId: application.id,
      },
      details: { joinedOn, note, feeAmount },
    });
}

const createKeptError = (message: string): HttpError => new HttpError('INVALID_STATE', { message });

const formatInvoice = (reference: string | null): string =>
  reference ? `The invoice ${reference}` : 'The invoice';

const removeInvoice = 'Remove it from the placement first, or record there that the person left.';
