import type { ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { staffAppointmentRoutes } from '#lib/contract/staff/staff-appointments.ts';
import { slotCountsText } from '#lib/domain/hiring/appointments/slot-times.ts';
import { readStaffForm, refusedOf, staffCall, textOf, textsOf, wholeOf } from '../../pages.ts';
import { type FormTaken, typed } from './take-batch.ts';

type Api = (request: Request) => Promise<Response>;
type Outcome = ResponseOf<(typeof staffAppointmentRoutes)['POST /api/v1/staff/slots/create/']>;

export interface SlotsTaken extends FormTaken {
  weekdays: string[];
  /** Which slots there would be. */
  preview: Outcome | null;
  /** How many there are now, for the address of the page after it; `plannedText` reads it. */
  counts: Record<string, string>;
}

const nothing: SlotsTaken = {
  done: null,
  refused: null,
  values: {},
  weekdays: [],
  preview: null,
  counts: {},
};

/** What the making of slots has come to, as the address says. */
export function plannedText(search: URLSearchParams): string | null {
  if (search.get('done') !== 'planned') return null;
  const count = (name: string) => Number(/^\d{1,4}$/.exec(search.get(name) ?? '')?.[0] ?? 0);
  return slotCountsText(
    { created: count('created'), existing: count('existing'), past: count('past') },
    false,
  );
}

/** The forms of the interviews page: weekly availability, looked at or taken, and a slot that is called off. */
export async function takeSlotForm(api: Api, request: Request): Promise<SlotsTaken> {
  if (request.method !== 'POST') return nothing;
  try {
    const form = await readStaffForm(request);
    if (textOf(form, 'form') === 'cancel') {
      const params = { slotId: textOf(form, 'slotId') };
      const key = 'POST /api/v1/staff/slots/{slotId}/cancel/';
      const { refused } = await staffCall(
        api,
        request,
        key,
        { publicNote: textOf(form, 'publicNote') },
        params,
      );
      return { ...nothing, done: refused ? null : 'cancelled', refused };
    }
    const isPreview = textOf(form, 'step') === 'look';
    const body = { ...readPattern(form), isPreview };
    const { answer, refused } = await staffCall(api, request, 'POST /api/v1/staff/slots/create/', body);
    const isDone = answer !== null && !isPreview;
    return {
      done: isDone ? 'planned' : null,
      refused,
      values: isDone ? {} : typed(form),
      weekdays: isDone ? [] : textsOf(form, 'weekdays'),
      preview: isPreview ? answer : null,
      counts: isDone
        ? {
            created: String(answer.created),
            existing: String(answer.existing),
            past: String(answer.past),
          }
        : {},
    };
  } catch (error) {
    return { ...nothing, refused: refusedOf(error) };
  }
}

const readPattern = (form: FormData) => ({
  jobId: textOf(form, 'jobId'),
  stageKey: textOf(form, 'stageKey').trim() || null,
  weekdays: textsOf(form, 'weekdays').map(Number),
  fromDate: textOf(form, 'fromDate'),
  toDate: textOf(form, 'toDate'),
  opens: textOf(form, 'opens').slice(0, 5),
  closes: textOf(form, 'closes').slice(0, 5),
  minutes: wholeOf(form, 'minutes'),
  pauseMinutes: wholeOf(form, 'pauseMinutes'),
  timeZone: textOf(form, 'timeZone'),
  mode: textOf(form, 'mode'),
  joinUrl: textOf(form, 'joinUrl').trim() || null,
  address: textOf(form, 'address'),
  instructions: textOf(form, 'instructions'),
  capacity: wholeOf(form, 'capacity'),
});
