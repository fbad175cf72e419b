import { sql } from 'kysely';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import type { Scorecard, ScorecardFields } from '#lib/contract/staff/scorecards.ts';
import { type Db, isUniqueViolation } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../../audit.ts';
import { loadPersonNames } from '../../person-names.ts';

/** Lists the scorecards of several applications, the oldest first, by application. [API-43] */
export async function listScorecards(
  db: Db,
  applicationIds: readonly string[],
): Promise<Map<string, Scorecard[]>> {
  if (!applicationIds.length) return new Map();
  const rows = await db
    .selectFrom('scorecard')
    .innerJoin('interview', 'interview.id', 'scorecard.interviewId')
    .selectAll('scorecard')
    .select('interview.applicationId')
    .where('interview.applicationId', 'in', applicationIds)
    .orderBy('scorecard.id')
    .execute();
  const revisions = await loadRevisions(
    db,
    rows.map(({ id }) => id),
  );
  const cards = rows.map(({ authorId: _, applicationId, createdAt, updatedAt, ...row }) => ({
    applicationId,
    card: {
      ...row,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      revisions: revisions.get(row.id) ?? [],
    },
  }));
  const byApplication = Map.groupBy(cards, ({ applicationId }) => applicationId);
  return new Map([...byApplication].map(([id, ofOne]) => [id, ofOne.map(({ card }) => card)]));
}

async function loadRevisions(
  db: Db,
  scorecardIds: readonly string[],
): Promise<Map<string, Scorecard['revisions']>> {
  if (!scorecardIds.length) return new Map();
  const rows = await db
    .selectFrom('scorecardRevision')
    .selectAll()
    .where('scorecardId', 'in', scorecardIds)
    .orderBy('version', 'desc')
    .execute();
  const names = await loadPersonNames(
    db,
    rows.map(({ changedById }) => changedById),
  );
  const byCard = Map.groupBy(rows, ({ scorecardId }) => scorecardId);
  const present = ({ changedAt, changedById, card }: (typeof rows)[number]) => ({
    changedAt: changedAt.toISOString(),
    changedBy: names.get(changedById) ?? null,
    recommendation: card.recommendation,
    criteria: card.criteria,
    summary: card.summary,
  });
  return new Map([...byCard].map(([id, ofCard]) => [id, ofCard.map(present)]));
}

/**
 * Records a scorecard of the application's latest interview and returns its id. Throws `INVALID_STATE` before the
 * interview has begun and `VALIDATION_FAILED` if the interviewer has one already. [API-43]
 */
