import { defaultTimeZone } from '#lib/domain/core/countries.ts';
import { interviewModeLabels } from '#lib/domain/hiring/appointments/interview-flow.ts';
import type { FormField } from '../form-field.ts';

const weekdayOptions = [
  ['1', 'Mon'],
  ['2', 'Tue'],
  ['3', 'Wed'],
  ['4', 'Thu'],
  ['5', 'Fri'],
  ['6', 'Sat'],
  ['0', 'Sun'],
] as const;
interface SlotFieldsOptions {
  /** The jobs and their interviews, see `listInterviews`. */
  interviews: readonly (readonly [id: string, name: string])[];
  values: Partial<Record<string, string>>;
  weekdays: readonly string[];
  interviewers: readonly (readonly [id: string, name: string])[];
}

/** Returns the fields in which staff enter weekly availability. */
export const slotFields = ({
  interviews,
  values,
  weekdays,
  interviewers,
}: SlotFieldsOptions): FormField[] => [
  {
    name: 'jobId',
    label: 'Interview',
    kind: 'select',
    emptyLabel: 'Choose …',
    required: true,
    options: interviews,
    value: values.jobId,
    isWide: true,
  },
  {
    name: 'weekdays',
    label: 'Days of the week',
    kind: 'checks',
    isWide: true,
    options: weekdayOptions,
    values: weekdays,
  },
  { name: 'fromDate', label: 'From', kind: 'date', required: true, value: values.fromDate },
  { name: 'toDate', label: 'To', kind: 'date', required: true, value: values.toDate },
  { name: 'opens', label: 'First begins', kind: 'time', required: true, value: values.opens ?? '10:00' },
  { name: 'closes', label: 'Last ends by', kind: 'time', required: true, value: values.closes ?? '17:00' },
  {
    name: 'minutes',
    label: 'Minutes each',
    kind: 'number',
    required: true,
    min: 10,
    max: 480,
    value: values.minutes ?? '30',
  },
  {
    name: 'pauseMinutes',
    label: 'Minutes between',
    kind: 'number',
    required: true,
    min: 0,
    max: 240,
    value: values.pauseMinutes ?? '0',
  },
  {
    name: 'capacity',
    label: 'Seats in each',
    kind: 'number',
    required: true,
    min: 1,
    max: 1000,
    value: values.capacity ?? '1',
  },
  {
    name: 'interviewerId',
    label: 'Interviewer',
    kind: 'select',
    emptyLabel: 'Nobody yet',
    options: interviewers,
    value: values.interviewerId,
  },
  { name: 'timeZone', label: 'Time zone', required: true, value: values.timeZone ?? defaultTimeZone },
  {
    name: 'mode',
    label: 'Held',
    kind: 'select',
    options: Object.entries(interviewModeLabels),
    value: values.mode,
  },
  { name: 'joinUrl', label: 'Link to join, for video', kind: 'url', optional: true, value: values.joinUrl },
  { name: 'address', label: 'Address, if in person', optional: true, maxlength: 300, value: values.address },
  {
    name: 'instructions',
    label: 'What to bring or prepare',
    kind: 'textarea',
    optional: true,
    isWide: true,
    maxlength: 1000,
    value: values.instructions,
    rows: 2,
  },
];
