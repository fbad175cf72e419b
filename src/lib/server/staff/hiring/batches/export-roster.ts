import { applicationStatusLabels } from '#lib/domain/hiring/applications/application-status.ts';
import { attendanceLabels, countDays } from '#lib/domain/hiring/appointments/attendance.ts';
import type { CsvCell } from '#lib/server/core/csv-format.ts';
import type { Db } from '#lib/server/db/index.ts';
import { formatTrainingState, listRoster } from './roster.ts';

const columns = [
  'number',
  'name',
  'phone',
  'email',
  'training',
  'application',
  'has_seat',
  'days_present',
  'days_marked',
];

/** Exports the roster of a batch with a column for each day on which somebody was marked. */
export async function* exportRoster(
  db: Db,
  { batchId }: { batchId?: string | undefined },
): AsyncGenerator<CsvCell[][]> {
  const roster = batchId ? await listRoster(db, batchId) : [];
  const days = [...new Set(roster.flatMap(({ attendance }) => Object.keys(attendance)))].toSorted();
  yield [[...columns, ...days]];
  yield roster.map((one) => {
    const { present, marked } = countDays(one.attendance);
    return [
      ...[one.number, one.name, one.phone, one.email],
      ...[formatTrainingState(one), applicationStatusLabels[one.applicationStatus], one.hasSeat],
      ...[present, marked],
      ...days.map((day) => {
        const status = one.attendance[day];
        return status ? attendanceLabels[status] : null;
      }),
    ];
  });
}
