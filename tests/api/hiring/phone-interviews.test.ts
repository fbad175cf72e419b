import type { Kysely } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { up } from '#lib/server/db/migrations/hiring/128-interview-modes.ts';
import { requireOwnAggregate } from '#lib/server/hiring/applications/find-applications.ts';
import { interviewCalendar } from '#lib/server/hiring/appointments/interview-calendar.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { applications, insertSlot } from '../../support/hiring/candidates.ts';
import { insertInterviewees, type SignedInCandidate } from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { requireJobBySlug } from '../../support/hiring/staff.ts';

const test = useTestApi();
const slug = 'inside-sales-associate-cl13';

beforeEach(() => restoreJobs(test.db));

it.each(['PHONE', 'VIDEO'] as const)(
  '[API-43] a phone interview has the number that is called and never a link to join: %s',
  async (mode) => {
    const [person] = (await insertInterviewees(test, slug, 1)) as [SignedInCandidate];
    const slotId = await insertSlot(test.db, slug, { inMinutes: 300 });
    // Staff may have entered a link although it is a call.
    await test.db.updateTable('interviewSlot').set({ mode }).where('id', '=', slotId).execute();
    const { visitor, id, userId } = person;
    await visitor.call(`POST ${applications}${id}/reschedule-interview/`, { slot_id: slotId });
    await travel(test.db, 290 * 60);
    const { interview } = (await visitor.call(`GET ${applications}${id}/`)).body;
    const calendar = interviewCalendar(await requireOwnAggregate(test.db, userId, id), 'https://localhost');
    const isPhone = mode === 'PHONE';
    expect([interview.mode, interview.phone !== null, interview.join_url !== null]).toEqual([
      mode,
      isPhone,
      !isPhone,
    ]);
    if (isPhone) expect(interview.phone).toMatch(/^\+91 98000 0/);
    expect(calendar?.includes('LOCATION:Phone call to +91')).toBe(isPhone);
  },
);

it('[API-41] a stage whose title promised a phone call says so as a field, and no other stage does', async () => {
  const stages = ['Talk on the phone', 'Phone sales: role play', 'Case'].map((title, index) => ({
    ...{ key: `stage-${index}`, title, kind: 'INTERVIEW' as const },
  }));
  const { id } = await requireJobBySlug(test.db, slug);
  const job = test.db
    .updateTable('job')
    .set({ stages: JSON.stringify(stages) })
    .where('id', '=', id);
  await job.execute();
  await up(test.db as unknown as Kysely<unknown>);
  const after = await test.db
    .selectFrom('job')
    .select('stages')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(after.stages).toEqual([{ ...stages[0], mode: 'PHONE' }, stages[1], stages[2]]);
});
