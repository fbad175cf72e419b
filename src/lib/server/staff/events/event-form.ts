import type { ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { StaffEvent, staffEventRoutes } from '#lib/contract/staff/events/live-events.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { localDateTime } from '#lib/domain/core/zoned-time.ts';
import { maxUploadBytes } from '#lib/domain/media/media.ts';
import { type FormApi, type FormPage, formAction, textOf, textValuesOf } from '#lib/server/http/page-form.ts';
import { handleStaffForm, integerOf, type StaffFormResult } from '../staff-form.ts';
import { parseEventForm, parseLocalTime } from './parse-event-form.ts';
import { handleUpdate, type UpdateFormResult } from './update-form.ts';

/** The forms of staff's pages about events. */

/** Returns the values of an event as the text of its form. */
export function formatEvent(values: StaffEvent['values']): Record<string, string> {
  const { timeZone, takeaways, agenda, speakers, capacity, waitlistEnabled, givesCertificate } = values;
  const local = (instant: string | null) =>
    instant ? localDateTime(new Date(instant), timeZone).slice(0, 16) : '';
  return {
    ...{ title: values.title, kind: values.kind, programType: values.programType ?? '' },
    ...{ summary: values.summary, description: values.description, timeZone, mode: values.mode },
    ...{ takeaways: takeaways.join('\n'), agenda: agenda.join('\n'), speakers: speakers.join('\n') },
    ...{ startsAt: local(values.startsAt), endsAt: local(values.endsAt) },
    ...{ registrationClosesAt: local(values.registrationClosesAt), venue: values.venue ?? '' },
    ...{ joinUrl: values.joinUrl ?? '', capacity: capacity === null ? '' : String(capacity) },
    ...{ recordingUrl: values.recordingUrl ?? '', slidesUrl: values.slidesUrl ?? '' },
    waitlistEnabled: waitlistEnabled ? 'yes' : '',
    givesCertificate: givesCertificate ? 'yes' : '',
  };
}

/** The text of an empty form, and of the copy of an event, which gets another time and no recording. */
export const emptyEventText = { timeZone: defaultTimeZone, waitlistEnabled: 'yes', capacity: '50' };
export const copyEventText = (values: StaffEvent['values']): Record<string, string> => ({
  ...formatEvent(values),
  ...{ startsAt: '', endsAt: '', registrationClosesAt: '', recordingUrl: '', slidesUrl: '' },
});

const createAction = formAction('POST /api/v1/staff/events/create/', (form) => ({
  body: parseEventForm(form),
}));

/** Handles the form of a new event. `id` is that of the draft. */
export const handleNewEventForm = (
  api: FormApi,
  page: FormPage,
): Promise<StaffFormResult & { id?: string }> =>
  handleStaffForm<Partial<StaffFormResult> & { id?: string }>(page.request, async (form) => {
    const { response, errors } = await createAction(api, page, form);
    return response ? { done: response.isExisting ? 'there' : 'event-created', id: response.id } : { errors };
  });

const moveAction = formAction(
  'POST /api/v1/staff/events/{eventId}/move/',
  (form, { id: eventId, timeZone }: Pick<StaffEvent, 'id' | 'timeZone'>, isPreview: boolean) => ({
    params: { eventId },
    body: {
      action: textOf(form, 'action'),
      ...(textOf(form, 'action') === 'RESCHEDULE' && {
        startsAt: parseLocalTime(textOf(form, 'startsAt'), timeZone),
        endsAt: parseLocalTime(textOf(form, 'endsAt'), timeZone),
      }),
      publicNote: textOf(form, 'publicNote'),
      ...(textOf(form, 'replacedById') && { replacedById: textOf(form, 'replacedById') }),
      isPreview,
      ...(!isPreview && { fingerprint: textOf(form, 'confirmed') || undefined }),
    },
  }),
);

/** A button's value is `registrationId:STATUS`, and `registrationId:` to remove the mark. */
const attendanceAction = formAction(
  'POST /api/v1/staff/events/{eventId}/attendance/',
  (form, eventId: string) => {
    const [id = '', status = ''] = textOf(form, 'mark').split(':');
    const list = textOf(form, 'list');
    return {
      params: { eventId },
      body: list ? { status: 'ATTENDED', list } : { status: status || null, registrationIds: [id] },
    };
  },
);

export type EventMovePreview = ResponseOf<
  (typeof staffEventRoutes)['POST /api/v1/staff/events/{eventId}/move/']
>;

export interface EventFormResult extends UpdateFormResult {
  /** Who would be informed of the move that the form contains. */
  preview?: EventMovePreview;
}

/** Handles the forms of one event: its values, a move with its preview, and attendance. */
export function handleStaffEventForm(
  api: FormApi,
  page: FormPage,
  event: StaffEvent,
): Promise<EventFormResult> {
  return handleStaffForm<Partial<EventFormResult>>(
    page.request,
    async (form) => {
      const kind = textOf(form, 'form');
      if (kind === 'move') {
        const isPreview = textOf(form, 'step') !== 'send';
        const { response, errors } = await moveAction(api, page, form, event, isPreview);
        if (response && !isPreview) return { done: 'event-moved' };
        if (response) return { preview: response, values: textValuesOf(form) };
        if (errors.errorCode !== 'STALE_WRITE') return { errors };
        const again = await moveAction(api, page, form, event, true);
        return { errors, values: textValuesOf(form), ...(again.response && { preview: again.response }) };
      }
      if (kind === 'roster') {
        const { response, errors } = await attendanceAction(api, page, form, event.id);
        if (!response) return { errors };
        if (!response.unknown.length) return { done: 'saved' };
        const message = `${response.changed} marked. Nobody here has: ${response.unknown.join(', ')}`;
        return { errors: { status: 409, message, fields: { list: 'Some lines match nobody' } } };
      }
      return handleUpdate(api, page, form, event);
    },
    maxUploadFormBytes,
  );
}

/** A form may bring a picture and slides. */
const maxUploadFormBytes = 2 * maxUploadBytes + 128 * 1024;

interface Roster {
  search: string;
  offset: number;
}

/** Returns the query of the page that shows these registrants, so that a mark does not end the search. */
export const rosterQuery = ({ search, offset }: Roster): Record<string, string> => ({
  ...(search && { search }),
  ...(offset > 0 && { from: String(offset) }),
});

/** Parses which registrants a page shows: those of a search, or the next of a long list. */
export function readRoster({ searchParams }: URL): Roster {
  const search = formatTrimmedText(searchParams.get('search') ?? '').slice(0, 120);
  return { search, offset: Math.min(integerOf(searchParams.get('from') ?? '') ?? 0, 100_000) };
}
