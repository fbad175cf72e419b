import type { AppointmentKind } from '../applications/notification-input.ts';
import { describePlace, type Meeting } from './meeting-place.ts';

interface ReminderInput {
  kind: AppointmentKind;
  /** `Voice support associate at Boliqo Connect` */
  job: string;
  /** The time, formatted. */
  time: string;
  mode: Meeting['mode'];
  address: string | null;
  /** What to bring or prepare. */
  instructions: string | null;
  /** The address of the calendar file, which opens without a login. */
  calendarUrl: string;
}

interface ReminderText {
  subject: string;
  text: string;
  /** The text for SMS and WhatsApp, which the address of the page follows. */
  shortText: string;
}

/** The longest short text: with our name and the page's address it is an SMS of at most four parts, 612 characters. */
export const maxShortReminder = 500;
/** A longer address is left to the page. Two variables of India's DLT hold one of this length. */
const maxShortAddress = 60;

/**
 * Formats the reminder of an interview or a training: when it is, how to take part, and what to bring. The short text says where
 * to read what is too long for an SMS.
 */
export function formatReminder(input: ReminderInput): ReminderText {
  const { kind, job, time, mode, address, instructions } = input;
  const name = kind === 'INTERVIEW' ? 'interview' : 'training';
  const verb = kind === 'INTERVIEW' ? 'is on' : 'begins on';
  const what = `Your ${name} for ${job} ${verb} ${time}.`;
  const shortAddress = address && address.length <= maxShortAddress ? address : null;
  const shortText = [
    `${what} ${describePlace({ mode, address: shortAddress })}`,
    ...(instructions ? ['What to prepare is on the page of your application.'] : []),
  ].join(' ');
  const withCalendar = `${shortText} For your calendar: ${input.calendarUrl}`;
  return {
    subject: `Reminder: your ${name} ${verb} ${time}`,
    text: [
      `${what} ${describePlace({ mode, address })}`,
      ...(instructions ? [`To prepare: ${instructions}`] : []),
    ].join(' '),
    shortText: withCalendar.length <= maxShortReminder ? withCalendar : shortText,
  };
}
