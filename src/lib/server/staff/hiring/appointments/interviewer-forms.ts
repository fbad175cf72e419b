import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { handleStaffForm, type StaffFormResult } from '../../staff-form.ts';

const parseFields = (form: FormData) => ({
  name: textOf(form, 'name'),
  email: textOf(form, 'email'),
  userId: textOf(form, 'userId') || null,
});

const createAction = formAction('POST /api/v1/staff/interviewers/create/', (form) => ({
  body: parseFields(form),
}));

const updateAction = formAction('PATCH /api/v1/staff/interviewers/{interviewerId}/update/', (form) => ({
  params: { interviewerId: textOf(form, 'interviewerId') },
  body: { ...parseFields(form), isActive: textOf(form, 'isActive') === 'yes' },
}));

/** Handles the forms of the page of interviewers: add one, or change one. */
export function handleInterviewersForm(api: FormApi, page: FormPage): Promise<StaffFormResult> {
  return handleStaffForm(page.request, async (form) => {
    const isNew = textOf(form, 'interviewerId') === '';
    const { errors } = await (isNew ? createAction : updateAction)(api, page, form);
    return { done: errors ? null : isNew ? 'interviewer-added' : 'saved', errors };
  });
}
