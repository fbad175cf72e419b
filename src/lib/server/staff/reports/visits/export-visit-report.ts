import type {
  VisitGroup,
  VisitNumbers,
  VisitReport,
  VisitReportExportQuery,
} from '#lib/contract/staff/reports/visit-report.ts';
import { conversionKinds } from '#lib/domain/core/attribution.ts';
import type { VisitTable } from '#lib/domain/staff/reports/report-tables.ts';
import type { CsvCell } from '#lib/server/core/csv-format.ts';
import type { Db } from '#lib/server/db/index.ts';
import { loadVisitReport } from './visit-report.ts';

/** Exports one table of the report on visits, with all of its groups. [C-40] */
export async function* exportVisitReport(
  db: Db,
  { table = 'VISITS', ...query }: VisitReportExportQuery,
): AsyncGenerator<CsvCell[][]> {
  const report = await loadVisitReport(db, query, Number.POSITIVE_INFINITY);
  yield [['from', 'to', 'by', 'group', ...columns[table]]];
  yield listRows(report).map(({ by, label, numbers }) => [
    ...[report.from, report.to, by, label],
    ...cells[table](numbers),
  ]);
}

const listRows = ({ by, total, groups }: VisitReport) => [
  { by: 'ALL', label: '', numbers: total },
  ...groups.map((group: VisitGroup) => ({ by, label: group.label, numbers: group })),
];

const columns: Record<VisitTable, readonly string[]> = {
  VISITS: ['visits', 'opened_sign_in', 'verified_otp', 'signed_in'],
  CONVERSIONS: conversionKinds.map((kind) => kind.toLowerCase()),
  RESULTS: ['new_leads', 'seats', 'enrolled', 'applications', 'sent', 'offered', 'joined'],
};

const cells: Record<VisitTable, (numbers: VisitNumbers) => CsvCell[]> = {
  VISITS: ({ visits, openedSignIn, verifiedOtp, signedIn }) => [visits, openedSignIn, verifiedOtp, signedIn],
  CONVERSIONS: ({ conversions }) =>
    conversionKinds.map((kind) => conversions.find((one) => one.kind === kind)?.count ?? 0),
  RESULTS: ({ leads, seats, enrolled, applications, sent, offered, joined }) => [
    ...[leads, seats, enrolled, applications, sent, offered, joined],
  ],
};
