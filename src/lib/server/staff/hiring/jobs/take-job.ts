import type { StaffJob } from '#lib/contract/staff/staff-jobs.ts';
import { isSame } from '#lib/domain/core/is-equivalent.ts';
import { mergeText, readBefore, staleMessage } from '../../form-edit.ts';
import { type Refused, readStaffForm, refusedOf, staffCall, textOf, textsOf, wholeOf } from '../../pages.ts';
import {
  type Choices,
  type JobText,
  type JobTextField,
  jobTextFields,
  readJobText,
  textFieldOf,
  writeJobText,
} from './job-text.ts';

type Api = (request: Request) => Promise<Response>;

export interface JobTaken {
  /** Where to go next; null where the form is shown again. */
  href: string | null;
  refused: Refused | null;
  /** What was typed. */
  text: Partial<Record<JobTextField, string>> | null;
  /** What the form began with, where that is still what its changes are told from. */
  base?: { before: string; version: string } | null;
}

/** The form of a job, new or changed, and the buttons that move it. */
export async function takeJobForm(
  api: Api,
  request: Request,
  id: string | null,
  choices: Choices,
): Promise<JobTaken> {
  try {
    const form = await readStaffForm(request);
    const action = textOf(form, 'action');
    return action && id
      ? await moveJob(api, request, id, action)
      : await saveJob(api, request, id, form, choices);
  } catch (error) {
    return { href: null, refused: refusedOf(error), text: null };
  }
}

async function moveJob(api: Api, request: Request, id: string, action: string): Promise<JobTaken> {
  const { answer, refused } = await staffCall(
    api,
    request,
    'POST /api/v1/staff/jobs/{jobId}/move/',
    { action },
    { jobId: id },
  );
  return { href: answer ? pageOf(answer, 'changed') : null, refused, text: null };
}

async function saveJob(
  api: Api,
  request: Request,
  id: string | null,
  form: FormData,
  choices: Choices,
): Promise<JobTaken> {
  const text = readText(form);
  const { body, problems } = readJobText(text, choices);
  const [first] = Object.values(problems);
  const base = { before: textOf(form, 'before'), version: textOf(form, 'version') };
  if (first) return { href: null, refused: { status: 400, message: first, fields: problems }, text, base };
  if (id) return updateJob(api, request, id, form, { text, body, choices, base });
  const { answer, refused } = await staffCall(api, request, 'POST /api/v1/staff/jobs/create/', body);
  return answer ? saved(answer, 'created') : refusedAt(refused, text);
}

const readText = (form: FormData): JobText =>
  Object.fromEntries(
    jobTextFields.map((field) => {
      const value = field === 'locations' ? textsOf(form, field).join('; ') : textOf(form, field);
      // A box without its tick is not sent at all.
      return [field, value || (isBox(field) ? 'no' : '')];
    }),
  ) as JobText;

const isBox = (field: JobTextField) => field === 'salaryIsPublic' || field === 'trainingRequired';

interface Read {
  text: JobText;
  body: Record<string, unknown>;
  choices: Choices;
  base: NonNullable<JobTaken['base']>;
}

/** Sends what this form changed; after somebody else was first, shows theirs beside it. */
async function updateJob(
  api: Api,
  request: Request,
  id: string,
  form: FormData,
  { text, body, choices, base }: Read,
): Promise<JobTaken> {
  const before = readBefore(form);
  const was = readJobText(before, choices).body;
  const changes = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !isSame(value, was[name])),
  );
  const key = 'PATCH /api/v1/staff/jobs/{jobId}/update/';
  const version = wholeOf(form, 'version');
  const sent = { ...changes, ...(version !== null && { version }) };
  const { answer, refused } = await staffCall(api, request, key, sent, { jobId: id });
  if (answer) return saved(answer, 'saved');
  if (refused?.errorCode !== 'STALE_WRITE') return { ...refusedAt(refused, text), base };
  const current = writeJobText(refused.current as StaffJob, choices);
  const merged = mergeText(before, text, current);
  return {
    href: null,
    refused: { ...refused, message: staleMessage, fields: merged.fields },
    text: merged.text,
  };
}

const saved = (answer: StaffJob, done: string): JobTaken => ({
  href: pageOf(answer, done),
  refused: null,
  text: null,
});

const refusedAt = (refused: Refused | null, text: JobText): JobTaken => ({
  href: null,
  refused: refused && { ...refused, fields: byTextField(refused.fields) },
  text,
});

const pageOf = ({ id }: Pick<StaffJob, 'id'>, done: string) => `/staff/jobs/${id}/?done=${done}`;

const byTextField = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [textFieldOf(field) ?? field, message]),
  );
