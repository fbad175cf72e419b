import { moveApplication } from '#lib/server/hiring/applications/move-application.ts';
import type { TestApi } from '../api.ts';
import {
  applications,
  type Candidate,
  createStaffActor,
  runUnitOfWork,
  signUpCandidate,
  submitApplication,
} from './candidates.ts';

/** The steps that tests of interviews share, for applications to one job. */
export function useInterviews(test: TestApi, slug: string) {
  const staff = createStaffActor();

  const move = (id: string, ...actions: Parameters<typeof moveApplication>[3][]) =>
    runUnitOfWork(test, async (work) => {
      for (const action of actions) await moveApplication(work, staff, id, action, { reasonCode: 'OTHER' });
    });

  return {
    staff,
    /** Staff move an application, one transition after the other. */
    move,
    /** Creates a candidate who may choose a time. */
    async createInvitedCandidate(): Promise<{ person: Candidate; id: string }> {
      const person = await signUpCandidate(test);
      const id = await submitApplication(person, slug);
      await move(id, 'START_REVIEW', 'SHORTLIST', 'MOVE_TO_INTERVIEW');
      return { person, id };
    },
    /** The candidate books a slot. */
    choose: ({ visitor }: Pick<Candidate, 'visitor'>, id: string, slotId: string) =>
      visitor.call(`POST ${applications}${id}/reschedule-interview/`, { slot_id: slotId }),
    /** Returns the number of seats taken in a slot. */
    countTakenSeats: async (slotId: string) => {
      const query = test.db.selectFrom('interviewSlot').select('taken').where('id', '=', slotId);
      return (await query.executeTakeFirstOrThrow()).taken;
    },
  };
}
