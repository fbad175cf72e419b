import { tooLongText } from '#lib/domain/core/text.ts';
import type { ApplicationAction } from './application-flow.ts';
import { fillFields, sampleValues } from './message-fields.ts';

/** The messages about moves of applications whose text an admin can change for everybody. */

export const notificationKinds = {
  REJECT: 'Rejection',
  START_REVIEW: 'Start of the review',
  SHORTLIST: 'Shortlisting',
  MOVE_TO_TRAINING: 'Training invitation',
  MOVE_TO_INTERVIEW: 'Interview invitation',
  HOLD: 'On hold',
  RESUME: 'Off hold',
  REOPEN: 'Reopening',
  WITHDRAW: 'Withdrawal by staff',
  MAKE_OFFER: 'Offer',
  REPLACE_OFFER: 'Changed offer',
  WITHDRAW_OFFER: 'Withdrawn offer',
  HIRE: 'Joined',
} as const satisfies Partial<Record<ApplicationAction, string>>;
export type NotificationTextAction = keyof typeof notificationKinds;

const lost = 'the time of an interview or a training that is cancelled with it';
const terms = 'the pay, the place, the first day and the time to answer';

/** What a message says after the text by itself, because it differs from one candidate to the next. */
export const notificationFacts: Partial<Record<NotificationTextAction, string>> = {
  REJECT: lost,
  HOLD: lost,
  WITHDRAW: lost,
  RESUME: 'what has to be chosen again',
  REOPEN: 'what comes next, and what has to be chosen again',
  MAKE_OFFER: terms,
  REPLACE_OFFER: terms,
};

export const isNotificationTextAction = (action: string): action is NotificationTextAction =>
  Object.hasOwn(notificationKinds, action);

/** The address of the page that changes the text of a move; null for a move whose text cannot be changed. */
export const findTextHref = (action: string): string | null =>
  isNotificationTextAction(action) ? `/staff/templates/standard/${action}/` : null;

/** Characters of the short text, with the example values in its fields. It is one SMS before the link. */
export const maxShortText = 160;

/** Returns why a text is too long for SMS and WhatsApp, or null. */
export const findLengthProblem = (text: string): string | null =>
  fillFields(text, sampleValues).length > maxShortText ? tooLongText(maxShortText) : null;
