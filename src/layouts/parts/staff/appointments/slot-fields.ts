import { weeklyFields } from '#layouts/parts/hiring/mock-interviews/availability-fields.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { interviewModeLabels } from '#lib/domain/hiring/appointments/interview-flow.ts';
import type { FormField } from '../form-field.ts';

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
  ...weeklyFields({ values, weekdays }),
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
