import { v7 as uuidv7 } from 'uuid';
import type { ApplicationAction } from '#lib/domain/hiring/applications/application-flow.ts';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import type { Cause } from '#lib/domain/hiring/applications/reasons.ts';
import { type Actor, systemActor } from '#lib/server/core/actor.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import {
  type ApplicationAggregate,
  type BatchRow,
  currentInterview,
  currentTraining,
  type SlotRow,
} from '../application-aggregate.ts';
import { moveLockedInterview } from '../appointments/interview-transitions.ts';
import { moveLockedTraining } from '../appointments/training-transitions.ts';
import type { AppointmentChange, AppointmentTime } from '../notify-candidate.ts';
import { createPlacement, deletePlacement } from '../offers/create-placement.ts';
import { endOffer, restoreOffer } from '../offers/end-offer.ts';
import { recordEvent } from '../record-transition.ts';

interface Transition {
  action: ApplicationAction;
  to: ApplicationStatus;
  /** The status before the hold that it is in afterwards. */
  heldFrom: ApplicationStatus | null;
  /** The stage that the application is in afterwards. */
  stageKey: string;
  /** The day on which the candidate has joined. */
  joinedOn?: string | undefined;
}

/**
 * Applies the effects of an application's transition on its training, its interview and its offer. Returns what the
 * message to the candidate says about them.
 */
export async function propagateTransition(
  work: UnitOfWork,
  actor: Actor,
  aggregate: ApplicationAggregate,
  { action, to, heldFrom, stageKey, joinedOn }: Transition,
): Promise<AppointmentChange> {
  const isInterrupted = action === 'WITHDRAW' || action === 'REJECT' || action === 'HOLD';
  const released = isInterrupted ? await releaseAppointments(work, aggregate, action) : {};
  const isResumed = action === 'RESUME' || action === 'REOPEN';
  const resumed = isResumed ? await resumeAppointments(work, aggregate, to, action) : {};
  await createAppointment(work, actor, aggregate, action, stageKey);
  // A new offer has ended the earlier one already.
  if (action !== 'REPLACE_OFFER') await endOffer(work.trx, aggregate, action);
  if (action === 'HIRE') await createPlacement(work.trx, actor, aggregate, joinedOn);
  if (action === 'REOPEN') await deletePlacement(work.trx, actor, aggregate);
  if (isResumed) await restoreOffer(work.trx, aggregate, to === 'ON_HOLD' ? heldFrom : to);
  return { ...released, ...resumed };
}

/** Inserts the training or the interview of the stage that the application has reached. */
async function createAppointment(
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
async function releaseAppointments(
  work: UnitOfWork,
  aggregate: ApplicationAggregate,
  cause: Cause,
): Promise<AppointmentChange> {
  const notes = { isQuiet: true, reasonCode: cause };
  const training = currentTraining(aggregate);
  const interview = currentInterview(aggregate);
  if (training?.status === 'SCHEDULED') {
    await moveLockedTraining(work, systemActor, aggregate, 'GIVE_UP_SEAT', notes);
    return {
      ...{ appointment: 'TRAINING', time: futureTime(training.batch, aggregate) },
      calendarLink: { of: 'TRAINING', label: 'REMOVE' },
    };
  }
  if (interview?.status !== 'TO_SCHEDULE' && interview?.status !== 'SCHEDULED') return {};
  await moveLockedInterview(work, systemActor, aggregate, 'CANCEL_INTERVIEW', notes);
  const calendarLink = interview.slot && ({ of: 'INTERVIEW', label: 'REMOVE' } as const);
  if (interview.status === 'TO_SCHEDULE') return { calendarLink };
  return { appointment: 'INTERVIEW', time: futureTime(interview.slot, aggregate), calendarLink };
}

/**
 * Lets the candidate choose a batch or a time again after a hold ends or the application is reopened at `status`. Returns
 * which of them.
 */
async function resumeAppointments(
  work: UnitOfWork,
  aggregate: ApplicationAggregate,
  status: ApplicationStatus,
  reasonCode: Cause,
): Promise<AppointmentChange> {
  const { application } = aggregate;
  if (status === 'TRAINING' && currentTraining(aggregate)?.status === 'TO_SET_UP')
    return { appointment: 'TRAINING' };
  if (status !== 'INTERVIEW' || currentInterview(aggregate)?.status !== 'CANCELLED') return {};
  const resumed = { ...aggregate, application: { ...application, status } };
  const notes = { isQuiet: true, reasonCode };
  await moveLockedInterview(work, systemActor, resumed, 'INVITE_AGAIN', notes);
  return { appointment: 'INTERVIEW' };
}

const futureTime = (
  seat: SlotRow | BatchRow | null,
  { now }: ApplicationAggregate,
): AppointmentTime | null =>
  seat && seat.startsAt > now ? { at: seat.startsAt, timeZone: seat.timeZone } : null;
