import type { ActorType } from '#lib/domain/core/state-machine.ts';
import type { MockInterviewStatus } from './mock-interview-flow.ts';

/** What candidates and experts are asked for and told about mock interviews. [APP-14] */

/** What a candidate wants to practise. */
export const focusLabels = {
  INTRODUCTION: '“Tell me about yourself”',
  STORIES: 'Stories about my work',
  FIELD: 'Questions of the field',
  CASE: 'Case or problem solving',
  SALARY: 'Talking about salary',
  ENGLISH: 'Speaking English',
} as const;
export type FocusArea = keyof typeof focusLabels;

/** The changes that the candidate is told about. */
export type MockInterviewNotice = 'BOOK' | 'MOVE' | 'CANCEL' | 'MISS' | 'FEEDBACK';

interface NoticeFacts {
  expert: string;
  /** The time of the interview, formatted. */
  time: string;
  /** Whether the candidate made the change. */
  isOwn: boolean;
}

/** Formats the message to the candidate about a change: its subject, and one or two sentences. */
export function formatMockInterviewNotice(
  notice: MockInterviewNotice,
  { expert, time, isOwn }: NoticeFacts,
): { subject: string; text: string } {
  switch (notice) {
    case 'BOOK':
      return {
        subject: `Booked: mock interview with ${expert}, ${time}`,
        text: `Your mock interview with ${expert} is on ${time}. You can move or cancel it until 4 hours before.`,
      };
    case 'MOVE':
      return {
        subject: `Moved: mock interview with ${expert}, ${time}`,
        text: `Your mock interview with ${expert} has a new time: ${time}.`,
      };
    case 'CANCEL':
      return {
        subject: `Cancelled: mock interview with ${expert}, ${time}`,
        text: isOwn
          ? `You cancelled your mock interview with ${expert} on ${time}. You can book another time.`
          : `Your mock interview with ${expert} on ${time} is cancelled. Please book another time.`,
      };
    case 'MISS':
      return {
        subject: `Missed: mock interview with ${expert}`,
        text: `${expert} waited for you on ${time}. You can book another time.`,
      };
    case 'FEEDBACK':
      return {
        subject: `Feedback on your mock interview with ${expert}`,
        text: `${expert} wrote feedback on your mock interview, with three things to do next.`,
      };
  }
}

/** Formats the message that a payment has arrived. */
export const formatPaymentReceived = (money: string, left: number): { subject: string; text: string } => ({
  subject: `We got your payment of ${money}`,
  text: `We got your payment of ${money} for three mock interviews. You can book ${left} more.`,
});

/** Formats the reminder of a mock interview. */
export const formatMockInterviewReminder = ({ expert, time }: Omit<NoticeFacts, 'isOwn'>) => ({
  subject: `Reminder: your mock interview is on ${time}`,
  text: `Your mock interview with ${expert} is on ${time}. The link to join opens 15 minutes before. It is on the page of your booking.`,
});

/** The changes that the expert is told about. */
export type ExpertNotice = Extract<MockInterviewNotice, 'BOOK' | 'MOVE' | 'CANCEL'>;

/** Formats the message to the expert about a change. It has no text of the candidate, because it goes to another phone. */
export function formatExpertNotice(notice: ExpertNotice, time: string): string {
  switch (notice) {
    case 'BOOK':
      return `New mock interview: ${time}. See who it is with and what to practise.`;
    case 'MOVE':
      return `A mock interview was moved to ${time}.`;
    case 'CANCEL':
      return `The mock interview on ${time} is cancelled. The time is free again.`;
  }
}

/** Formats the reminder to the expert. */
export const formatExpertReminder = ({ candidate, time }: { candidate: string; time: string }) => ({
  subject: `Reminder: you hold a mock interview on ${time}`,
  text: `You hold a mock interview on ${time}.`,
  details: `It is with ${candidate}. What they want to practise and the link to join are on the page of the booking.`,
});

/** `Stories about my work · Speaking English` */
export const focusText = (focus: readonly FocusArea[]): string =>
  focus.map((one) => focusLabels[one]).join(' · ');

/** Returns the classes of the badge of a status. */
export const mockInterviewBadge = (status: MockInterviewStatus): string =>
  ({
    BOOKED: 'badge badge-accent',
    COMPLETED: 'badge badge-success',
    NO_SHOW: 'badge badge-warning',
    CANCELLED: 'badge',
  })[status];

/** `Moved by our team to 7 Dec 2026, 10:00 am IST` */
export function mockInterviewHistoryText(
  { action, actorType }: { action: string; actorType: ActorType },
  expert: string,
  time: string,
): string {
  const who = { CANDIDATE: 'you', EXPERT: expert, STAFF: 'our team', SYSTEM: 'us' }[actorType];
  switch (action) {
    case 'BOOK':
      return `Booked for ${time}`;
    case 'MOVE':
      return `Moved by ${who} to ${time}`;
    case 'CANCEL':
      return `Cancelled by ${who}`;
    default:
      return action === 'MISS' ? 'Marked as missed' : 'Completed';
  }
}
