import { validate as isUuid } from 'uuid';
import type { ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { candidateMessageRoutes } from '#lib/contract/staff/hiring/candidate-messages.ts';
import { maxMoves } from '#lib/domain/staff/staff-actions.ts';
import type { Db } from '#lib/server/db/index.ts';
import { type FormApi, type FormPage, formAction, textOf, textValuesOf } from '#lib/server/http/page-form.ts';
import { isTemplateStep, withTemplate } from '#lib/server/staff/messages/use-template.ts';
import { handleStaffForm, type StaffFormResult, textsOf } from '#lib/server/staff/staff-form.ts';
import { rememberTyped } from '#lib/server/staff/undo/typed-form.ts';
import { loadMessageRecipients } from './message-values.ts';

/** The form that writes to the candidates of applications which were chosen in the table or on the board. */

export type CandidateMessagePreview = ResponseOf<
  (typeof candidateMessageRoutes)['POST /api/v1/staff/job-applications/messages/create/']
>;

export interface CandidateMessageResult extends StaffFormResult {
  /** The chosen applications, those of the parts that come later too. */
  ids?: string[];
  /** Whether a part of them was written to just now, and these are left. */
  isPartSent?: boolean;
  /** Who would get which text. */
  preview?: CandidateMessagePreview;
}

const messageAction = formAction(
  'POST /api/v1/staff/job-applications/messages/create/',
  (form, id: string, applicationIds: string[], isPreview: boolean) => ({
    body: {
      ...{ id, applicationIds, isPreview },
      subject: textOf(form, 'subject'),
      text: textOf(form, 'text'),
      ...(!isPreview && {
        previewedIds: textsOf(form, 'previewedId'),
        fingerprint: textOf(form, 'confirmed') || undefined,
      }),
    },
  }),
);

/**
 * Handles the form of the queue, and the steps of a message: `template` and its undo, `edit`, `preview` and `send`. A message goes
 * to at most `maxMoves` applications at a time; after it was sent, the form comes back with the same text for those that are left.
 */
export function handleCandidateMessageForm(
  api: FormApi,
  page: FormPage,
  db: Db,
): Promise<CandidateMessageResult> {
  return handleStaffForm<Partial<CandidateMessageResult>>(page.request, async (form) => {
    const ids = [...new Set(textsOf(form, 'id').filter((id) => isUuid(id)))];
    const values = textValuesOf(form);
    const step = textOf(form, 'step');
    if (textOf(form, 'action') === 'MESSAGE' || step === 'edit') return { ids, values };
    if (isTemplateStep(step)) return { ids, values: await withTemplate(db, values) };
    const sentId = textOf(form, 'messageId');
    const id = isUuid(sentId) ? sentId : crypto.randomUUID();
    const now = ids.slice(0, maxMoves);
    const { response, errors } = await (step === 'send'
      ? messageAction.wrapped(rememberTyped(page, form), api, page, form, id, now, false)
      : messageAction(api, page, form, id, now, true));
    if (response?.isPreview) return { ids, values, preview: response };
    if (response) return nextPart(ids.slice(maxMoves), values);
    if (errors?.errorCode !== 'STALE_WRITE') return { errors, ids };
    const again = await messageAction(api, page, form, id, now, true);
    return { errors, ids, values, ...(again.response && { preview: again.response }) };
  });
}

/** After a part was sent: the form for the people who are left, or the end. */
const nextPart = (ids: string[], values: Record<string, string>): Partial<CandidateMessageResult> =>
  ids.length ? { ids, values, isPartSent: true } : { done: 'messaged', ids };

/** Lists the names of those whom the message is for. */
export async function listRecipientNames(db: Db, ids: readonly string[]): Promise<string[]> {
  const recipients = await loadMessageRecipients(db, ids);
  return recipients.map(({ values }) => `${values.fullName}, ${values.jobTitle}`);
}
