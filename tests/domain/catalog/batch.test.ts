import { describe, expect, it } from 'vitest';
import { type BatchSchedule, batchStatus, eligibleBatches } from '#lib/domain/catalog/batch.ts';

const now = new Date('2026-11-21T10:00:00Z');
const batch = (startsOn: string, more: Partial<BatchSchedule> = {}): BatchSchedule => ({
  programType: 'CAREER_ACCELERATOR_PROGRAM',
  startsOn,
  seatsTotal: 30,
  seatsLeft: 20,
  applicationsCloseAt: new Date(`${startsOn}T00:00:00Z`),
  ...more,
});

describe('[API-50] the status of a batch', () => {
  it.each<[string, Partial<BatchSchedule>, string]>([
    ['has seats', {}, 'OPEN'],
    ['has a fifth of its seats left', { seatsLeft: 6 }, 'FILLING_FAST'],
    ['has one more than that', { seatsLeft: 7 }, 'OPEN'],
    ['has no seat', { seatsLeft: 0 }, 'FULL'],
    ['is announced', { isPlanned: true }, 'PLANNED'],
    ['closes this very moment', { applicationsCloseAt: now }, 'CLOSED'],
    ['has closed, full or not', { applicationsCloseAt: new Date(0), seatsLeft: 0 }, 'CLOSED'],
  ])('that %s', (_, more, status) => {
    expect(batchStatus(batch('2026-12-05', more), now)).toBe(status);
  });
});

describe('[API-50] the batch to apply to', () => {
  const findEligible = (...batches: BatchSchedule[]) => {
    const one = eligibleBatches(batches, 'CAREER_ACCELERATOR_PROGRAM', now);
    return [one.batch?.startsOn ?? null, one.nextBatch?.startsOn ?? null];
  };
  const full = { seatsLeft: 0 };

  it.each<[string, BatchSchedule[], (string | null)[]]>([
    ['none', [], [null, null]],
    ['closed ones only', [batch('2026-11-01')], [null, null]],
    ['the first that is open', [batch('2027-01-05'), batch('2026-12-05')], ['2026-12-05', '2027-01-05']],
    [
      'one with a seat before a full one',
      [batch('2026-12-05', full), batch('2027-01-05')],
      ['2027-01-05', null],
    ],
    ['the full one where no other is', [batch('2026-12-05', full)], ['2026-12-05', null]],
    ['a planned one comes next', [batch('2027-01-05', { isPlanned: true })], [null, '2027-01-05']],
    ['another programme’s never', [batch('2026-12-05', { programType: 'EMBARK_PRO' })], [null, null]],
  ])('%s', (_, batches, expected) => {
    expect(findEligible(...batches)).toEqual(expected);
  });
});
