import { v7 as uuidv7 } from 'uuid';
import type { ApplicationAction } from '#lib/domain/hiring/applications/application-flow.ts';
import type { Cause } from '#lib/domain/hiring/applications/reasons.ts';
import { type Actor, systemActor, type UnitOfWork } from '#lib/server/core/unit-of-work.ts';
import type { ApplicationAggregate, BatchRow, SlotRow } from '../applications/application-aggregate.ts';
import { currentInterview, currentTraining } from '../applications/facts.ts';
import { recordEvent } from '../applications/record-event.ts';
import type { AppointmentNews, When } from '../applications/tell-candidate.ts';
import { moveInterviewOf } from '../interviews/move-interview.ts';
import { moveTrainingOf } from '../trainings/move-training.ts';

/** What a step of an application means for its training and its interview. */

/** An application that reaches such a stage gets its training, or its interview. */
export async function startAppointment(
  { trx, config }: UnitOfWork,
  by: Actor,
  { application }: ApplicationAggregate,
  action: ApplicationAction,
  stageKey: string,
): Promise<void> {
  const id = uuidv7();
  const row = { id, applicationId: application.id, stageKey };
  if (action === 'MOVE_TO_TRAINING') {
    await trx
      .insertInto('training')
      .values({ ...row, status: 'TO_SET_UP' })
      .execute();
    const step = { subject: 'TRAINING', action: 'REQUIRE_TRAINING', from: null, to: 'TO_SET_UP' } as const;
    await recordEvent(trx, application.id, by, step);
  }
  if (action === 'MOVE_TO_INTERVIEW') {
    const uid = `interview-${id}@${new URL(config.siteOrigin).host}`;
    await trx
      .insertInto('interview')
      .values({ ...row, status: 'TO_SCHEDULE', uid })
      .execute();
    const step = { subject: 'INTERVIEW', action: 'INVITE', from: null, to: 'TO_SCHEDULE' } as const;
    await recordEvent(trx, application.id, by, step);
  }
}

/** An application that ended, or waits, gives back what it holds of the time to come. Gives what there is to tell. */
export async function releaseAppointments(
  work: UnitOfWork,
  standing: ApplicationAggregate,
  cause: Cause,
): Promise<AppointmentNews> {
  const quietly = { isQuiet: true, reasonCode: cause };
  const training = currentTraining(standing);
  const interview = currentInterview(standing);
  if (training?.status === 'SCHEDULED') {
    await moveTrainingOf(work, systemActor, standing, 'GIVE_UP_SEAT', quietly);
    return { appointment: 'TRAINING', when: toCome(training.batch, standing) };
  }
  if (interview?.status !== 'TO_SCHEDULE' && interview?.status !== 'SCHEDULED') return {};
  await moveInterviewOf(work, systemActor, standing, 'CANCEL_INTERVIEW', quietly);
  const calendar = interview.slot && 'TAKE_OUT';
  if (interview.status === 'TO_SCHEDULE') return { calendar };
  return { appointment: 'INTERVIEW', when: toCome(interview.slot, standing), calendar };
}

/** An application that goes on where a batch or a time is to be chosen, perhaps again. */
export async function resumeAppointments(
  work: UnitOfWork,
  standing: ApplicationAggregate,
): Promise<AppointmentNews> {
  const { application } = standing;
  const status = application.holdFromStatus;
  if (status === 'TRAINING' && currentTraining(standing)?.status === 'TO_SET_UP')
    return { appointment: 'TRAINING' };
  if (status !== 'INTERVIEW' || currentInterview(standing)?.status !== 'CANCELLED') return {};
  const resumed = { ...standing, application: { ...application, status } };
  const quietly = { isQuiet: true, reasonCode: 'RESUME' satisfies Cause };
  await moveInterviewOf(work, systemActor, resumed, 'INVITE_AGAIN', quietly);
  return { appointment: 'INTERVIEW' };
}

const toCome = (seat: SlotRow | BatchRow | null, { now }: ApplicationAggregate): When | null =>
  seat && seat.startsAt > now ? { at: seat.startsAt, timeZone: seat.timeZone } : null;
