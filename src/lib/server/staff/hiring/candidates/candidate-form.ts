import { type CandidateMove, candidateMoves } from '#lib/domain/staff/staff-actions.ts';
import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { confirmAction } from '../../confirm-action.ts';
import { handleMessageForm } from '../../messages/message-form.ts';
import { handleStaffForm, type StaffFormResult } from '../../staff-form.ts';
import { handleApplyForm } from './apply-form.ts';

const moveCandidateAction = formAction('POST /api/v1/staff/candidates/{userId}/move/', parseCandidateForm);

function parseCandidateForm(form: FormData, userId: string) {
  const updatedAt = textOf(form, 'updatedAt');
  return {
    params: { userId },
    body: {
      action: textOf(form, 'action'),
      publicNote: textOf(form, 'publicNote'),
      privateNote: textOf(form, 'privateNote'),
      ...(updatedAt && { updatedAt }),
    },
  };
}

/** Handles the forms on a candidate's page: verify the details, ask for a correction, apply, or send a message again. */
export function handleCandidateForm(api: FormApi, page: FormPage, userId: string): Promise<StaffFormResult> {
  return handleStaffForm<Partial<StaffFormResult>>(page.request, async (form) => {
    const ofMessage = await handleMessageForm(api, page, form);
    if (ofMessage) return ofMessage;
    if (textOf(form, 'form') === 'apply') return handleApplyForm(api, page, form, userId);
    const label = candidateMoves[textOf(form, 'action') as CandidateMove] ?? 'Move';
    const { response, ...rest } = await confirmAction(
      { api, page, form, label },
      moveCandidateAction,
      userId,
    );
    return { done: response && 'moved', ...rest };
  });
}
