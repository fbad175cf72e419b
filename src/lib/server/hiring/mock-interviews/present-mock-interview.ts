import type {
  DuePayment,
  ExpertBooking,
  FeedbackDraft,
  MockInterview,
} from '#lib/contract/hiring/mock-interviews/mock-interview-schemas.ts';
import { type ActorType, allowedActions } from '#lib/domain/core/state-machine.ts';
import { isJoinTime, rescheduleDeadline } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { recommendationLabels } from '#lib/domain/hiring/appointments/scorecard.ts';
import { paymentDueAt } from '#lib/domain/hiring/mock-interviews/interview-pass.ts';
import {
  mockInterviewFlow,
  mockInterviewStatusLabels,
} from '#lib/domain/hiring/mock-interviews/mock-interview-flow.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import { getPaymentDetails } from '#lib/server/catalog/content/index.ts';
import { presentResume } from '#lib/server/media/present-media.ts';
import { presentExpertOf } from './experts.ts';
import type { FeedbackRow, MockInterviewAggregate } from './mock-interview-aggregate.ts';

/** Presenters of mock interviews, for the candidate and for the expert. */

/** Returns the path of the page of a booking. */
export const mockInterviewPath = (id: string): string => `/account/mock-interviews/${id}/`;

function presentBooking(aggregate: MockInterviewAggregate, actor: ActorType) {
  const { mock, slot, person, resume, now } = aggregate;
  const context = { startsAt: slot.startsAt, timeZone: presentUser(person).timeZone, now };
  return {
    id: mock.id,
    status: mock.status,
    statusLabel: mockInterviewStatusLabels[mock.status],
    slotId: slot.id,
    startsAt: slot.startsAt.toISOString(),
    endsAt: slot.endsAt.toISOString(),
    role: mock.role,
    focus: mock.focus,
    resume: presentResume(resume),
    portfolioSlug: mock.portfolioSlug,
    note: mock.note,
    joinUrl: mock.status === 'BOOKED' && isJoinTime(slot, now) ? slot.joinUrl : null,
    allowedActions: allowedActions(mockInterviewFlow, actor, mock.status, context),
  };
}

/** Presents a mock interview to its candidate. */
export function presentMockInterview(aggregate: MockInterviewAggregate, icsUrl: string): MockInterview {
  const { mock, slot, expert, feedback, history } = aggregate;
  const booking = presentBooking(aggregate, 'CANDIDATE');
  const payment = presentDuePayment(aggregate);
  return {
    ...booking,
    ...{ payment, joinUrl: payment ? null : booking.joinUrl },
    programSlug: mock.programSlug,
    expert: presentExpertOf(expert),
    deadlineAt: rescheduleDeadline(slot.startsAt).toISOString(),
    icsUrl,
    feedback: feedback && presentFeedback(feedback),
    history: history.map(({ at, action, startsAt, actorType, publicNote }) => ({
      ...{ at: at.toISOString(), action, startsAt: startsAt.toISOString(), actorType, publicNote },
    })),
  };
}

/** Presents the payment that has to arrive; null when nothing is to be paid. */
function presentDuePayment({ mock, slot, pass }: MockInterviewAggregate): DuePayment | null {
  if (mock.status !== 'BOOKED' || !pass || pass.paidAt) return null;
  const { accountName, accountNumber, ifsc, bank, notice } = getPaymentDetails();
  return {
    ...{ reference: pass.reference, amount: pass.amount, currency: pass.currency },
    dueAt: paymentDueAt(slot.startsAt).toISOString(),
    account: { accountName, accountNumber, ifsc, bank, notice },
  };
}

/** Presents feedback to the candidate; null while it is a draft. */
function presentFeedback({
  criteria,
  recommendation,
  summary,
  nextSteps,
  sharedAt,
}: FeedbackRow): MockInterview['feedback'] {
  if (!sharedAt || !recommendation) return null;
  const recommendationLabel = recommendationLabels[recommendation];
  return {
    criteria,
    recommendation,
    recommendationLabel,
    summary,
    nextSteps,
    sharedAt: sharedAt.toISOString(),
  };
}

/** Presents a mock interview to its expert. The papers are closed to them as soon as they are not needed. */
export function presentExpertBooking(aggregate: MockInterviewAggregate): ExpertBooking {
  const { mock, person, feedback } = aggregate;
  const booking = presentBooking(aggregate, 'EXPERT');
  const needsPapers = ['BOOKED', 'COMPLETED'].includes(mock.status) && !feedback?.sharedAt;
  return {
    ...booking,
    ...(!needsPapers && { resume: null, portfolioSlug: null, note: null }),
    candidateName: presentUser(person).name,
    feedback: presentDraft(feedback),
  };
}

function presentDraft(row: FeedbackRow | null): FeedbackDraft {
  if (!row)
    return { criteria: [], recommendation: null, summary: '', nextSteps: [], version: 0, sharedAt: null };
  const { criteria, recommendation, summary, version } = row;
  const nextSteps = row.nextSteps.map(({ text }) => text);
  return {
    criteria,
    recommendation,
    summary,
    nextSteps,
    version,
    sharedAt: row.sharedAt?.toISOString() ?? null,
  };
}
