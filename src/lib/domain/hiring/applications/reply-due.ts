import type { ApplicationStatus } from './application-status.ts';

/** The reply that a candidate is promised for a submitted application. [API-42] [AUTH-20] */

/** Statuses in which a candidate can wait for the promised reply. */
export const awaitingReplyStatuses = [
  'SUBMITTED',
  'IN_REVIEW',
] as const satisfies readonly ApplicationStatus[];

export const canAwaitReply = (status: ApplicationStatus): boolean =>
  (awaitingReplyStatuses as readonly ApplicationStatus[]).includes(status);

interface PromisedReply {
  status: ApplicationStatus;
  replyDueAt: Date | null;
  /** The time of the first message to the candidate after submission. A hold sends one too. */
  repliedAt: Date | null;
}

/** Returns whether the candidate still waits for the promised reply. */
export const isAwaitingReply = ({ status, replyDueAt, repliedAt }: PromisedReply): boolean =>
  canAwaitReply(status) && replyDueAt !== null && repliedAt === null;

/**
 * Returns whether the candidate still waits although the reply was due.
 * server/hiring/applications/late-reply.ts has the same rule for queries.
 */
export const isReplyLate = (reply: PromisedReply, now: Date): boolean =>
  isAwaitingReply(reply) && reply.replyDueAt !== null && reply.replyDueAt <= now;

/** Formats how long until a reply is due or how late it is, in one unit: `due in 5 h`, `3 days late`. */
export function dueText(dueAt: Date, now: Date): string {
  const minutes = Math.round((dueAt.getTime() - now.getTime()) / 60_000);
  const span = spanText(Math.abs(minutes));
  return minutes >= 0 ? `due in ${span}` : `${span} late`;
}

function spanText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return `${Math.round(hours / 24)} days`;
}
