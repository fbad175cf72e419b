import type { CreatedSlots } from '#lib/contract/hiring/availability.ts';
import {
  type FormApi,
  type FormErrors,
  type FormPage,
  formAction,
  readFormData,
  textOf,
  textValuesOf,
  toFormErrors,
} from '#lib/server/http/page-form.ts';
import { parseCriteria } from '../appointments/parse-criteria.ts';

/** Forms of an expert: weekly availability, free times, results and feedback. They work without script. */

export interface ExpertFormResult {
  done: string | null;
  errors: FormErrors | null;
  /** The text to show again after an error or a preview. */
  values: Record<string, string>;
  weekdays: string[];
  /** The free times that would be created. */
  preview: CreatedSlots | null;
}

const noResult: ExpertFormResult = { done: null, errors: null, values: {}, weekdays: [], preview: null };

const createAction = formAction('POST /api/v1/expert/slots/create/', (form) => ({
  body: {
    weekdays: form.getAll('weekdays').map(Number),
    fromDate: textOf(form, 'fromDate'),
    toDate: textOf(form, 'toDate'),
    opens: textOf(form, 'opens').slice(0, 5),
    closes: textOf(form, 'closes').slice(0, 5),
    minutes: Number(textOf(form, 'minutes') || Number.NaN),
    pauseMinutes: Number(textOf(form, 'pauseMinutes') || 0),
    timeZone: textOf(form, 'timeZone'),
    joinUrl: textOf(form, 'joinUrl').trim(),
    isPreview: textOf(form, 'step') === 'look',
  },
}));

const cancelSlotAction = formAction('POST /api/v1/expert/slots/{slotId}/cancel/', (form) => ({
  params: { slotId: textOf(form, 'slotId') },
  body: {},
}));

const moveAction = formAction('POST /api/v1/expert/bookings/{mockInterviewId}/move/', (form, id: string) => ({
  params: { mockInterviewId: id },
  body: { action: textOf(form, 'action'), publicNote: textOf(form, 'publicNote') },
}));

const feedbackAction = formAction(
  'POST /api/v1/expert/bookings/{mockInterviewId}/feedback/',
  (form, id: string) => ({
    params: { mockInterviewId: id },
    body: {
      criteria: parseCriteria(form),
      recommendation: textOf(form, 'recommendation') || null,
      summary: textOf(form, 'summary'),
      nextSteps: form.getAll('nextStep'),
      isDraft: textOf(form, 'step') === 'draft',
      version: Number(textOf(form, 'version')),
    },
  }),
);

/** Handles the forms of the expert's first page. */
export const handleExpertForm = (api: FormApi, page: FormPage): Promise<ExpertFormResult> =>
  handlePost(page, async (form) => {
    if (textOf(form, 'form') === 'cancel-slot') {
      const { errors } = await cancelSlotAction(api, page, form);
      return { done: errors ? null : 'taken-back', errors };
    }
    const { response, errors } = await createAction(api, page, form);
    return { done: response && !response.isPreview ? 'planned' : null, errors, preview: response };
  });

/** Handles the forms on the page of a booking that the expert holds. */
export const handleExpertBookingForm = (
  api: FormApi,
  page: FormPage,
  id: string,
): Promise<ExpertFormResult> =>
  handlePost(page, async (form) => {
    if (textOf(form, 'form') !== 'feedback') {
      const { errors } = await moveAction(api, page, form, id);
      return { done: errors ? null : 'recorded', errors };
    }
    const { errors } = await feedbackAction(api, page, form, id);
    return { done: errors ? null : textOf(form, 'step') === 'draft' ? 'draft' : 'shared', errors };
  });

async function handlePost(
  { request }: FormPage,
  send: (form: FormData) => Promise<Partial<ExpertFormResult>>,
): Promise<ExpertFormResult> {
  if (request.method !== 'POST') return noResult;
  try {
    const form = await readFormData(request);
    const weekdays = form.getAll('weekdays').map(String);
    const steps = Object.fromEntries(
      form.getAll('nextStep').map((text, index) => [`nextStep${index}`, String(text)]),
    );
    return { ...noResult, weekdays, values: { ...textValuesOf(form), ...steps }, ...(await send(form)) };
  } catch (error) {
    return { ...noResult, errors: toFormErrors(error) };
  }
}
