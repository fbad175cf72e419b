import { v7 as uuidv7 } from 'uuid';
import type { ApplicationAction } from '#lib/domain/hiring/applications/application-flow.ts';
import type { Cause } from '#lib/domain/hiring/applications/reasons.ts';
import { type Actor, systemActor, type UnitOfWork } from '#lib/server/core/unit-of-work.ts';
import {
  type ApplicationAggregate,
  type BatchRow,
  currentInterview,
  currentTraining,
  type SlotRow,
} from '../application-aggregate.ts';
import { moveLockedInterview } from '../appointments/interview-transitions.ts';
import { moveLockedTraining } from '../appointments/training-transitions.ts';
import { type AppointmentChange, type AppointmentTime, recordEvent } from '../record-transition.ts';

/** Effects of an application's transition on its training and its interview. */

/** Inserts the training or the interview of the stage that the application has reached. */
export async function createAppointment(
  { trx, config }: UnitOfWork,
  actor: Actor,
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
    const event = { subject: 'TRAINING', action: 'REQUIRE_TRAINING', from: null, to: 'TO_SET_UP' } as const;
    await recordEvent(trx, application.id, actor, event);
  }
  if (action === 'MOVE_TO_INTERVIEW') {
    const uid = `interview-${id}@${new URL(config.siteOrigin).host}`;
    await trx
      .insertInto('interview')
      .values({ ...row, status: 'TO_SCHEDULE', uid })
      .execute();
    const event = { subject: 'INTERVIEW', action: 'INVITE', from: null, to: 'TO_SCHEDULE' } as const;
    await recordEvent(trx, application.id, actor, event);
  }
}

/** Releases the future seat of an application that ends or is put on hold. Returns what the candidate loses. */
export async function releaseAppointments(
  work: UnitOfWork,
  aggregate: ApplicationAggregate,
  cause: Cause,
): Promise<AppointmentChange> {
  const notes = { isQuiet: true, reasonCode: cause };
  const training = currentTraining(aggregate);
  const interview = currentInterview(aggregate);
  if (training?.status === 'SCHEDULED') {
    await moveLockedTraining(work, systemActor, aggregate, 'GIVE_UP_SEAT', notes);
    return { appointment: 'TRAINING', time: futureTime(training.batch, aggregate) };
  }
  if (interview?.status !== 'TO_SCHEDULE' && interview?.status !== 'SCHEDULED') return {};
  await moveLockedInterview(work, systemActor, aggregate, 'CANCEL_INTERVIEW', notes);
  const calendarLink = interview.slot && 'REMOVE';
  if (interview.status === 'TO_SCHEDULE') return { calendarLink };
  return { appointment: 'INTERVIEW', time: futureTime(interview.slot, aggregate), calendarLink };
}

/** Lets the candidate choose a batch or a time again after a hold ends. Returns which of them. */
export async function resumeAppointments(
  work: UnitOfWork,
  aggregate: ApplicationAggregate,
): Promise<AppointmentChange> {
  const { application } = aggregate;
  const status = application.holdFromStatus;
  if (status === 'TRAINING' && currentTraining(aggregate)?.status === 'TO_SET_UP')
    return { appointment: 'TRAINING' };
  if (status !== 'INTERVIEW' || currentInterview(aggregate)?.status !== 'CANCELLED') return {};
  const resumed = { ...aggregate, application: { ...application, status } };
  const notes = { isQuiet: true, reasonCode: 'RESUME' satisfies Cause };
  await moveLockedInterview(work, systemActor, resumed, 'INVITE_AGAIN', notes);
  return { appointment: 'INTERVIEW' };
}

const futureTime = (
  seat: SlotRow | BatchRow | null,
  { now }: ApplicationAggregate,
): AppointmentTime | null =>
  seat && seat.startsAt > now ? { at: seat.startsAt, timeZone: seat.timeZone } : null;
