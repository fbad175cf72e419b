import { validate as isUuid } from 'uuid';
import type { StaffLead } from '#lib/contract/staff/lead-schemas.ts';
import { allowedActions } from '#lib/domain/core/state-machine.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { enrolmentStatusLabels } from '#lib/domain/enrolment/enrolment-flow.ts';
import { lostReasons } from '#lib/domain/leads/lead-attempt.ts';
import { isOpenLead, leadFlow } from '#lib/domain/leads/lead-flow.ts';
import { findBatch, findProgram } from '#lib/server/catalog/content/index.ts';
import { isReadable } from '#lib/server/core/readable-rows.ts';
import { databaseNow } from '#lib/server/db/clock.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { findDuplicates } from './find-duplicates.ts';
import { type LeadRow, presentLeadCards } from './find-leads.ts';
import { loadLeadTimeline, loadLeadTouches } from './lead-timeline.ts';

/** Loads a lead with everything that staff can see. A merged one gives the lead that it is part of. Throws `NOT_FOUND`. */
export async function requireLead(db: Db, id: string): Promise<StaffLead> {
  const lead = await requireLeadRow(db, id);
  const now = await databaseNow(db);
  const [card] = await presentLeadCards(db, [lead], now);
  if (!card || !isReadable(lead)) throw createLeadNotFoundError();
  const enrolments = await loadEnrolments(db, lead);
  return {
    ...card,
    timeZone: lead.timeZone ?? defaultTimeZone,
    outcome: isOpenLead(lead.status)
      ? null
      : {
          result: lead.status,
          reason: reasonLabels[lead.reasonCode ?? ''] ?? null,
          enrolmentId: lead.enrolmentId,
        },
    ...(await loadLeadTouches(db, lead.id)),
    timeline: await loadLeadTimeline(db, lead.id),
    enrolments,
    duplicates: await findDuplicates(db, lead),
    allowedActions: allowedActions(leadFlow, 'STAFF', lead.status, {
      ...{ missedCalls: lead.missedCalls, hasEnrolment: enrolments.length > 0 },
      // The form asks for the time and the reason.
      ...{ isNextCallAhead: true, reasonCode: 'OTHER' },
    }),
  };
}

const reasonLabels: Record<string, string> = lostReasons;

export const createLeadNotFoundError = () =>
  new HttpError('NOT_FOUND', { message: 'There is no such lead.' });

async function requireLeadRow(db: Db, id: string): Promise<LeadRow> {
  const lead = isUuid(id)
    ? await db.selectFrom('lead').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!lead) throw createLeadNotFoundError();
  return lead.mergedIntoId === null ? lead : requireLeadRow(db, lead.mergedIntoId);
}

async function loadEnrolments(db: Db, { id, userId }: LeadRow): Promise<StaffLead['enrolments']> {
  const rows = await db
    .selectFrom('enrolment')
    .select(['id', 'reference', 'programSlug', 'batchId', 'status'])
    .where((where) =>
      where.or([
        where('id', 'in', (from) =>
          from
            .selectFrom('leadRequest')
            .select('subjectId')
            .where('leadId', '=', id)
            .where('kind', '=', 'ENROLMENT'),
        ),
        ...(userId ? [where('userId', '=', userId)] : []),
      ]),
    )
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, reference, programSlug, batchId, status }) => ({
    ...{ id, reference, statusLabel: enrolmentStatusLabels[status] },
    programName: findProgram(programSlug)?.name ?? programSlug,
    batchName: findBatch(batchId)?.name ?? batchId,
  }));
}
