/** Addresses of a report and of the lists behind its numbers. Filters have the same names in the address as in code. */

const hiringReportPath = '/staff/reports/hiring/';

type Query = Readonly<Record<string, string | number | undefined>>;

function addressOf(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  return search.size ? `${path}?${search}` : path;
}

/** Returns the address of the report with some of its filters changed. */
export const reportHref = (query: Query, changes: Query): string =>
  addressOf(hiringReportPath, { ...query, ...changes });

/** Returns the address of the applications behind a number of the report. */
export const reportListHref = ({ by: _, ...query }: Query, more: Query): string =>
  addressOf(`${hiringReportPath}applications/`, { ...query, ...more });

/** Returns the address of a table's CSV file. */
export const reportCsvHref = (query: Query, table: string): string =>
  addressOf('/staff/hiring-report.csv', { ...query, table });

/** Returns the days of a week that belong to a period, as filters. */
export function weekFilter(week: string, lastOfWeek: string, { from, to }: { from: string; to: string }) {
  return { period: undefined, from: week < from ? from : week, to: lastOfWeek > to ? to : lastOfWeek };
}
