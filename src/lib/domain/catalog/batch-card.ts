import { defaultTimeZone } from '#lib/domain/core/countries.ts';
import { dateText, dateTimeText } from '#lib/domain/core/time-text.ts';
import { type BatchStatus, batchStatus, eligibleBatches } from './batch.ts';
import type { ProgramType } from './programs.ts';

/** One batch as it travels in the page. */
export interface BatchView {
  name: string;
  programType: ProgramType;
  startsOn: string;
  endsOn: string;
  timeZone: string;
  schedule: readonly string[];
  mode: string;
  seatsTotal: number;
  seatsLeft: number;
  /** ISO 8601 */
  applicationsCloseAt: string;
  isPlanned: boolean;
  /** `₹64,000`; empty where it is told on the call. */
  fee: string;
}

/** What the card says. The texts of one row are empty where there is nothing to say. */
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

const labels: Record<BatchStatus, [words: string, look: BatchCardText['look']]> = {
  PLANNED: ['Planned', 'badge-accent'],
  OPEN: ['Applications open', 'badge-success'],
  FILLING_FAST: ['Filling fast', 'badge-warning'],
  FULL: ['Full', ''],
  CLOSED: ['Closed', ''],
};

/** Where it takes place, in schema.org's words. */
export const courseModes: Record<string, string> = {
  ONLINE: 'Online',
  IN_PERSON: 'Onsite',
  HYBRID: 'Blended',
};

/** The card at one moment for one reader (API-50): the build's, in India, and then the visitor's own. */
export function describeBatch(
  batches: readonly BatchView[],
  now: Date,
  viewerTimeZone: string = defaultTimeZone,
): BatchCardText {
  const dated = batches.map((one) => ({ ...one, applicationsCloseAt: new Date(one.applicationsCloseAt) }));
  const [first] = dated;
  const { batch, nextBatch } = first
    ? eligibleBatches(dated, first.programType, now)
    : { batch: null, nextBatch: null };
  const one = batch ?? nextBatch;
  if (!one) return noBatch;

  const status = batchStatus(one, now);
  const [words, look] = labels[status];
  const takesApplications = status === 'OPEN' || status === 'FILLING_FAST';
  const next = batch && nextBatch ? `The batch after it starts on ${dayText(nextBatch.startsOn)}.` : '';
  return {
    status: words,
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

/** A calendar day is the same one for every reader. */
const dayText = (day: string): string => dateText(new Date(`${day}T00:00:00Z`), 'UTC');
