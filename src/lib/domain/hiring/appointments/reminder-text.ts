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
}

/** Formats the reminder of an interview or a training: when it is, how to take part, and what to bring. */
export function formatReminder({ kind, job, time, mode, address, instructions }: ReminderInput): {
  subject: string;
  text: string;
} {
  const name = kind === 'INTERVIEW' ? 'interview' : 'training';
  const verb = kind === 'INTERVIEW' ? 'is on' : 'begins on';
  return {
    subject: `Reminder: your ${name} ${verb} ${time}`,
    text: [
      `Your ${name} for ${job} ${verb} ${time}. ${describePlace({ mode, address })}`,
      ...(instructions ? [`To prepare: ${instructions}`] : []),
    ].join(' '),
  };
}
