import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { handleStaffForm, type StaffFormResult } from '../../staff-form.ts';

/** The forms of the list of employers and of the page of one. */

const parseEmployer = (form: FormData) => ({
  name: textOf(form, 'name'),
  website: textOf(form, 'website').trim() || null,
  about: textOf(form, 'about').replaceAll('\r\n', '\n'),
});

const createAction = formAction('POST /api/v1/staff/employers/create/', (form) => ({
  body: parseEmployer(form),
}));

const createLocationAction = formAction('POST /api/v1/staff/locations/create/', (form) => ({
  body: {
    city: textOf(form, 'city'),
    region: textOf(form, 'region'),
    countryIsoCode: textOf(form, 'countryIsoCode'),
  },
}));

export interface EmployersFormResult extends StaffFormResult {
  /** The page of the employer that was added. */
  href?: string | null;
}

/** Handles the forms for a new employer and a new place. After an error, `values.form` says which one was posted. */
export function handleEmployersForm(api: FormApi, page: FormPage): Promise<EmployersFormResult> {
  return handleStaffForm(page.request, async (form): Promise<Partial<EmployersFormResult>> => {
    if (textOf(form, 'form') === 'place') {
      const { errors } = await createLocationAction(api, page, form);
      return { done: errors ? null : 'place-added', errors };
    }
    const { response, errors } = await createAction(api, page, form);
    return { href: response && `/staff/employers/${response.id}/?done=employer-added`, errors };
  });
}

const uploadAction = formAction('POST /api/v1/upload/', (_, file: File) => ({
  body: {},
  file,
  isPublicFile: true,
}));
const updateAction = formAction(
  'PATCH /api/v1/staff/employers/{employerId}/update/',
  (form, employerId: string, logo: { mediaId: string } | null | undefined) => ({
    params: { employerId },
    body: {
      ...parseEmployer(form),
      version: Number(textOf(form, 'version') || Number.NaN),
      ...(logo !== undefined && { logo }),
    },
  }),
);
const archiveAction = formAction(
  'POST /api/v1/staff/employers/{employerId}/archive/',
  (form, employerId: string) => ({
    params: { employerId },
    body: { isArchived: textOf(form, 'isArchived') === 'yes' },
  }),
);

const parseContact = (form: FormData) => ({
  name: textOf(form, 'name'),
  role: textOf(form, 'role'),
  email: textOf(form, 'email').trim() || null,
  phone: textOf(form, 'phone').trim() || null,
  note: textOf(form, 'note'),
  isMain: textOf(form, 'isMain') === 'yes',
});
const createContactAction = formAction(
  'POST /api/v1/staff/employers/{employerId}/contacts/create/',
  (form, employerId: string) => ({
    params: { employerId },
    body: { ...parseContact(form), id: textOf(form, 'newContactId') || undefined },
  }),
);
const updateContactAction = formAction(
  'PATCH /api/v1/staff/employer-contacts/{contactId}/update/',
  (form, contactId: string) => ({
    params: { contactId },
    body: { ...parseContact(form), version: Number(textOf(form, 'version') || Number.NaN) },
  }),
);
const deleteContactAction = formAction(
  'DELETE /api/v1/staff/employer-contacts/{contactId}/delete/',
  (_, contactId: string) => ({ params: { contactId }, body: {} }),
);

const mergeAction = formAction(
  'POST /api/v1/staff/employers/{employerId}/merge/',
  (form, employerId: string) => ({
    params: { employerId },
    body: { otherEmployerId: textOf(form, 'otherEmployerId') },
  }),
);

/** A logo comes with its form. */
const maxUploadFormBytes = 6 * 1024 * 1024;

/** Handles the forms of an employer's page: change it, archive it, merge another one into it, and its contacts. */
export function handleEmployerForm(api: FormApi, page: FormPage, id: string): Promise<StaffFormResult> {
  return handleStaffForm(
    page.request,
    async (form) => {
      const kind = textOf(form, 'form');
      const contactId = textOf(form, 'contactId');
      if (kind === 'employer') return handleUpdate(api, page, form, id);
      if (kind === 'archive') return toResult(await archiveAction(api, page, form, id), 'changed');
      if (kind === 'merge') return toResult(await mergeAction(api, page, form, id), 'employer-merged');
      if (kind === 'delete-contact')
        return toResult(await deleteContactAction(api, page, form, contactId), 'contact-deleted');
      if (contactId) return toResult(await updateContactAction(api, page, form, contactId), 'saved');
      return toResult(await createContactAction(api, page, form, id), 'contact-added');
    },
    maxUploadFormBytes,
  );
}

type Errors = StaffFormResult['errors'];

const toResult = ({ errors }: { errors: Errors }, done: string) => ({ done: errors ? null : done, errors });

async function handleUpdate(api: FormApi, page: FormPage, form: FormData, id: string) {
  const file = form.get('logo');
  if (!(file instanceof File) || file.size === 0) {
    const removed = textOf(form, 'removesLogo') === 'yes' ? null : undefined;
    return toResult(await updateAction(api, page, form, id, removed), 'saved');
  }
  const { response, errors } = await uploadAction(api, page, form, file);
  if (errors) return { errors: { ...errors, fields: { logo: errors.message } } };
  return toResult(await updateAction(api, page, form, id, { mediaId: response.id }), 'saved');
}
