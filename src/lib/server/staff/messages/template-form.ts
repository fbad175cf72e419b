import { validate as isUuid } from 'uuid';
import type { MessageTemplate } from '#lib/contract/staff/hiring/message-templates.ts';
import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { handleStaffForm, integerOf, type StaffFormResult } from '../staff-form.ts';

/** The forms of the templates: add, change, delete and restore one. */

export interface TemplateFormResult extends StaffFormResult {
  /** The template as somebody else has saved it meanwhile. */
  current?: MessageTemplate | undefined;
}

const fieldsOf = (form: FormData) => ({
  purpose: textOf(form, 'purpose'),
  name: textOf(form, 'name'),
  subject: textOf(form, 'subject') || null,
  text: textOf(form, 'text'),
});

const createAction = formAction('POST /api/v1/staff/message-templates/create/', (form) => {
  const id = textOf(form, 'id');
  return { body: { id: isUuid(id) ? id : crypto.randomUUID(), ...fieldsOf(form) } };
});
const path = '/api/v1/staff/message-templates/{templateId}/';
const updateAction = formAction(`PATCH ${path}update/`, (form, templateId: string) => ({
  params: { templateId },
  body: { ...fieldsOf(form), version: integerOf(textOf(form, 'version')) },
}));
const deleteAction = formAction(`POST ${path}delete/`, (_, templateId: string) => ({
  params: { templateId },
  body: {},
}));
const restoreAction = formAction(`POST ${path}restore/`, (form) => ({
  params: { templateId: textOf(form, 'restore') },
  body: {},
}));

/** Handles the form of a template's page. `id` is null for a new one. */
export function handleTemplateForm(
  api: FormApi,
  page: FormPage,
  id: string | null,
): Promise<TemplateFormResult> {
  return handleStaffForm<Partial<TemplateFormResult>>(page.request, async (form) => {
    if (id !== null && textOf(form, 'form') === 'delete') {
      const { errors } = await deleteAction(api, page, form, id);
      return { done: errors ? null : 'template-deleted', errors };
    }
    const { errors } = await (id === null
      ? createAction(api, page, form)
      : updateAction(api, page, form, id));
    const current = errors?.current as MessageTemplate | undefined;
    return { done: errors ? null : 'template-saved', errors, ...(current && { current }) };
  });
}

/** Handles the form of the list, which restores a template that was just deleted. */
export function handleTemplatesForm(api: FormApi, page: FormPage): Promise<StaffFormResult> {
  return handleStaffForm<Partial<StaffFormResult>>(page.request, async (form) => {
    const { errors } = await restoreAction(api, page, form);
    return { done: errors ? null : 'template-restored', errors };
  });
}
