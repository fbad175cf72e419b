import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { trainingModeLabels } from '#lib/domain/hiring/jobs/job.ts';
import type { FormField } from '../form-field.ts';

/** Returns the fields of the batch form. `jobs` is left out for a batch whose job cannot be changed any more. */
export function batchFields(
  values: Partial<Record<string, string>>,
  jobs?: readonly (readonly [id: string, name: string])[],
): FormField[] {
  const job: FormField = {
    name: 'jobId',
    label: 'Job',
    kind: 'select',
    emptyLabel: 'Choose …',
    required: true,
    options: jobs ?? [],
    value: values.jobId,
  };
  return [
    ...(jobs ? [job] : []),
    {
      name: 'title',
      label: 'Name',
      required: true,
      maxlength: 120,
      value: values.title,
      placeholder: 'Weekday mornings',
    },
    {
      name: 'startsAt',
      label: 'Begins',
      kind: 'datetime-local',
      required: true,
      value: values.startsAt,
    },
    { name: 'endsAt', label: 'Ends', kind: 'datetime-local', required: true, value: values.endsAt },
    { name: 'timeZone', label: 'Time zone', required: true, value: values.timeZone ?? defaultTimeZone },
    {
      name: 'mode',
      label: 'Held',
      kind: 'select',
      options: Object.entries(trainingModeLabels),
      value: values.mode,
    },
    {
      name: 'joinUrl',
      label: 'Link to join, if online',
      kind: 'url',
      optional: true,
      value: values.joinUrl,
    },
    {
      name: 'address',
      label: 'Address, if in person',
      optional: true,
      maxlength: 300,
      value: values.address,
    },
    {
      name: 'instructions',
      label: 'What to bring or prepare',
      hint: 'Candidates see it on their page and in the reminder.',
      optional: true,
      maxlength: 1000,
      isWide: true,
      value: values.instructions,
    },
    {
      name: 'capacity',
      label: 'Seats',
      kind: 'number',
      required: true,
      min: 1,
      max: 1000,
      value: values.capacity ?? '30',
    },
  ];
}
