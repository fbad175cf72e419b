import { isEqual } from 'es-toolkit/predicate';
import type { StaffJob } from '#lib/contract/staff/jobs.ts';
import {
  type FormActionResult,
  type FormApi,
  type FormErrors,
  type FormPage,
  formAction,
  textOf,
} from '#lib/server/http/page-form.ts';
import { mergeFormText, parseInitialText, staleFormMessage } from '../../merge-form.ts';
import { handleStaffForm, integerOf, type StaffFormResult, textsOf } from '../../staff-form.ts';
import {
  formatJobText,
  type JobOptions,
  type JobText,
  type JobTextField,
  jobTextFields,
  parseJobText,
  textFieldOf,
} from './job-text.ts';

export interface JobFormResult extends StaffFormResult {
  /** The page of the job that was saved; null while the form is shown again. */
  href?: string | null;
  /** The text that the form is shown again with. */
  text?: Partial<Record<JobTextField, string>> | null;
  /** The text and version that the form was opened with, while its changes still count from them. */
  base?: FormBase | null;
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
const moveAction = formAction('POST /api/v1/staff/jobs/{jobId}/move/', (form, jobId: string) => ({
  params: { jobId },
  body: { action: textOf(form, 'action') },
}));

/** Handles the form of a job, new (`id` is null) or changed, and the buttons that change its status. */
export function handleJobForm(
  api: FormApi,
  page: FormPage,
  id: string | null,
  options: JobOptions,
): Promise<JobFormResult> {
  return handleStaffForm(page.request, async (form): Promise<Partial<JobFormResult>> => {
    if (id && textOf(form, 'action')) {
      const { response, errors } = await moveAction(api, page, form, id);
      return { href: response && hrefOf(response, 'changed'), errors };
    }
    const { text, body, base, errors } = parseJobForm(form, options);
    if (errors) return { errors, text, base };
    if (id) return updateJob(api, page, form, id, { text, body, base, options });
    return toResult(await createAction(api, page, form, body), 'created', text);
  });
}

function parseJobForm(form: FormData, options: JobOptions) {
  const text = Object.fromEntries(
    jobTextFields.map((field) => {
      const value = field === 'locations' ? textsOf(form, field).join('; ') : textOf(form, field);
      // Browsers do not send a checkbox that is not ticked.
      return [field, value || (isCheckbox(field) ? 'no' : '')];
    }),
  ) as JobText;
  const { body, problems: fields } = parseJobText(text, options);
  const [message] = Object.values(fields);
  const errors: FormErrors | null = message ? { status: 400, message, fields } : null;
  return { text, body, base: { before: textOf(form, 'before'), version: textOf(form, 'version') }, errors };
}

const isCheckbox = (field: JobTextField) => field === 'salaryIsPublic' || field === 'trainingRequired';

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
  const initialBody = parseJobText(initialText, options).body;
  const changes = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !isEqual(value, initialBody[name])),
  );
  const version = integerOf(base.version);
  const result = await updateAction(api, page, form, id, {
    ...changes,
    ...(version !== null && { version }),
  });
  if (result.errors?.errorCode !== 'STALE_WRITE') return { ...toResult(result, 'saved', text), base };
  const current = formatJobText(result.errors.current as StaffJob, options);
  const merged = mergeFormText(initialText, text, current);
  return {
    errors: { ...result.errors, message: staleFormMessage, fields: merged.fields },
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
  return { errors: errors && { ...errors, fields: toTextFields(errors.fields) }, text };
}

const hrefOf = ({ id }: Pick<StaffJob, 'id'>, done: string) => `/staff/jobs/${id}/?done=${done}`;

/** Moves the endpoint's messages to the fields of the form. */
const toTextFields = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [textFieldOf(field) ?? field, message]),
  );
