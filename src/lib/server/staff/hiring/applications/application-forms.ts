import type { MovesPreview } from '#lib/contract/staff/moves/application-moves.ts';
import { findOwn } from '#lib/domain/core/record.ts';
import { requiresReason, type StaffMove, staffMoves } from '#lib/domain/staff/staff-actions.ts';
import { type FormApi, type FormPage, formAction, textOf, textValuesOf } from '#lib/server/http/page-form.ts';
import { confirmAction, confirmationField, failureOfFirst, isCancelledField } from '../../confirm-action.ts';
import { handleMessageForm } from '../../messages/message-form.ts';
import { isTemplateStep } from '../../messages/use-template.ts';
import { handleStaffForm, type StaffFormResult, textsOf } from '../../staff-form.ts';
import {
  doneOfBooking,
  labelOfBooking,
  parsePastInterviewForm,
  parseSlotForm,
  parseTimeForm,
} from '../appointments/booking-forms.ts';
import { handleScorecardForm } from '../appointments/scorecard-form.ts';
import { handleMarkReadForm } from '../employer-links/employer-link-form.ts';
import { requireSharePage } from '../employer-links/share-applications.ts';
import { handleOfferForm } from '../offers/offer-form.ts';
import { handlePlacementForm } from '../placements/placement-form.ts';
import { noOwner } from './queue-options.ts';

/** Forms on the pages of applications: one application, the table, and the board. */

const path = 'POST /api/v1/staff/job-applications/{jobApplicationId}/';

const moveAction = formAction('POST /api/v1/staff/job-applications/move/', parseMoveForm);
/** The other forms of an application's page, by their hidden field `form`. */
const actions = {
  slot: formAction(`${path}book-slot/`, (form, jobApplicationId: string) => ({
    params: { jobApplicationId },
    body: parseSlotForm(form),
  })),
  time: formAction(`${path}book-time/`, (form, jobApplicationId: string) => ({
    params: { jobApplicationId },
    body: parseTimeForm(form),
  })),
  'past-interview': formAction(`${path}record-interview/`, (form, jobApplicationId: string) => ({
    params: { jobApplicationId },
    body: parsePastInterviewForm(form),
  })),
  'cancel-interview': formAction(`${path}cancel-interview/`, (form, jobApplicationId: string) => ({
    params: { jobApplicationId },
    body: { publicNote: textOf(form, 'publicNote'), mayRebook: textOf(form, 'mayRebook') === 'yes' },
  })),
  batch: formAction(`${path}book-batch/`, (form, jobApplicationId: string) => ({
    params: { jobApplicationId },
    body: { batchId: textOf(form, 'batchId') },
  })),
  city: formAction(`${path}change-city/`, (form, jobApplicationId: string) => ({
    params: { jobApplicationId },
    body: {
      locationId: textOf(form, 'locationId'),
      currentLocationId: textOf(form, 'currentLocationId') || null,
      reason: textOf(form, 'reason'),
    },
  })),
  withdraw: formAction(`${path}withdraw/`, (form, jobApplicationId: string) => ({
    params: { jobApplicationId },
    body: {
      reason: textOf(form, 'reason'),
      publicNote: textOf(form, 'publicNote'),
      isRequestedByPhone: textOf(form, 'isRequestedByPhone') === 'yes',
    },
  })),
  note: formAction(`${path}note/`, (form, jobApplicationId: string) => ({
    params: { jobApplicationId },
    body: { text: textOf(form, 'text') },
  })),
};
type InterviewForm = 'slot' | 'time';
const doneBy = {
  'past-interview': 'interview-recorded',
  batch: 'booked',
  city: 'city',
  withdraw: 'withdrawn',
  note: 'noted',
  'cancel-interview': 'interview-cancelled',
};
/** What each form does, for the question before it informs somebody. */
const labels: Record<Exclude<keyof typeof actions, InterviewForm>, string> = {
  'past-interview': 'Record the interview',
  batch: 'Book the training batch',
  city: 'Change city',
  withdraw: 'Withdraw for the candidate',
  note: 'Save note',
  'cancel-interview': 'Cancel interview',
};
const isInterview = (kind: keyof typeof actions): kind is InterviewForm => kind === 'slot' || kind === 'time';
const isAction = (kind: string): kind is keyof typeof actions => Object.hasOwn(actions, kind);

function parseMoveForm(form: FormData, applicationIds: string[], fingerprint?: string) {
  return {
    body: {
      applicationIds,
      action: textOf(form, 'action'),
      reasonCode: textOf(form, 'reasonCode') || null,
      publicNote: textOf(form, 'publicNote'),
      privateNote: textOf(form, 'privateNote'),
      ...(fingerprint && { fingerprint }),
    },
  };
}

/** The letter of an offer comes with its form. */
const maxUploadFormBytes = 6 * 1024 * 1024;

/**
 * Handles the forms of an application's page: move it, book a slot or a batch for it, write a note. What informs the
 * candidate is made after a second press.
 */
