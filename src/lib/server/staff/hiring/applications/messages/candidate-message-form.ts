import { validate as isUuid } from 'uuid';
import type { ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { candidateMessageRoutes } from '#lib/contract/staff/hiring/candidate-messages.ts';
import { maxMoves } from '#lib/domain/staff/staff-actions.ts';
import type { Db } from '#lib/server/db/index.ts';
import { type FormApi, type FormPage, formAction, textOf, textValuesOf } from '#lib/server/http/page-form.ts';
import { useTemplateStep, withTemplate } from '#lib/server/staff/messages/use-template.ts';
import { handleStaffForm, integerOf, type StaffFormResult, textsOf } from '#lib/server/staff/staff-form.ts';
import { loadMessageRecipients } from './message-values.ts';

/** The form that writes to the candidates of applications which were chosen in the table or on the board. */

export type CandidateMessagePreview = ResponseOf<
  (typeof candidateMessageRoutes)['POST /api/v1/staff/job-applications/messages/create/']
>;

export interface CandidateMessageResult extends StaffFormResult {
  /** The chosen applications. */
  ids?: string[];
  /** Who would get which text. */
  preview?: CandidateMessagePreview;
}

const messageAction = formAction(
  'POST /api/v1/staff/job-applications/messages/create/',
  (form, id: string, applicationIds: string[]) => ({
    body: {
      id,
      applicationIds,
      subject: textOf(form, 'subject'),
      text: textOf(form, 'text'),
      isPreview: textOf(form, 'step') !== 'send',
      ...(textOf(form, 'people') && { people: integerOf(textOf(form, 'people')) }),
    },
  }),
);

/** Handles the steps of a message: `choose` from the queue, `template`, `edit`, `preview` and `send`. */
export function handleCandidateMessageForm(
  api: FormApi,
  page: FormPage,
  db: Db,
): Promise<CandidateMessageResult> {
  return handleStaffForm<Partial<CandidateMessageResult>>(page.request, async (form) => {
    const ids = textsOf(form, 'id')
      .filter((id) => isUuid(id))
      .slice(0, maxMoves);
    const values = textValuesOf(form);
    const step = textOf(form, 'step');
    if (step === 'choose' || step === 'edit') return { ids, values };
    if (step === useTemplateStep) return { ids, values: await withTemplate(db, values) };
    const messageId = textOf(form, 'messageId');
    const { response, errors } = await messageAction(
      api,
      page,
      form,
      isUuid(messageId) ? messageId : crypto.randomUUID(),
      ids,
    );
    if (!response) return { errors, ids };
    return response.isPreview ? { ids, values, preview: response } : { done: 'messaged', ids };
  });
}

/** Lists the names of those whom the message is for. */
export async function listRecipientNames(db: Db, ids: readonly string[]): Promise<string[]> {
  const recipients = await loadMessageRecipients(db, ids);
  return recipients.map(({ values }) => `${values.fullName}, ${values.jobTitle}`);
}
