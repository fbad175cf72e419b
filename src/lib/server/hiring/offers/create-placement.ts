import { v7 as uuidv7 } from 'uuid';
import { defaultTimeZone } from '#lib/domain/core/countries.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import { findPlacementErrors } from '#lib/domain/hiring/offers/placement.ts';
import type { Actor } from '#lib/server/core/actor.ts';
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
 * Deletes the placement of an application that staff reopen, because the person has not joined after all. Throws `INVALID_STATE`
 * where an invoice is recorded: its fee would be due a second time.
 */
export async function deletePlacement(trx: Db, { application }: ApplicationAggregate): Promise<void> {
  const invoiced = await trx
    .selectFrom('placement')
    .select('invoiceReference')
    .where('applicationId', '=', application.id)
    .where('invoicedOn', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (invoiced)
    throw new HttpError('INVALID_STATE', {
      message:
        `The invoice ${invoiced.invoiceReference ?? ''} is recorded for this person. Remove it from the placement first, or record there that the person left.`.replace(
          '  ',
          ' ',
        ),
    });
  await trx.deleteFrom('placement').where('applicationId', '=', application.id).execute();
}
