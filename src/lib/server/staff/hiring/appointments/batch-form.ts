import type { StaffBatch } from '#lib/contract/staff/staff-appointments.ts';
import { defaultTimeZone } from '#lib/domain/core/countries.ts';
import { wallTime } from '#lib/domain/core/zoned-time.ts';

/** The fields of a batch, as layouts/parts/staff/Fields.astro draws them; without jobs for one whose job is settled. */
export function batchForm(values: Partial<Record<string, string>>, jobs?: [id: string, name: string][]) {
  const job = {
    name: 'jobId',
    label: 'Job',
    kind: 'select' as const,
    any: 'Choose …',
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
      kind: 'datetime-local' as const,
      required: true,
      value: values.startsAt,
    },
    { name: 'endsAt', label: 'Ends', kind: 'datetime-local' as const, required: true, value: values.endsAt },
    { name: 'timeZone', label: 'Time zone', required: true, value: values.timeZone ?? defaultTimeZone },
    {
      name: 'mode',
      label: 'Held',
      kind: 'select' as const,
      options: [
        ['ONLINE', 'Online'],
        ['IN_PERSON', 'In person'],
        ['HYBRID', 'Partly online'],
      ] as const,
      value: values.mode,
    },
    {
      name: 'joinUrl',
      label: 'Link to join, if online',
      kind: 'url' as const,
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
      name: 'capacity',
      label: 'Seats',
      kind: 'number' as const,
      required: true,
      min: 1,
      max: 1000,
      value: values.capacity ?? '30',
    },
  ];
}

/** What the form of a batch begins with. */
export const batchText = (batch: StaffBatch): Record<string, string> => ({
  title: batch.title,
  startsAt: wallText(batch.startsAt, batch.timeZone),
  endsAt: wallText(batch.endsAt, batch.timeZone),
  timeZone: batch.timeZone,
  mode: batch.mode,
  joinUrl: batch.joinUrl ?? '',
  address: batch.address ?? '',
  capacity: String(batch.capacity),
});

/** As a browser's field for a day and a time takes it. */
const wallText = (at: string, timeZone: string): string => wallTime(new Date(at), timeZone).slice(0, 16);
