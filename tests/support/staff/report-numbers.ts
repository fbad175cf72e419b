import type { Visitor } from '../visitor.ts';

type Report = Awaited<ReturnType<Visitor['call']>>['body'];

/** Lists the numbers of a report and of its breakdowns, each with the query of the list behind it. */
export function listReportNumbers(
  report: Report,
  breakdowns: readonly Report[],
): [query: string, count: number][] {
  const pairsOf: [query: string, count: number][] = [];
  const add = (filters: Record<string, string | null>, count: number) =>
    pairsOf.push([
      new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, value ?? 'NONE'])).toString(),
      count,
    ]);
  for (const { step, reached } of report.steps) add({ reached: step }, reached);
  for (const { status, count } of report.now) add({ status }, count);
  for (const [name, reply] of Object.entries({
    ...{ in_time: 'IN_TIME', later: 'LATER', overdue: 'OVERDUE', waiting: 'WAITING' },
  }))
    add({ reply }, report.replies[name]);
  for (const answer of ['open', 'accepted', 'declined', 'expired', 'withdrawn'])
    add({ outcome: `OFFER_${answer.toUpperCase()}` }, report.offers[answer]);
  for (const { reason, count } of report.offers.decline_reasons)
    add({ outcome: 'OFFER_DECLINED', decline_reason: reason }, count);
  for (const outcome of ['retained', 'left_early', 'undecided'])
    add({ outcome: outcome.toUpperCase() }, report.retention[outcome]);
  for (const [kind, section] of [
    ['INTERVIEW', report.interviews],
    ['TRAINING', report.trainings],
  ]) {
    const groups: [filter: object, one: { came: number; missed: number }][] = [
      [{}, section],
      ...section.by_job.map((one: { key: string }) => [{ job_id: one.key }, one]),
      ...section.by_interviewer.map((one: { key: string }) => [{ interviewer_id: one.key }, one]),
    ];
    for (const [filter, { came, missed }] of groups) {
      add({ ...filter, outcome: `${kind}_CAME` }, came);
      add({ ...filter, outcome: `${kind}_MISSED` }, missed);
    }
  }
  for (const { by, groups: rows } of breakdowns)
    for (const { key, steps } of rows) {
      const filter = by.endsWith('SOURCE') ? by.toLowerCase() : `${by.toLowerCase()}_id`;
      for (const { step, reached } of steps) add({ [filter]: key, reached: step }, reached);
    }
  return pairsOf;
}
