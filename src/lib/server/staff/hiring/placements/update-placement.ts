import { sql } from 'kysely';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { placementRoutes } from '#lib/contract/staff/placements.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import { findPlacementErrors } from '#lib/domain/hiring/offers/placement.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../../audit.ts';
import { requirePlacement } from './find-placements.ts';

type PlacementInput = BodyOf<
  (typeof placementRoutes)['PATCH /api/v1/staff/placements/{placementId}/update/']
>;

const columns = [
  'joinedOn',
  'leftOn',
  'leaveReason',
  'note',
  'invoicedOn',
  'invoiceReference',
  'feeAmount',
] as const satisfies readonly (keyof PlacementInput)[];

/**
 * Changes a placement and records what has changed. Throws `NOT_FOUND`, `VALIDATION_FAILED`, and `STALE_WRITE` when somebody
 * has changed it since. [API-42]
 */
export async function updatePlacement(
  db: Db,
  staffId: string,
  id: string,
  { version, ...input }: PlacementInput,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await requirePlacement(trx, id);
    checkInput(input, localDate(await databaseNow(trx), defaultTimeZone));
    const changed = columns.filter((name) => before[name] !== input[name]);
    if (!changed.length && version === before.version) return;
    const updated = await trx
      .updateTable('placement')
      .set({ ...input, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst();
    if (!updated)
      throw new HttpError('STALE_WRITE', {
        message: 'Somebody has changed this placement. Read it again before you change it.',
      });
    const pick = (values: Record<(typeof columns)[number], string | number | null>) =>
      Object.fromEntries(changed.map((name) => [name, values[name]]));
    const details = { from: pick(before), to: pick(input) };
    await recordStaffAudit(trx, staffId, 'placement.UPDATE', before.applicationId, details);
  });
}

function checkInput(input: Omit<PlacementInput, 'version'>, today: string): void {
  const { leftOn, leaveReason, invoicedOn, invoiceReference } = input;
  const fields = {
    ...findPlacementErrors(input, today),
    ...(leftOn && !leaveReason && { leaveReason: 'Choose why the person left.' }),
    ...(!leftOn && leaveReason && { leftOn: 'Enter the last day.' }),
    ...(!invoicedOn && invoiceReference && { invoicedOn: 'Enter the day of the invoice.' }),
  };
  const [message] = Object.values(fields);
  if (message) throw new HttpError('VALIDATION_FAILED', { message, fields });
}
