/** Addresses of reports and of the lists behind their numbers. Filters have the same names in the address as in code. */

const hiringReportPath = '/staff/reports/hiring/';
export const visitReportPath = '/staff/reports/visits/';
export const cohortReportPath = '/staff/reports/cohorts/';
export const costReportPath = '/staff/reports/costs/';
export const costImportPath = '/staff/reports/costs/spend/';

/** Every report, in the order of the pages. */
export const reports = [
  {
    href: hiringReportPath,
    label: 'Hiring',
    about: 'What became of the applications of a period: steps, replies, interviews, offers, and who stayed.',
  },
  {
    href: visitReportPath,
    label: 'Visits and conversions',
    about:
      'From visits to sign-ups, requests, enrolments, offers and first days, by source, campaign, programme and device.',
  },
  {
    href: cohortReportPath,
    label: 'Cohorts',
    about: 'People who began in the same week, and how many of them reached each step after how many weeks.',
  },
  {
    href: costReportPath,
    label: 'Costs',
    about: 'What was spent on each source and campaign, and the cost of a lead, an enrolment and a hire.',
  },
] as const;

type Query = Readonly<Record<string, string | number | undefined>>;

/** Returns an address with the parts of a query that have a value. */
export function addressOf(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  return search.size ? `${path}?${search}` : path;
}

/** Returns the address of the report with some of its filters changed. */
export const reportHref = (query: Query, changes: Query): string =>
  addressOf(hiringReportPath, { ...query, ...changes });

/** Returns the address of the report with another one of the offered periods. */
export const reportPeriodHref = (query: Query, period: string): string =>
  reportHref(query, { period, from: undefined, to: undefined });

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

/** The filter of the report on visits that a group of a breakdown sets. */
export const visitFilterNames = {
  FIRST_SOURCE: 'firstSource',
  SESSION_SOURCE: 'sessionSource',
  FIRST_CAMPAIGN: 'firstCampaign',
  SESSION_CAMPAIGN: 'sessionCampaign',
  PROGRAM: 'program',
  DEVICE: 'device',
} as const;
