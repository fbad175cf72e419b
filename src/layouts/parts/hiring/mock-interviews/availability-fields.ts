import type { FormField } from '#layouts/parts/staff/form-field.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';

const weekdayOptions = [
  ['1', 'Mon'],
  ['2', 'Tue'],
  ['3', 'Wed'],
  ['4', 'Thu'],
  ['5', 'Fri'],
  ['6', 'Sat'],
  ['0', 'Sun'],
] as const;

interface AvailabilityFieldsOptions {
  values: Partial<Record<string, string>>;
  weekdays: readonly string[];
}

/** Returns the fields of weekly availability that the forms of staff and of experts share. */
export const weeklyFields = ({ values, weekdays }: AvailabilityFieldsOptions): FormField[] => [
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
];

/** Returns the fields in which an expert enters weekly availability. */
export const availabilityFields = ({ values, weekdays }: AvailabilityFieldsOptions): FormField[] => [
  ...weeklyFields({ values: { opens: '18:00', closes: '20:00', minutes: '45', ...values }, weekdays }),
  { name: 'timeZone', label: 'Time zone', required: true, value: values.timeZone ?? defaultTimeZone },
  {
    name: 'joinUrl',
    label: 'Link of your video call',
    kind: 'url',
    required: true,
    isWide: true,
    value: values.joinUrl,
    hint: 'Candidates see it 15 minutes before the interview.',
  },
];
