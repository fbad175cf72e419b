import * as z from 'zod/mini';
import { type NewJob, newJob } from '#lib/contract/staff/job-schemas.ts';
import type { CsvOutcome } from '#lib/contract/staff/list.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { validate } from '#lib/server/http/validate.ts';
import { type CsvRow, importRows, parseCsv, type RowPlan } from '../../csv.ts';
import { listJobOptions } from './find-jobs.ts';
import { listMergedNames, planEmployers } from './import-employers.ts';
import { type JobOptions, type JobTextField, jobTextFields, parseJobText, textFieldOf } from './job-text.ts';
import { createJob } from './write-job.ts';

/** Returns a field's column in a file: `employment_type` for `employmentType`. */
export const columnNameOf = (field: JobTextField): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const columns = Object.fromEntries(jobTextFields.map((field) => [columnNameOf(field), field]));

/** Creates draft jobs from a CSV file with the columns of the export, and the employers that there are not yet. [API-41] */
export function importJobs(
  { db, log }: Pick<ApiDeps, 'db' | 'log'>,
  staffId: string,
  { csv, isPreview }: { csv: string; isPreview: boolean },
): Promise<CsvOutcome> {
  return importRows(parseCsv(csv, ['title', 'code', 'employer']), isPreview, log, async (rows) => {
    const { employers: existing, locations } = await listJobOptions(db);
    const names = rows.map(({ values }) => values.employer ?? '');
    const known = [...existing, ...(await listMergedNames(db))];
    const employers = planEmployers(db, staffId, known, names);
    const choices = { employers: employers.options, locations };
    const there = await db.selectFrom('job').select(['slug', 'code']).execute();
    const slugs = new Set(there.map(({ slug }) => slug));
    const codes = new Set(there.map(({ code }) => code));
    const create = async (job: NewJob) =>
      createJob(db, staffId, { ...job, employerId: await employers.ensure(job.employerId) });
    return rows.map((row) => ({
      ...planRow(row, choices, slugs, codes, create),
      notes: employers.describe(row.values.employer ?? ''),
    }));
  });
}

function planRow(
  { line, values }: CsvRow,
  choices: JobOptions,
  slugs: Set<string>,
  codes: Set<string>,
  create: (job: NewJob) => Promise<string>,
): RowPlan {
  const text = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (columns[name] ? [[columns[name], value]] : [])),
  );
  const { body, problems } = parseJobText(text, choices);
  const parsed = z.safeParse(newJob, body);
  const fields: Record<string, string> = { ...(parsed.success ? {} : findRowErrors(body)), ...problems };
  const slug = String(body.slug);
  const code = String(body.code);
  if (slugs.has(slug)) fields.slug = 'Another job has this address';
  if (codes.has(code)) fields.code = 'Another job has this code';
  slugs.add(slug);
  codes.add(code);
  return {
    line,
    label: values.title || `Line ${line}`,
    problems: toProblems(fields),
    async apply() {
      if (!parsed.success) return [];
      try {
        await create(parsed.data);
        return [];
      } catch (error) {
        if (error instanceof HttpError) return toProblems(error.body('').fieldErrors, error.message);
        throw error;
      }
    },
  };
}

function findRowErrors(body: unknown): Record<string, string> {
  try {
    validate(newJob, body);
    return {};
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const found = Object.entries(error.body('').fieldErrors);
    return Object.fromEntries(found.map(([field, message]) => [textFieldOf(field) ?? field, message]));
  }
}

function toProblems(fields: Record<string, string>, otherwise?: string): RowPlan['problems'] {
  const problems = Object.entries(fields).map(([field, message]) => {
    const name = textFieldOf(field);
    return { column: name && columnNameOf(name), message };
  });
  return problems.length || !otherwise ? problems : [{ column: null, message: otherwise }];
}
