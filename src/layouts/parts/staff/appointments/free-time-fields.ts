import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { interviewModeLabels } from '#lib/domain/hiring/appointments/interview-flow.ts';
import type { FormField } from '../form-field.ts';

/** How an interview is held, with which the fields begin. */
export interface MeetingDefaults {
  interviewerId: string | null;
  minutes: number;
  timeZone: string;
  mode: keyof typeof interviewModeLabels;
  joinUrl: string | null;
  address: string | null;
}

/** What a form about one interview at a time that no slot has is given. */
export interface InterviewTimeProps {
  applicationId: string;
  candidateName: string;
  meeting: MeetingDefaults | null;
  /** The slot that is booked, where a time is booked or moved. */
  currentSlotId?: string | null;
  /** The interview that is recorded; no matter for a time that is booked. */
  stageKey?: string | null;
  interviewers: readonly (readonly [id: string, name: string])[];
  isBooked: boolean;
  /** The posted text, of this form or of another one. */
  values?: Record<string, string> | undefined;
  errors?: Record<string, string> | undefined;
}

/** Returns the fields in which staff choose a time for one interview that no slot has. `values` is the posted text. */
export const freeTimeFields = (
  meeting: MeetingDefaults | null,
  interviewers: readonly (readonly [id: string, name: string])[],
  values: Readonly<Record<string, string>>,
): FormField[] => [
  {
    name: 'startsAt',
    label: 'Day and time',
    kind: 'datetime-local',
    required: true,
    value: values.startsAt,
    hint: `Time in ${(meeting?.timeZone ?? defaultTimeZone).replaceAll('_', ' ')}.`,
  },
  {
    name: 'minutes',
    label: 'Minutes',
    kind: 'number',
    required: true,
    min: 10,
    max: 480,
    value: values.minutes ?? String(meeting?.minutes ?? 30),
  },
  {
    name: 'interviewerId',
    label: 'Interviewer',
    kind: 'select',
    emptyLabel: 'Nobody yet',
    options: interviewers,
    value: values.interviewerId ?? meeting?.interviewerId ?? undefined,
    isWide: true,
  },
  {
    name: 'mode',
    label: 'Held',
    kind: 'select',
    options: Object.entries(interviewModeLabels),
    value: values.mode ?? meeting?.mode,
  },
  {
    name: 'joinUrl',
    label: 'Link to join, for video',
    kind: 'url',
    optional: true,
    value: values.joinUrl ?? meeting?.joinUrl ?? undefined,
  },
  {
    name: 'address',
    label: 'Address, if in person',
    optional: true,
    maxlength: 300,
    isWide: true,
    value: values.address ?? meeting?.address ?? undefined,
  },
];
