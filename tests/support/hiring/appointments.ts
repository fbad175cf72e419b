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

/** The steps that tests of trainings or of interviews share, for applications to one job. */
export function useAppointments(test: TestApi, slug: string, kind: 'TRAINING' | 'INTERVIEW') {
  const staff = createStaffActor();

  const move = (id: string, ...actions: Parameters<typeof moveApplication>[3][]) =>
    runUnitOfWork(test, async (work) => {
      for (const action of actions) await moveApplication(work, staff, id, action, { reasonCode: 'OTHER' });
    });

  return {
    staff,
    /** Makes staff transitions of an application, one after the other. */
    move,
    /** Creates a candidate who may choose a batch or a time. */
    async createInvitedCandidate(): Promise<{ person: Candidate; id: string }> {
      const person = await signUpCandidate(test);
      const id = await submitApplication(person, slug);
      await move(id, 'START_REVIEW', 'SHORTLIST', `MOVE_TO_${kind}`);
      return { person, id };
    },
    /** The candidate books a slot. */
    choose: ({ visitor }: Pick<Candidate, 'visitor'>, id: string, slotId: string) =>
      visitor.call(`POST ${applications}${id}/reschedule-interview/`, { slot_id: slotId }),
    /** Returns the number of seats taken in a batch or slot. */
    countTakenSeats: async (id: string) => {
      const table = kind === 'TRAINING' ? 'trainingBatch' : 'interviewSlot';
      const query = test.db.selectFrom(table).select('taken').where('id', '=', id);
      return (await query.executeTakeFirstOrThrow()).taken;
    },
  };
}
