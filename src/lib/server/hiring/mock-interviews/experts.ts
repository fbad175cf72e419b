import { type Selectable, sql } from 'kysely';
import type { Coach } from '#lib/contract/catalog/coaches.ts';
import type { SlotDay } from '#lib/contract/hiring/appointments.ts';
import type { Expert, ExpertWithTimes } from '#lib/contract/hiring/mock-interviews/mock-interview-schemas.ts';
import { listCoaches, listPrograms, type Program } from '#lib/server/catalog/content/index.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { ExpertTable } from '#lib/server/db/schema/mock-interviews.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { groupSlotsByDay } from '../appointments/interview-slots.ts';
import { isSlug } from '../jobs/find-jobs.ts';
import { hasFreeSeat, listFreeSlots } from '../seats.ts';

/** Experts: coaches with an account that has the profile PREPPA_EXPERT. */

export type ExpertRow = Selectable<ExpertTable>;

/** A page shows at most this many of the next free times of an expert. */
const shownTimes = 3;

/** Returns the programme that mock interviews belong to. Throws where its file is missing. */
export function getMockInterviewProgram(): Program {
  const program = listPrograms().find(({ type }) => type === 'INTERVIEW_PREPARATION');
  if (!program) throw new Error('src/content/programs needs a programme of the type INTERVIEW_PREPARATION.');
  return program;
}

/** Returns the coach that an expert is shown as, or null after the file was removed. */
export const findCoachOf = ({ coachSlug }: Pick<ExpertRow, 'coachSlug'>): Coach | null =>
  listCoaches().find(({ slug }) => slug === coachSlug) ?? null;

const presentExpert = ({ slug, name, headline, company, expertise, languages, avatar }: Coach): Expert => ({
  ...{ slug, name, headline, company, expertise, languages, avatar },
});

/** Presents the coach of an expert; the slug alone where the file was removed. */
export function presentExpertOf(expert: Pick<ExpertRow, 'coachSlug'>): Expert {
  const coach = findCoachOf(expert);
  if (coach) return presentExpert(coach);
  const empty = { headline: '', company: null, expertise: [], languages: [], avatar: null };
  return { slug: expert.coachSlug, name: 'Your expert', ...empty };
}

/** Lists the experts in the order of the coaches, each with the next free times. [APP-14] */
export async function listExpertsWithTimes(db: Db): Promise<ExpertWithTimes[]> {
  const rows = await db
    .selectFrom('expert')
    .innerJoin('interviewSlot as slot', 'slot.expertId', 'expert.id')
    .select(['expert.coachSlug', sql<number>`count(*)::int`.as('freeCount')])
    .select(
      sql<string[]>`to_jsonb((array_agg(starts_at order by starts_at))[1:${sql.lit(shownTimes)}])`.as(
        'nextTimes',
      ),
    )
    .where('isActive', '=', true)
    .where(hasFreeSeat)
    .groupBy('expert.coachSlug')
    .execute();
  const withTimes = new Map(rows.map((row) => [row.coachSlug, row]));
  const experts = await db.selectFrom('expert').select('coachSlug').where('isActive', '=', true).execute();
  return listCoaches()
    .filter(({ slug }) => experts.some(({ coachSlug }) => coachSlug === slug))
    .map((coach) => ({
      ...presentExpert(coach),
      nextTimes: (withTimes.get(coach.slug)?.nextTimes ?? []).map((at) => new Date(at).toISOString()),
      freeCount: withTimes.get(coach.slug)?.freeCount ?? 0,
    }));
}

/** Finds the expert who is shown as this coach. */
export async function findExpert(db: Db, coachSlug: string): Promise<ExpertRow | null> {
  if (!isSlug(coachSlug)) return null;
  const row = await db
    .selectFrom('expert')
    .selectAll()
    .where('coachSlug', '=', coachSlug)
    .where('isActive', '=', true)
    .executeTakeFirst();
  return row && findCoachOf(row) ? row : null;
}

/** Loads the expert who is shown as this coach. Throws NOT_FOUND. */
export async function requireExpert(db: Db, coachSlug: string): Promise<ExpertRow> {
  const row = await findExpert(db, coachSlug);
  if (!row) throw new HttpError('NOT_FOUND', { message: 'This coach holds no mock interviews' });
  return row;
}

/** Finds the expert that an account belongs to. */
export async function findOwnExpert(db: Db, userId: string): Promise<ExpertRow | null> {
  const row = await db
    .selectFrom('expert')
    .selectAll()
    .where('userId', '=', userId)
    .where('isActive', '=', true)
    .executeTakeFirst();
  return row ?? null;
}

/** Loads the expert that an account belongs to. Throws NOT_FOUND, as for an address that does not exist. */
export async function requireOwnExpert(db: Db, userId: string): Promise<ExpertRow> {
  const row = await findOwnExpert(db, userId);
  if (!row) throw new HttpError('NOT_FOUND');
  return row;
}

/** Lists the free times of an expert by day of the reader's time zone. [APP-14] */
export async function listExpertDays(
  db: Db,
  expertId: string,
  timeZone: string,
  exceptSlotId: string | null = null,
): Promise<SlotDay[]> {
  const slots = await listFreeSlots(db, { expertId });
  return groupSlotsByDay(
    slots.filter(({ id }) => id !== exceptSlotId),
    timeZone,
  );
}
