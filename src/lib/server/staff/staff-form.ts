import type { MessagePreview } from '#lib/contract/staff/message-preview.ts';
import { isCalendarDay } from '#lib/domain/core/calendar.ts';
import { instantOf, isTimeZone } from '#lib/domain/core/zoned-time.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { type FormErrors, readFormData, textValuesOf, toFormErrors } from '#lib/server/http/page-form.ts';

/**
 * Forms of the staff's pages: each posts to its own page, and `formAction` calls the endpoint. `toFormErrors`
 * (server/http/page-form.ts) finds the rejected fields; `FormFields.astro` shows each under its field, and the layout
 * `Staff.astro` lists them at the top of the page.
 */

/** A form may carry a CSV file, and is then larger than its text alone. */
const maxFormBytes = 1.5 * 1024 * 1024;

/** A change that waits for a second press, because it informs somebody. */
export interface PendingAction {
  /** What the change does: `Cancel interview`. */
  label: string;
  preview: MessagePreview;
  /** Whether it was confirmed, but informs others or with other texts than the person has seen. Nothing was made. */
  isChanged: boolean;
  /** The posted form, which the second press sends again. */
  fields: [name: string, value: string][];
}

export interface StaffFormResult {
  /** The result, for the address of the next page; null while the form is shown again. */
  done: string | null;
  /** What the message about it names, for the address too: `at`, or `applicationId` and `number`. */
  doneFacts?: Record<string, string>;
  errors: FormErrors | null;
  /** The text to show again after an error. */
  values: Record<string, string>;
  /** The change that was not made yet, because it has to be confirmed. */
  pending?: PendingAction | null;
}

const emptyResult: StaffFormResult = { done: null, errors: null, values: {} };

/**
 * Reads the form that was posted to a staff page and passes it to `handle`. Returns what `handle` returns; after an
 * error also the text that was typed. Does nothing for a request that is not a POST.
 */
export async function handleStaffForm<Result extends Partial<StaffFormResult>>(
  request: Request,
  handle: (form: FormData) => Promise<Result>,
  maxBytes = maxFormBytes,
): Promise<StaffFormResult & Partial<Result>> {
  if (request.method !== 'POST') return emptyResult as StaffFormResult & Partial<Result>;
  try {
    const form = await readFormData(request, { maxBytes, acceptsFiles: true });
    const result = await handle(form);
    return { ...emptyResult, values: result.errors ? textValuesOf(form) : {}, ...result };
  } catch (error) {
    return { ...emptyResult, errors: toFormErrors(error) } as StaffFormResult & Partial<Result>;
  }
}

/** The parts of Astro's context that a staff page needs to respond to a form. */
interface StaffPage {
  url: URL;
  response: object;
  redirect(path: string, status: 303): Response;
}

/**
 * After a form that was saved, returns the redirect to the same page, with a message. After an error, sets the page's
 * status and returns null. `query` is added to the address.
 */
export function respondToForm(
  page: StaffPage,
  { done, errors, doneFacts = {} }: Pick<StaffFormResult, 'done' | 'doneFacts' | 'errors'>,
  query: Record<string, string> = {},
): Response | null {
  const search = new URLSearchParams({ done: done ?? '', ...query, ...doneFacts });
  if (done) return page.redirect(`${page.url.pathname}?${search}`, 303);
  if (errors) Object.assign(page.response, { status: errors.status, statusText: '' });
  return null;
}

/** Loads the data that a page shows, or null if it does not exist (the page then returns 404). */
export async function loadOrNull<Value>(load: () => Promise<Value>): Promise<Value | null> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}

/** Returns all values of a repeated field, without those left empty. */
export const textsOf = (form: FormData, name: string): string[] =>
  form.getAll(name).filter((value): value is string => typeof value === 'string' && value !== '');

/** Returns a whole number of up to nine digits, or null. */
export function integerOf(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
}

/** Turns `2026-12-05T18:30` in a time zone into an instant. Returns any other text as it is: the endpoint rejects it. */
export function parseLocalTime(text: string, timeZone: string): string {
  const [, date = '', time] = /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d)/.exec(text) ?? [];
  return time && isCalendarDay(date) && isTimeZone(timeZone)
    ? instantOf(date, time, timeZone).toISOString()
    : text;
}
