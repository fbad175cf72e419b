import type { HiringReport, HiringReportExportQuery } from '#lib/contract/staff/reports/hiring-report.ts';
import type { AppointmentOutcomes, Duration } from '#lib/contract/staff/reports/report-sections.ts';
import { funnelStepLabels } from '#lib/domain/staff/reports/hiring-funnel.ts';
import { replyOutcomeLabels } from '#lib/domain/staff/reports/reply-times.ts';
import type { ReportTable } from '#lib/domain/staff/reports/report-tables.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import type { CsvCell } from '#lib/server/core/csv-format.ts';
import type { Db } from '#lib/server/db/index.ts';
import { loadHiringReport } from './hiring-report.ts';

/** Exports one table of the report on hiring, with all of its groups, in the time zone of the reader. [C-40] */
export async function* exportHiringReport(
  db: Db,
  { table = 'FUNNEL', ...query }: HiringReportExportQuery,
  staffId: string,
): AsyncGenerator<CsvCell[][]> {
  const user = await db.selectFrom('appUser').selectAll().where('id', '=', staffId).executeTakeFirstOrThrow();
  const { timeZone } = presentUser(user);
  const report = await loadHiringReport(db, query, timeZone, Number.POSITIVE_INFINITY);
  yield [['from', 'to', 'time_zone', ...columns[table]]];
  yield rowsOf[table](report).map((row) => [report.from, report.to, timeZone, ...row]);
}

const columns: Record<ReportTable, readonly string[]> = {
  FUNNEL: ['by', 'group', 'step', 'reached', 'possible'],
  NOW: ['status', 'applications'],
  REPLIES: ['outcome', 'applications', 'median_hours', 'p90_hours'],
  INTERVIEWS: ['by', 'group', 'came', 'missed'],
  TRAININGS: ['by', 'group', 'came', 'missed'],
  OFFERS: ['outcome', 'reason', 'applications'],
  HIRES: ['what', 'people', 'median_hours', 'p90_hours'],
};

const rowsOf: Record<ReportTable, (report: HiringReport) => CsvCell[][]> = {
  FUNNEL: ({ steps, by, groups }) =>
    [{ by: 'ALL', label: '', steps }, ...groups.map((group) => ({ by, ...group }))].flatMap((group) =>
      group.steps.map(({ step, reached, possible }) => [
        ...[group.by, group.label, funnelStepLabels[step], reached, possible],
      ]),
    ),
  NOW: ({ now }) => now.map(({ label, count }) => [label, count]),
  REPLIES: ({ replies }) => [
    ['All replies', ...durationCells(replies.duration)],
    [replyOutcomeLabels.IN_TIME, replies.inTime, null, null],
    [replyOutcomeLabels.LATER, replies.later, null, null],
    [replyOutcomeLabels.OVERDUE, replies.overdue, null, null],
    [replyOutcomeLabels.WAITING, replies.waiting, null, null],
  ],
  INTERVIEWS: ({ interviews }) => outcomeRows(interviews),
  TRAININGS: ({ trainings }) => outcomeRows(trainings),
  OFFERS: ({ offers }) => [
    ['Accepted', null, offers.accepted],
    ...offers.declineReasons.map(({ label, count }) => ['Declined', label, count]),
    ['Expired', null, offers.expired],
    ['Withdrawn', null, offers.withdrawn],
    ['Open', null, offers.open],
  ],
  HIRES: ({ hireTimes, retention }) => [
    ['Sent to accepted offer', ...durationCells(hireTimes.toAcceptance)],
    ['Sent to first day', ...durationCells(hireTimes.toJoining)],
    ['Joined', retention.joined, null, null],
    ['At work for 90 days', retention.retained, null, null],
    ['Left before 90 days', retention.leftEarly, null, null],
    ['90 days not over', retention.undecided, null, null],
  ],
};

const durationCells = (duration: Duration): CsvCell[] => [
  ...[duration?.count ?? 0, duration?.medianHours ?? null, duration?.p90Hours ?? null],
];

function outcomeRows({ came, missed, byJob, byInterviewer, byReminder }: AppointmentOutcomes): CsvCell[][] {
  const rowsBy = (by: string, groups: AppointmentOutcomes['byJob']) =>
    groups.map((group) => [by, group.label, group.came, group.missed]);
  return [
    ['ALL', '', came, missed],
    ...rowsBy('JOB', byJob),
    ...rowsBy('INTERVIEWER', byInterviewer),
    ...rowsBy('REMINDER', byReminder),
  ];
}
