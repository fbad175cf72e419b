import { beforeEach, expect, it } from 'vitest';
import { requireOwnAggregate } from '#lib/server/hiring/applications/find-applications.ts';
import { interviewCalendar } from '#lib/server/hiring/appointments/interview-calendar.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { applications, insertSlot } from '../../support/hiring/candidates.ts';
import { insertInterviewees, type SignedInCandidate } from '../../support/hiring/interviewees.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';

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
