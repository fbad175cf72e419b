import type { StaffApplicationCard } from '#lib/contract/staff/applications.ts';
import { applicationStatusLabels } from '#lib/domain/hiring/applications/application-status.ts';
import { isSeatedInterview } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { awaitingReplyStatuses, isStaffMove } from '#lib/domain/staff/staff-actions.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import {
  type ApplicationAggregate,
  currentInterview,
  currentTraining,
} from '#lib/server/hiring/application-aggregate.ts';
import { listAllowedActions } from '#lib/server/hiring/applications/allowed-actions.ts';

export const formatPersonName = ({ firstName, lastName }: Pick<UserRow, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ');

/** As lists and the board show it. */
export function presentApplicationCard(standing: ApplicationAggregate): StaffApplicationCard {
  const { application, job, person, now } = standing;
  const training = currentTraining(standing);
  const interview = currentInterview(standing);
  const isWaiting = (awaitingReplyStatuses as readonly string[]).includes(application.status);
  return {
    id: application.id,
    number: application.number,
    status: application.status,
    statusLabel: applicationStatusLabels[application.status],
    candidate: {
      id: person.id,
      name: formatPersonName(person),
      phone: person.phoneE164,
      email: person.email,
    },
    job: { id: job.id, code: job.code, title: job.title, employerName: job.employerName },
    stage: job.stages.find(({ key }) => key === application.stageKey)?.title ?? '',
    submittedAt: application.submittedAt?.toISOString() ?? null,
    replyDueAt: application.replyDueAt?.toISOString() ?? null,
    isLate:
      isWaiting &&
      application.repliedAt === null &&
      application.replyDueAt !== null &&
      application.replyDueAt <= now,
    trainingStatus: training?.status ?? 'NOT_REQUIRED',
    interviewStatus: interview?.status ?? 'NOT_REQUIRED',
    appointmentAt: appointmentOf(standing)?.startsAt.toISOString() ?? null,
    allowedActions: listAllowedActions(standing, 'STAFF').filter(({ action }) => isStaffMove(action)),
  };
}

/** What the application holds a seat of, at the stage that it is in. */
function appointmentOf(standing: ApplicationAggregate): { startsAt: Date } | null {
  const { status } = standing.application;
  const interview = currentInterview(standing);
  if (status === 'TRAINING') return currentTraining(standing)?.batch ?? null;
  return status === 'INTERVIEW' && interview && isSeatedInterview(interview.status) ? interview.slot : null;
}
