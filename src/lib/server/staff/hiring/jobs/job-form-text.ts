import type { StaffJob } from '#lib/contract/staff/jobs.ts';
import { isRecord } from '#lib/domain/core/record.ts';
import type { EligibilityItem } from '#lib/domain/hiring/jobs/eligibility.ts';
import {
  type FormRow,
  findRowField,
  formatRows,
  type JobFormRows,
  parseRows,
  type RowList,
  rowLists,
} from '#lib/domain/hiring/jobs/job-form-rows.ts';
import { formatPayInput } from '#lib/domain/hiring/jobs/pay-input.ts';
import { textOf } from '#lib/server/http/page-form.ts';
import {
  formatJobText,
  type JobOptions,
  type JobText,
  jobTextFields,
  parseJobText,
  textFieldOf,
} from './job-text.ts';

/** A job as the texts of its form. Places, rules, stages and questions are rows, as JSON; a CSV file has lines instead. */

/** The initial text of the form for a new job. */
export const newJobText: Partial<JobText> = {
  employmentType: 'FULL_TIME',
  salaryCurrency: 'INR',
  salaryPeriod: 'YEAR',
  salaryIsPublic: 'yes',
  locations: JSON.stringify([{ id: '', openings: '' }]),
  replyWithinHours: '24',
  stages: JSON.stringify([
    { key: 'application', kind: 'FORM', title: 'Your details and résumé' },
    { key: 'review', kind: 'REVIEW', title: 'Reply from the employer' },
    { key: 'interview', kind: 'INTERVIEW', title: 'Interview' },
    { key: 'offer', kind: 'OFFER', title: 'Offer and joining date' },
  ]),
};

const isRowList = (field: string): field is RowList => (rowLists as readonly string[]).includes(field);

/** Formats a job as the texts of its form. */
export function formatJobForm(job: Pick<StaffJob, 'values'>, options: JobOptions): JobText {
  const { locations, eligibility, stages, questions } = job.values;
  const rows = formatRows({ locations, eligibility: eligibility as EligibilityItem[], stages, questions });
  return { ...groupPay(formatJobText(job, options)), ...serializeRows(rows) };
}

/** Writes rupees as the script of the form does once a field is left: `3,50,000`. */
function groupPay(text: JobText): JobText {
  if (text.salaryCurrency !== 'INR') return text;
  const grouped = (pay: string) => (/^\d{4,}$/.test(pay) ? formatPayInput(Number(pay)) : pay);
  return { ...text, salaryMin: grouped(text.salaryMin), salaryMax: grouped(text.salaryMax) };
}

export const serializeRows = (rows: JobFormRows): Record<RowList, string> => ({
  locations: JSON.stringify(rows.locations),
  eligibility: JSON.stringify(rows.eligibility),
  stages: JSON.stringify(rows.stages),
  questions: JSON.stringify(rows.questions),
});

/** Formats the rows of a body that the endpoint has accepted as `formatJobForm` does, so that both can be compared. */
export const formatBodyRows = (body: Record<string, unknown>): Record<RowList, string> =>
  serializeRows(formatRows(body as unknown as Parameters<typeof formatRows>[0]));

/** Reads the rows from the texts of a form. Anything else than rows of texts is left out. */
export function parseRowTexts(text: Partial<Record<RowList, string>>): JobFormRows {
  return {
    locations: parseList(text.locations),
    eligibility: parseList(text.eligibility),
    stages: parseList(text.stages),
    questions: parseList(text.questions),
  };
}

function parseList(text = '[]'): FormRow[] {
  try {
    const rows: unknown = JSON.parse(text);
    if (!Array.isArray(rows)) return [];
    return rows.filter(
      (row): row is FormRow => isRecord(row) && Object.values(row).every((one) => typeof one === 'string'),
    );
  } catch {
    return [];
  }
}

/** Reads the texts of a posted form. The rows have the order in which the form sent them. */
export function readJobForm(form: FormData): JobText {
  const text = Object.fromEntries(
    jobTextFields.map((field) => {
      const value = textOf(form, field);
      // Browsers do not send a checkbox that is not ticked.
      return [field, value || (isCheckbox(field) ? 'no' : '')];
    }),
  ) as JobText;
  return { ...text, ...serializeRows(readRows(form)) };
}

const isCheckbox = (field: string) => field === 'salaryIsPublic' || field === 'trainingRequired';

const maxRows = 40;

function readRows(form: FormData): JobFormRows {
  const lists: Record<RowList, Map<string, FormRow>> = {
    locations: new Map(),
    eligibility: new Map(),
    stages: new Map(),
    questions: new Map(),
  };
  for (const [name, value] of form) {
    const [list = '', id = '', column = ''] = name.split('.');
    if (!isRowList(list) || !/^\w{1,12}$/.test(id) || !/^[a-zA-Z]\w{0,20}$/.test(column)) continue;
    if (typeof value !== 'string' || (!lists[list].has(id) && lists[list].size >= maxRows)) continue;
    const row = lists[list].get(id) ?? {};
    const text = value.replaceAll('\r\n', '\n');
    row[column] = Object.hasOwn(row, column) ? `${row[column]}; ${text}` : text;
    lists[list].set(id, row);
  }
  return {
    locations: [...lists.locations.values()],
    eligibility: [...lists.eligibility.values()],
    stages: [...lists.stages.values()],
    questions: [...lists.questions.values()],
  };
}

/** Parses the texts of the form into the endpoint's body. */
export function parseJobForm(
  text: Partial<JobText>,
  options: JobOptions,
): { body: Record<string, unknown>; problems: Record<string, string> } {
  const noRows = { locations: '', eligibility: '', stages: '', questions: '' };
  const { body, problems } = parseJobText({ ...text, ...noRows }, options);
  return { body: { ...body, ...parseRows(parseRowTexts(text)) }, problems };
}

/** Moves the endpoint's messages to the fields of the form, those of a row to the row. */
export function toFormFields(fields: Record<string, string>, text: Partial<JobText>): Record<string, string> {
  const rows = parseRowTexts(text);
  return Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [
      findRowField(rows, field) ?? textFieldOf(field) ?? field,
      message,
    ]),
  );
}

/** Both changed a list of rows, whose text means nothing to a person. */
export const withoutRowTexts = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [
      field,
      isRowList(field) ? 'Somebody changed these rows too. Save again to keep yours.' : message,
    ]),
  );
