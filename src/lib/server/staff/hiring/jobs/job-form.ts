import { isEqual } from 'es-toolkit/predicate';
import type { JobMovePreview, StaffJob } from '#lib/contract/staff/jobs.ts';
import { changeRows } from '#lib/domain/hiring/jobs/job-form-rows.ts';
import type { Db } from '#lib/server/db/index.ts';
import {
  type FormActionResult,
  type FormApi,
  type FormErrors,
  type FormPage,
  formAction,
  textOf,
} from '#lib/server/http/page-form.ts';
import { mergeFormText, parseInitialText, staleFormMessage } from '../../merge-form.ts';
import { handleStaffForm, integerOf, loadOrNull, type StaffFormResult } from '../../staff-form.ts';
import { requireStaffJob } from './find-jobs.ts';
import {
  formatBodyRows,
  formatJobForm,
  newJobText,
  parseJobForm,
  parseRowTexts,
  readJobForm,
  serializeRows,
  toFormFields,
  withoutRowTexts,
} from './job-form-text.ts';
import type { JobOptions, JobText, JobTextField } from './job-text.ts';

export interface JobFormResult extends StaffFormResult {
  /** The page of the job that was saved; null while the form is shown again. */
  href?: string | null;
  /** The text that the form is shown again with. */
  text?: Partial<Record<JobTextField, string>> | null;
  /** The text and version that the form was opened with, while its changes still count from them. */
  base?: FormBase | null;
  /** What the chosen change of the status would do; it is made after a second press. */
  preview?: JobMovePreview | null;
}

interface FormBase {
  before: string;
  version: string;
}

type JobBody = Record<string, unknown>;

const createAction = formAction('POST /api/v1/staff/jobs/create/', (_, body: JobBody) => ({ body }));
const updateAction = formAction(
  'PATCH /api/v1/staff/jobs/{jobId}/update/',
  (_, jobId: string, body: JobBody) => ({ params: { jobId }, body }),
);
const moveAction = formAction('POST /api/v1/staff/jobs/{jobId}/move/', (form, jobId: string) => {
  const drafts = integerOf(textOf(form, 'drafts'));
  const fingerprint = textOf(form, 'confirmed');
  const confirmed = { ...(drafts !== null && { drafts }), ...(fingerprint && { fingerprint }) };
  return { params: { jobId }, body: { action: textOf(form, 'action'), ...confirmed } };
});
const previewMoveAction = formAction(
  'POST /api/v1/staff/jobs/{jobId}/preview-move/',
  (form, jobId: string) => ({ params: { jobId }, body: { action: textOf(form, 'action') } }),
);

/** Handles the form of a job, new (`id` is null) or changed, and the buttons that change its status. */
export function handleJobForm(
  api: FormApi,
  page: FormPage,
  id: string | null,
  options: JobOptions,
): Promise<JobFormResult> {
  return handleStaffForm(page.request, async (form): Promise<Partial<JobFormResult>> => {
    if (id && textOf(form, 'action')) return handleMove(api, page, form, id);
    const { text, body, base, errors } = readForm(form, options);
    const row = textOf(form, 'row');
    if (row) return { text: changeRowTexts(text, row), base };
    if (errors) return { errors, text, base };
    if (id) return updateJob(api, page, form, id, { text, body, base, options });
    return toResult(await createAction(api, page, form, body), 'created', text);
  });
}

/**
 * Returns the text of a new job: a copy of the job that the address names, without its address, code and last day, which only
 * one job can have, or the usual beginning, with the employer that the address names.
 */
export async function findNewJobText(
  db: Db,
  search: URLSearchParams,
  options: JobOptions,
): Promise<Partial<JobText>> {
  const copied = await loadOrNull(() => requireStaffJob(db, search.get('copy') ?? ''));
  if (copied) return { ...formatJobForm(copied, options), slug: '', code: '', applyBy: '' };
  const employer = options.employers.find(({ id }) => id === search.get('employer'));
  return { ...newJobText, ...(employer && { employer: employer.slug }) };
}

/** Changes the status, but first shows what ends or comes back and asks. The second form has the number that was shown. */
async function handleMove(
  api: FormApi,
  page: FormPage,
  form: FormData,
  id: string,
): Promise<Partial<JobFormResult>> {
  if (!form.has('drafts')) {
    const { response: preview, errors } = await previewMoveAction(api, page, form, id);
    if (errors) return { errors };
    if (needsConfirmation(preview)) return { preview };
  }
  const { response, errors } = await moveAction(api, page, form, id);
  const done = `job-${textOf(form, 'action').toLowerCase()}`;
  if (errors?.errorCode !== 'STALE_WRITE') return { href: response && hrefOf(response, done), errors };
  return { errors, preview: (await previewMoveAction(api, page, form, id)).response };
}

const needsConfirmation = ({ action, drafts }: JobMovePreview): boolean =>
  action === 'CLOSE' || action === 'FILL' || drafts > 0;

function readForm(form: FormData, options: JobOptions) {
  const text = readJobForm(form);
  const { body, problems: fields } = parseJobForm(text, options);
  const [message] = Object.values(fields);
  const errors: FormErrors | null = message ? { status: 400, message, fields } : null;
  return { text, body, base: { before: textOf(form, 'before'), version: textOf(form, 'version') }, errors };
}

interface ParsedJobForm {
  text: JobText;
  body: JobBody;
  base: FormBase;
  options: JobOptions;
}

/** Sends the changed fields. After a conflict with another edit, returns both edits merged and the conflicts by field. */
async function updateJob(
  api: FormApi,
  page: FormPage,
  form: FormData,
  id: string,
  { text, body, base, options }: ParsedJobForm,
): Promise<Partial<JobFormResult>> {
  const initialText = parseInitialText(form);
  const initialBody = parseJobForm(initialText, options).body;
  const changes = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !isEqual(value, initialBody[name])),
  );
  const version = integerOf(base.version);
  const result = await updateAction(api, page, form, id, {
    ...changes,
    ...(version !== null && { version }),
  });
  if (result.errors?.errorCode !== 'STALE_WRITE') return { ...toResult(result, 'saved', text), base };
  const current = formatJobForm(result.errors.current as StaffJob, options);
  const merged = mergeFormText(initialText, { ...text, ...formatBodyRows(body) }, current);
  return {
    errors: { ...result.errors, message: staleFormMessage, fields: withoutRowTexts(merged.fields) },
    text: merged.text,
  };
}

type SaveKey = 'POST /api/v1/staff/jobs/create/' | 'PATCH /api/v1/staff/jobs/{jobId}/update/';

function toResult(
  { response, errors }: FormActionResult<SaveKey>,
  done: string,
  text: JobText,
): Partial<JobFormResult> {
  if (response) return { href: hrefOf(response, done) };
  return { errors: errors && { ...errors, fields: toFormFields(errors.fields, text) }, text };
}

const hrefOf = ({ id }: Pick<StaffJob, 'id'>, done: string) => `/staff/jobs/${id}/?done=${done}`;

/** A button of a row was pressed in a browser without a script: nothing is saved. */
const changeRowTexts = (text: JobText, command: string): JobText => ({
  ...text,
  ...serializeRows(changeRows(parseRowTexts(text), command)),
});