export async function createScorecard(
  db: Db,
  staffId: string,
  applicationId: string,
  fields: ScorecardFields,
): Promise<string> {
  try {
    return await db.transaction().execute(async (trx) => {
      const id = uuidv7();
      const { rows } = await sql<{ id: string }>`
        insert into scorecard (id, interview_id, author_id, interviewer_name, criteria, recommendation, summary)
        select ${id}, interview.id, ${staffId}, ${fields.interviewerName}, ${JSON.stringify(fields.criteria)}::jsonb,
          ${fields.recommendation}, ${fields.summary}
        from interview join interview_slot on interview_slot.id = interview.slot_id
        where interview.application_id = ${applicationId}
          and interview.status in ('SCHEDULED', 'COMPLETED', 'NO_SHOW') and interview_slot.starts_at <= now()
        order by interview_slot.starts_at desc limit 1
        returning id`.execute(trx);
      if (!rows.length)
        throw new HttpError('INVALID_STATE', { message: 'There is no interview that has begun.' });
      await recordStaffAudit(trx, staffId, 'scorecard.CREATE', applicationId, {
        interviewerName: fields.interviewerName,
        recommendation: fields.recommendation,
      });
      return id;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? createDuplicateError(fields) : error;
  }
}

const createDuplicateError = ({ interviewerName }: ScorecardFields) =>
  new HttpError('VALIDATION_FAILED', {
    message: `${interviewerName} has a scorecard for this interview already. Change that one.`,
    fields: ['interviewerName'],
  });

/**
 * Changes a scorecard and keeps its earlier version. Throws `NOT_FOUND`, `STALE_WRITE` if somebody has changed it since,
 * or `VALIDATION_FAILED`. [API-43]
 */
export async function updateScorecard(
  db: Db,
  staffId: string,
  id: string,
  { version, ...fields }: ScorecardFields & { version: number },
): Promise<void> {
  try {
    await db.transaction().execute(async (trx) => {
      const { applicationId, ...before } = await requireScorecardRow(trx, id);
      const { interviewerName, criteria, recommendation, summary } = before;
      const changed = await trx
        .updateTable('scorecard')
        .set({
          ...fields,
          criteria: JSON.stringify(fields.criteria),
          version: version + 1,
          updatedAt: sql<Date>`now()`,
        })
        .where('id', '=', id)
        .where('version', '=', version)
        .returning('id')
        .executeTakeFirst();
      if (!changed)
        throw new HttpError('STALE_WRITE', {
          message: 'Somebody has changed this scorecard. Read it again before you change it.',
        });
      await trx
        .insertInto('scorecardRevision')
        .values({
          id: uuidv7(),
          scorecardId: id,
          version,
          changedById: staffId,
          card: JSON.stringify({ interviewerName, criteria, recommendation, summary }),
        })
        .execute();
      await recordStaffAudit(trx, staffId, 'scorecard.UPDATE', applicationId, describeChange(before, fields));
    });
  } catch (error) {
    throw isUniqueViolation(error) ? createDuplicateError(fields) : error;
  }
}

type Card = Pick<ScorecardFields, 'interviewerName' | 'criteria' | 'recommendation' | 'summary'>;

/** Describes for the audit what differs. It says of words only that they changed, because the scorecard has its earlier versions. */
function describeChange(before: Card, after: Card) {
  const names = (['interviewerName', 'recommendation', 'scores'] as const).filter(
    (name) => describeCard(before)[name] !== describeCard(after)[name],
  );
  const pick = (card: Card) => Object.fromEntries(names.map((name) => [name, describeCard(card)[name]]));
  const hasOtherNotes = describeNotes(before) !== describeNotes(after);
  return { from: pick(before), to: pick(after), ...(hasOtherNotes && { notes: 'changed' }) };
}

const describeCard = ({ interviewerName, recommendation, criteria }: Card) => ({
  ...{ interviewerName, recommendation },
  scores: criteria.map(({ label, score }) => `${label} ${score}`).join(', '),
});
const describeNotes = ({ summary, criteria }: Card): string =>
  JSON.stringify([summary, ...criteria.map(({ note }) => note)]);

/** Loads the row of a scorecard and locks it. Throws `NOT_FOUND`. */
async function requireScorecardRow(trx: Db, id: string) {
  const row = await trx
    .selectFrom('scorecard')
    .innerJoin('interview', 'interview.id', 'scorecard.interviewId')
    .selectAll('scorecard')
    .select('interview.applicationId')
    .where('scorecard.id', '=', id)
    .forNoKeyUpdate('scorecard')
    .executeTakeFirst();
  if (!row) throw createScorecardNotFoundError();
  return row;
}

const createScorecardNotFoundError = () =>
  new HttpError('NOT_FOUND', { message: 'There is no such scorecard' });

/** Loads one scorecard. Throws `NOT_FOUND`. [API-43] */
export async function requireScorecard(db: Db, id: string): Promise<Scorecard> {
  const row = isUuid(id)
    ? await db
        .selectFrom('scorecard')
        .innerJoin('interview', 'interview.id', 'scorecard.interviewId')
        .select('interview.applicationId')
        .where('scorecard.id', '=', id)
        .executeTakeFirst()
    : null;
  const cards = row ? (await listScorecards(db, [row.applicationId])).get(row.applicationId) : [];
  const card = cards?.find((one) => one.id === id);
  if (!card) throw createScorecardNotFoundError();
  return card;
}
