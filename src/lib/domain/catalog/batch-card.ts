import { defaultTimeZone } from '#lib/domain/core/countries.ts';
import { dateText, dateTimeText } from '#lib/domain/core/time-text.ts';
import { type BatchStatus, batchStatus, eligibleBatches } from './batch.ts';
import type { ProgramType } from './programs.ts';

/** One batch as JSON in the page. */
export interface BatchView {
  name: string;
  programType: ProgramType;
  startsOn: string;
  endsOn: string;
  timeZone: string;
  schedule: readonly string[];
  mode: BatchMode;
  seatsTotal: number;
  seatsLeft: number;
  /** ISO 8601 */
  applicationsCloseAt: string;
  isPlanned: boolean;
  /** `₹64,000`; empty where we tell it on the call. */
  fee: string;
}

/** The texts of the card. A row without text is hidden. */
export interface BatchCardText {
  status: string;
  look: 'badge-success' | 'badge-warning' | 'badge-accent' | '';
  title: string;
  starts: string;
  closes: string;
  seats: string;
  schedule: string;
  fee: string;
  note: string;
  action: string;
}

const labels: Record<BatchStatus, [label: string, look: BatchCardText['look']]> = {
  PLANNED: ['Planned', 'badge-accent'],
  OPEN: ['Applications open', 'badge-success'],
  FILLING_FAST: ['Filling fast', 'badge-warning'],
  FULL: ['Full', ''],
  CLOSED: ['Closed', ''],
};

/** Modes of a batch in the terms of schema.org. */
export const courseModes = { ONLINE: 'Online', IN_PERSON: 'Onsite', HYBRID: 'Blended' } as const;
export type BatchMode = keyof typeof courseModes;

/** Returns the texts of the card at one moment for one time zone: first at build for India, then in the visitor's browser. [API-50] */
export function describeBatch(
  batches: readonly BatchView[],
  now: Date,
  viewerTimeZone: string = defaultTimeZone,
): BatchCardText {
  const entries = batches.map((one) => ({ ...one, applicationsCloseAt: new Date(one.applicationsCloseAt) }));
  const [first] = entries;
  const { batch, nextBatch } = first
    ? eligibleBatches(entries, first.programType, now)
    : { batch: null, nextBatch: null };
  const one = batch ?? nextBatch;
  if (!one) return noBatch;

  const status = batchStatus(one, now);
  const [label, look] = labels[status];
  const takesApplications = status === 'OPEN' || status === 'FILLING_FAST';
  const next = batch && nextBatch ? `The batch after it starts on ${dayText(nextBatch.startsOn)}.` : '';
  return {
    status: label,
    look,
    title: one.name,
    starts: `${dayText(one.startsOn)}, until ${dayText(one.endsOn)}`,
    closes: dateTimeText(one.applicationsCloseAt, one.timeZone, viewerTimeZone),
    seats:
      status === 'PLANNED' ? `${one.seatsTotal}` : `${Math.max(0, one.seatsLeft)} of ${one.seatsTotal} left`,
    schedule: [courseModes[one.mode], ...one.schedule].filter(Boolean).join(' · '),
    fee: one.fee,
    note:
      status === 'FULL'
        ? `This batch is full. ${next || 'Leave your number and hear of the next one first.'}`
        : next,
    action: takesApplications ? 'Ask for a seat' : 'Tell me when it opens',
  };
}

const noBatch: BatchCardText = {
  status: 'No batch announced',
  look: '',
  title: 'The next batch is being planned',
  starts: '',
  closes: '',
  seats: '',
  schedule: '',
  fee: '',
  note: 'Leave your number. You hear of it before it is announced, and it binds you to nothing.',
  action: 'Tell me when it opens',
};

/** Formats a calendar day, which is the same in every time zone. */
const dayText = (day: string): string => dateText(new Date(`${day}T00:00:00Z`), 'UTC');
