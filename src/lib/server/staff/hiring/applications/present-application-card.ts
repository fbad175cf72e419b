import type { StaffApplicationCard } from '#lib/contract/staff/applications.ts';
import { applicationStatusLabels } from '#lib/domain/hiring/applications/application-status.ts';
import { isAwaitingReply, isReplyLate } from '#lib/domain/hiring/applications/reply-due.ts';
import type { TrainingStatus } from '#lib/domain/hiring/appointments/training-flow.ts';
import { isStaffMove } from '#lib/domain/staff/staff-actions.ts';
import type { Db } from '#lib/server/db/index.ts';
import {
  type ApplicationAggregate,
  currentInterview,
  currentTraining,
} from '#lib/server/hiring/application-aggregate.ts';
import { listAllowedActions } from '#lib/server/hiring/applications/allowed-actions.ts';
import { formatPersonName, loadPersonNames } from '../../person-names.ts';

/** Presents applications as the table and the board show them, with the names of their owners. */
export async function presentApplicationCards(
  db: Db,
  aggregates: readonly ApplicationAggregate[],
): Promise<StaffApplicationCard[]> {
  const names = await loadPersonNames(
    db,
    aggregates.flatMap(({ application }) => application.ownerId ?? []),
  );
  return aggregates.map((one) => presentCard(one, names));
}

function presentCard(
  aggregate: ApplicationAggregate,
  names: ReadonlyMap<string, string>,
): StaffApplicationCard {
  const { application, job, person, now } = aggregate;
  const { ownerId } = application;
  const training = currentTraining(aggregate);
  const interview = currentInterview(aggregate);
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
    // Staff do not see the choices of a draft.
    city: application.submittedAt ? (aggregate.chosenLocation?.city ?? null) : null,
    stage: job.stages.find(({ key }) => key === application.stageKey)?.title ?? '',
    submittedAt: application.submittedAt?.toISOString() ?? null,
    replyDueAt: application.replyDueAt?.toISOString() ?? null,
    isAwaitingReply: isAwaitingReply(application),
    isLate: isReplyLate(application, now),
    unmetRules: application.candidateSnapshot?.eligibility?.missing ?? [],
    owner: ownerId === null ? null : { id: ownerId, name: names.get(ownerId) ?? null },
    trainingStatus: training?.status ?? 'NOT_REQUIRED',
    interviewStatus: interview?.status ?? 'NOT_REQUIRED',
    appointmentAt: appointmentOf(aggregate)?.startsAt.toISOString() ?? null,
    allowedActions: listAllowedActions(aggregate, 'STAFF').filter(({ action }) => isStaffMove(action)),
  };
}

/** Returns the batch or slot of the current stage that is still to come or under way; what has a result has no next date. */
function appointmentOf(aggregate: ApplicationAggregate): { startsAt: Date } | null {
  const { status } = aggregate.application;
  const interview = currentInterview(aggregate);
  const training = currentTraining(aggregate);
  if (status === 'TRAINING') return isTrainingAhead(training?.status) ? (training?.batch ?? null) : null;
  return status === 'INTERVIEW' && interview?.status === 'SCHEDULED' ? interview.slot : null;
}

const isTrainingAhead = (status: TrainingStatus | undefined): boolean =>
  status === 'SCHEDULED' || status === 'IN_PROGRESS';
