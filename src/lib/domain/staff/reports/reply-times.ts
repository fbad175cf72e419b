/** Replies to applications, as reports count them. The promise of every page is 24 hours. [AUTH-20] */

export const promisedReplyHours = 24;

/** What became of the reply. An application that ended before a reply was due has none of these. */
export const replyOutcomeLabels = {
  IN_TIME: 'Reply within 24 hours',
  LATER: 'Reply after 24 hours',
  OVERDUE: 'No reply, late',
  WAITING: 'No reply yet',
} as const;
export type ReplyOutcome = keyof typeof replyOutcomeLabels;

/** Formats a duration in its best unit: `40 min`, `5.5 h`, `3 days`. */
export function durationText(hours: number): string {
  if (hours < 1) return `${Math.round(hours * 60)} min`;
  if (hours < 48) return `${formatOneDecimal(hours)} h`;
  return `${formatOneDecimal(hours / 24)} days`;
}

const formatOneDecimal = (value: number): string => String(Math.round(value * 10) / 10);
