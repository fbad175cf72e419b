import { dateText, dateTimeText, defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { type BatchStatus, batchMonthName, batchStatus, eligibleBatches } from './batch.ts';
import { isDiscountOpen } from './fee.ts';
import type { ProgramType } from './programs.ts';

/** One batch as JSON in the page. */
export interface BatchView {
  id: string;
  programSlug: string;
  name: string;
  programType: ProgramType;
  startsOn: string;
  endsOn: string;
  timeZone: string;
  schedule: readonly string[];
  mode: BatchMode;
  seatsTotal: number;
  /** Absent until the page has asked how many seats are free. */
  seatsLeft?: number | undefined;
  /** ISO 8601 */
  applicationsCloseAt: string;
  /** Absent where it is not, because the page's bytes count. */
  isPlanned?: boolean | undefined;
  /** Whether seats are reserved on the site; otherwise a counsellor calls. */
  isReservable: boolean;
  /** `₹64,000`, or `Free`. */
  fee: string;
  /** `4 instalments of ₹16,000`; empty where it is paid at once. */
  instalments: string;
  /** Who pays less, and until when; absent where nobody does. */
  discounts?: readonly { text: string; until?: string | undefined }[] | undefined;
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
  instalments: string;
  discount: string;
  /** The first day, for a bar that is always in view. */
  brief: string;
  note: string;
  action: string;
  /** Where the action leads. */
  href: string;
}

const labels: Record<BatchStatus, [label: string, look: BatchCardText['look']]> = {
  PLANNED: ['Planned', 'badge-accent'],
  OPEN: ['Seats open', 'badge-success'],
  FILLING_FAST: ['Filling fast', 'badge-warning'],
  FULL: ['Full', ''],
  CLOSED: ['Closed', ''],
};

/** Modes of a batch in the terms of schema.org. */
export const courseModes = { ONLINE: 'Online', IN_PERSON: 'Onsite', HYBRID: 'Blended' } as const;
export type BatchMode = keyof typeof courseModes;

const modeLabels: Record<BatchMode, string> = {
  ONLINE: 'Online',
  IN_PERSON: 'In person',
  HYBRID: 'Partly online',
};

/** Returns the texts of the card at one moment for one time zone: first at build for India, then in the visitor's browser. [API-50] */
export function describeBatch(
  batches: readonly BatchView[],
  now: Date,
  viewerTimeZone: string = defaultTimeZone,
): BatchCardText {
  const entries = batches.map((one) => ({
    ...one,
    seatsLeft: one.seatsLeft ?? one.seatsTotal,
    hasCount: one.seatsLeft !== undefined,
    applicationsCloseAt: new Date(one.applicationsCloseAt),
  }));
  const [first] = entries;
  const { batch, nextBatch } = first
    ? eligibleBatches(entries, first.programType, now)
    : { batch: null, nextBatch: null };
  const one = batch ?? nextBatch;
  if (!one) return noBatch;

  const status = batchStatus(one, now);
  const [label, look] = labels[status];
  const next = batch && nextBatch ? `The next batch starts on ${dayText(nextBatch.startsOn)}.` : '';
  return {
    status: label,
    look,
    title: one.name,
    starts: `${dayText(one.startsOn)}, until ${dayText(one.endsOn)}`,
    closes: dateTimeText(one.applicationsCloseAt, one.timeZone, viewerTimeZone),
    seats:
      status === 'PLANNED' || !one.hasCount
        ? `${one.seatsTotal}`
        : `${Math.max(0, one.seatsLeft)} of ${one.seatsTotal} left`,
    schedule: [modeLabels[one.mode], ...one.schedule].filter(Boolean).join(' · '),
    fee: one.fee,
    instalments: one.instalments,
    discount: (one.discounts ?? [])
      .filter((discount) => isDiscountOpen(discount, now))
      .map(({ text }) => text)
      .join(' '),
    brief: `Starts ${dayText(one.startsOn)}`,
    note: status === 'FULL' ? `This batch is full. ${next}`.trim() : next,
    ...describeAction(one, status),
  };
}

/** Seats are reserved on their own page; where the site has none, a counsellor calls. */
function describeAction(
  {
    id,
    programSlug,
    startsOn,
    isReservable,
  }: Pick<BatchView, 'id' | 'programSlug' | 'startsOn' | 'isReservable'>,
  status: BatchStatus,
): Pick<BatchCardText, 'action' | 'href'> {
  if (status === 'PLANNED') return { action: noBatch.action, href: noBatch.href };
  if (!isReservable)
    return { action: status === 'FULL' ? noBatch.action : 'Ask for a seat', href: noBatch.href };
  const batch = batchMonthName(startsOn);
  return {
    action: status === 'FULL' ? `Join the wait-list of the ${batch}` : `Reserve a seat in the ${batch}`,
    href: reservePath(programSlug, id),
  };
}

/** Returns the page on which a seat in a batch is reserved. */
export const reservePath = (programSlug: string, batchId: string): string =>
  `/programs/${programSlug}/reserve/?batch=${batchId}`;

const noBatch: BatchCardText = {
  status: 'No batch announced',
  look: '',
  title: 'No dates yet',
  starts: '',
  closes: '',
  seats: '',
  schedule: '',
  fee: '',
  instalments: '',
  discount: '',
  brief: '',
  note: 'Leave your number, and a counsellor calls you.',
  action: 'Ask for a call',
  href: '#callback',
};

/** The texts of a programme without batches, apart from its fee. [APP-14] */
export const anyTimeCard: BatchCardText = {
  ...noBatch,
  status: 'Starts any time',
  look: 'badge-success',
  title: 'One to one',
  starts: 'On a day that suits you',
  brief: 'Starts any time',
  note: 'A counsellor calls you, and you choose the times together.',
};

/** Returns the page with the open jobs of a family. */
export const jobsPath = (family: string): string => `/moonshot/jobs/?family=${family}`;

/** The texts of a programme that people join through a job on Moonshot, apart from its fee. */
export const jobsCard = (family: string): BatchCardText => ({
  ...noBatch,
  status: 'On Moonshot',
  look: 'badge-success',
  title: 'Join through a job',
  starts: 'With the job',
  brief: 'Join through a job',
  note: '',
  action: 'See open jobs',
  href: jobsPath(family),
});

/** Formats a calendar day, which is the same in every time zone. */
const dayText = (day: string): string => dateText(new Date(`${day}T00:00:00Z`), 'UTC');