export function handleApplicationForm(api: FormApi, page: FormPage, id: string): Promise<StaffFormResult> {
  return handleStaffForm<Partial<StaffFormResult>>(
    page.request,
    async (form) => {
      const kind = textOf(form, 'form');
      const ofMessage = await handleMessageForm(api, page, form);
      if (ofMessage) return ofMessage;
      if (kind === 'assign') {
        const { errors } = await assignAction(api, page, form, [id]);
        return { done: errors ? null : 'owned', errors };
      }
      if (kind === 'move') return handleMove(api, page, form, id);
      if (kind === 'join' || kind === 'placement') return handlePlacementForm(api, page, form, id);
      if (kind === 'employer-answer') return handleMarkReadForm(api, page, form);
      if (kind === 'offer') return handleOfferForm(api, page, form, id);
      if (kind === 'scorecard') return handleScorecardForm(api, page, form, id);
      if (!isAction(kind)) return { errors: unknownFormErrors };
      const { response, ...rest } = await confirmAction(
        { api, page, form, label: isInterview(kind) ? labelOfBooking(form) : labels[kind] },
        actions[kind] as typeof actions.slot,
        id,
      );
      const done = isInterview(kind) ? doneOfBooking(form) : doneBy[kind];
      const at = isInterview(kind) || kind === 'batch' ? response?.appointmentAt : null;
      return { done: response && done, ...(at && { doneFacts: { at } }), ...rest };
    },
    maxUploadFormBytes,
  );
}

/** No form of the page is without its kind, so there is no field to correct. */
const unknownFormErrors = {
  status: 400,
  message: 'Nothing was changed. Choose an action on this page.',
  fields: {},
};

const missingReason = 'Choose a reason first.';
const missingReasonErrors = { status: 400, message: missingReason, fields: { reasonCode: missingReason } };

async function handleMove(
  api: FormApi,
  page: FormPage,
  form: FormData,
  id: string,
): Promise<Partial<StaffFormResult>> {
  if (isTemplateStep(textOf(form, 'step'))) return { values: textValuesOf(form) };
  const action = textOf(form, 'action');
  if (requiresReason(action) && !textOf(form, 'reasonCode')) return { errors: missingReasonErrors };
  const label = staffMoves[action as StaffMove] ?? 'Move';
  const options = { api, page, form, label, failureOf: failureOfFirst };
  const { response, ...rest } = await confirmAction(options, moveAction, [id]);
  return { done: response && 'moved', ...rest };
}

/** The result of moving several applications, as the table and the board show it. */
export interface MoveReport {
  moved: number;
  failed: { number: string; message: string }[];
}

const assignAction = formAction(
  'POST /api/v1/staff/job-applications/assign/',
  (form, applicationIds: string[]) => {
    const ownerId = textOf(form, 'ownerId');
    return { body: { applicationIds, ownerId: ownerId === noOwner ? null : ownerId } };
  },
);

const previewAction = formAction('POST /api/v1/staff/job-applications/preview-move/', parseMoveForm);

export interface QueueFormResult extends StaffFormResult {
  report?: MoveReport;
  /** What a move would do; it is made after a second press. */
  preview?: MovesPreview;
  /** The page that the same form has to be posted to. */
  postTo?: string;
  /** The page with the next step, which has what was chosen in its address. */
  goTo?: string;
}

const listsPath = 'POST /api/v1/staff/application-filters/';
const listParams = (form: FormData) => ({ filterId: textOf(form, 'filterId') });
/** The forms for the saved lists, by their field `form`, each with the message after it. */
const listActions = {
  'save-list': {
    act: formAction(`${listsPath}save/`, (form) => ({
      body: { name: textOf(form, 'name'), search: textOf(form, 'filters') },
    })),
    done: 'listed',
  },
  'rename-list': {
    act: formAction(`${listsPath}{filterId}/rename/`, (form) => ({
      params: listParams(form),
      body: { name: textOf(form, 'name') },
    })),
    done: 'list-renamed',
  },
  'delete-list': {
    act: formAction(`${listsPath}{filterId}/delete/`, (form) => ({ params: listParams(form), body: {} })),
    done: 'unlisted',
  },
};

/** Handles the form of the table and of the board, posted before their script has loaded, and those of saved lists. */
export function handleQueueForm(api: FormApi, page: FormPage): Promise<QueueFormResult> {
  return handleStaffForm(page.request, async (form): Promise<Partial<QueueFormResult>> => {
    const list = findOwn(listActions, textOf(form, 'form'));
    if (list) {
      const { errors } = await list.act(api, page, form);
      return { done: errors ? null : list.done, errors };
    }
    const ids = textsOf(form, 'id');
    const action = textOf(form, 'action');
    if (action === 'MESSAGE') return { postTo: '/staff/applications/message/' };
    if (action === 'SHARE') return { goTo: await requireSharePage(api.db, ids) };
    if (action === 'ASSIGN') {
      const { errors } = await assignAction(api, page, form, ids);
      return { done: errors ? null : 'owned', errors };
    }
    const values = textValuesOf(form);
    if (textOf(form, isCancelledField)) return { values };
    const confirmed = textOf(form, confirmationField);
    const { response, errors } = confirmed
      ? await moveAction(api, page, form, ids, confirmed)
      : { response: null, errors: null };
    if (errors && errors.errorCode !== 'STALE_WRITE') return { errors };
    if (!response) {
      const previewed = await previewAction(api, page, form, ids);
      const { response: preview } = previewed;
      return preview ? { preview, values, errors } : { errors: previewed.errors };
    }
    const failed = response.results.flatMap(({ number, error }) =>
      error ? [{ number: number ?? 'Gone', message: error.message }] : [],
    );
    return { report: { moved: response.moved, failed } };
  });
}
