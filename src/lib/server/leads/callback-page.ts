import type { AstroGlobal } from 'astro';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { callbackSpan, openCallbackStatuses } from '#lib/domain/leads/callback.ts';
import { parseCallbackWindow, windowFieldOf } from '#lib/domain/leads/callback-times.ts';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { formAction, readFormData, textOf, toFormErrors } from '#lib/server/http/page-form.ts';
import type { Runtime } from '#lib/server/runtime.ts';
import { callbackPath, requireCallback } from './callback-link.ts';

/** The page on which a person moves or cancels their call. [API-53] */

type CallbackLink = { reference: string; key: string };
type CallbackRow = Awaited<ReturnType<typeof requireCallback>>;

const moveAction = formAction(
  'POST /api/v1/cap/callbacks/{reference}/move/',
  (form, { reference, key }: CallbackLink) => ({
    params: { reference },
    body: { key, preferredWindow: parseCallbackWindow(textOf(form, 'callOn'), textOf(form, 'callBetween')) },
  }),
);

const cancelAction = formAction(
  'POST /api/v1/cap/callbacks/{reference}/cancel/',
  (_form, { reference, key }: CallbackLink) => ({ params: { reference }, body: { key } }),
);

export interface CallbackFormErrors {
  callOn?: string;
  callBetween?: string;
  general?: string;
}

/** Returns the request of a link, or null for a wrong link. */
export async function findCallback(db: Db, config: Config, link: CallbackLink): Promise<CallbackRow | null> {
  try {
    return await requireCallback(db, config, link);
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}

/** Handles a posted form of the page. Returns a redirect to the page, or the errors to show. */
export async function handleCallbackChange(
  page: Pick<AstroGlobal, 'request' | 'redirect' | 'response'>,
  { api, config }: Pick<Runtime, 'api' | 'config'>,
  link: CallbackLink,
): Promise<{ redirect: Response | null; errors: CallbackFormErrors }> {
  if (page.request.method !== 'POST') return { redirect: null, errors: {} };
  const result = await readFormData(page.request).then(
    (form) => (textOf(form, 'action') === 'cancel' ? cancelAction : moveAction)(api, page, form, link),
    (error) => ({ errors: toFormErrors(error) }),
  );
  if (!result.errors)
    return { redirect: page.redirect(callbackPath(config, link.reference), 303), errors: {} };
  const { status, message, fields } = result.errors;
  Object.assign(page.response, { status, statusText: '' });
  const [field, text] = Object.entries(fields)[0] ?? [];
  return { redirect: null, errors: field && text ? { [windowFieldOf(field)]: text } : { general: message } };
}

/** Returns whether the person may still move or cancel the call. */
export const canChange = ({ status }: Pick<CallbackRow, 'status'>): boolean =>
  (openCallbackStatuses as readonly string[]).includes(status);

/**
 * Formats the call as a calendar file (RFC 5545). The UID stays the same and SEQUENCE increases with every change, so a
 * later file moves or removes the same entry.
 */
export async function callbackCalendar(db: Db, config: Config, request: CallbackRow): Promise<string> {
  const { id, reference, preferredWindow, timeZone, expectedBy, status } = request;
  const events = await db
    .selectFrom('callbackEvent')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('callbackId', '=', id)
    .executeTakeFirstOrThrow();
  const isCancelled = status === 'CANCELLED';
  const { from, to } = callbackSpan(preferredWindow, timeZone, expectedBy);
  const page = `${config.siteOrigin}${callbackPath(config, reference)}`;
  const calendar = ical({
    prodId: { company: 'Liftoff', product: 'Calls', language: 'EN' },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  });
  calendar.createEvent({
    id: `callback-${id}@${new URL(config.siteOrigin).hostname}`,
    sequence: Number(events.count),
    stamp: new Date(),
    start: from,
    end: to,
    summary: 'Call from a Liftoff counsellor',
    description: `Reference ${reference}. Move or cancel the call: ${page}`,
    url: page,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  return calendar.toString();
}
