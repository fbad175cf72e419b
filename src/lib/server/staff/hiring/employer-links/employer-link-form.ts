import { type FormApi, type FormPage, formAction, textOf } from '#lib/server/http/page-form.ts';
import { handleStaffForm, integerOf, type StaffFormResult, textsOf } from '../../staff-form.ts';

export interface EmployerLinkFormResult extends StaffFormResult {
  /** The address of a new link, which is shown only once, and whom it is for. */
  created?: { url: string | null; personName: string; personEmail: string } | null;
  /** The chosen candidates to show again after an error. */
  chosen?: string[];
}

const createAction = formAction(
  'POST /api/v1/staff/jobs/{jobId}/employer-links/create/',
  (form, jobId: string) => ({
    params: { jobId },
    body: {
      requestId: textOf(form, 'requestId'),
      personName: textOf(form, 'personName'),
      personEmail: textOf(form, 'personEmail'),
      days: integerOf(textOf(form, 'days')),
      applicationIds: textsOf(form, 'applicationIds'),
    },
  }),
);

const revokeAction = formAction('POST /api/v1/staff/employer-links/{linkId}/revoke/', (form) => ({
  params: { linkId: textOf(form, 'linkId') },
  body: {},
}));

const markReadAction = formAction('POST /api/v1/staff/employer-reviews/{reviewId}/mark-read/', (form) => ({
  params: { reviewId: textOf(form, 'reviewId') },
  body: { version: integerOf(textOf(form, 'version')) },
}));

/** Handles the forms of a job's links: a new one, which the page then shows at once, and revoking one. */
export function handleEmployerLinkForm(
  api: FormApi,
  page: FormPage,
  jobId: string,
): Promise<EmployerLinkFormResult> {
  return handleStaffForm(page.request, async (form): Promise<Partial<EmployerLinkFormResult>> => {
    if (textOf(form, 'form') === 'revoke') {
      const { errors } = await revokeAction(api, page, form);
      return { done: errors ? null : 'revoked', errors };
    }
    const { response, errors } = await createAction(api, page, form, jobId);
    if (errors) return { errors, chosen: textsOf(form, 'applicationIds') };
    const { personName, personEmail } = response.link;
    return { created: { url: response.url, personName, personEmail } };
  });
}

/** Handles the form of an application's page that marks an employer's answer as read. */
export async function handleMarkReadForm(api: FormApi, page: FormPage, form: FormData) {
  const { errors } = await markReadAction(api, page, form);
  return { done: errors ? null : 'changed', errors };
}
