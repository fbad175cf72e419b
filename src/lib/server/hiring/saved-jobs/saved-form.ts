import {
  type FormApi,
  type FormErrors,
  type FormPage,
  formAction,
  readFormData,
  textOf,
  toFormErrors,
} from '#lib/server/http/page-form.ts';
import { readSearch, searchHref } from '../jobs/search-query.ts';

/** The forms that save and remove jobs and searches. They are on several pages and all post to the saved ones. */

const saveAction = formAction('POST /api/v1/moonshot/jobs/{jobSlug}/save/', (form) => ({
  params: { jobSlug: textOf(form, 'jobSlug') },
  body: { isSaved: textOf(form, 'isSaved') === 'true' },
}));

const createAction = formAction('POST /api/v1/moonshot/job-alerts/create/', (form) => {
  const { sort: _, ...filters } = searchOf(form);
  return { body: filters };
});

const deleteAction = formAction('DELETE /api/v1/moonshot/job-alerts/{jobAlertId}/delete/', (form) => ({
  params: { jobAlertId: textOf(form, 'jobAlertId') },
  body: {},
}));

const switchAction = formAction('POST /api/v1/moonshot/job-alerts/switch/', (form) => ({
  body: { isOn: textOf(form, 'isOn') === 'true' },
}));

const actions = { save: saveAction, alert: createAction, delete: deleteAction, switch: switchAction };

/** Reads the search that the form has as the query of its list. */
const searchOf = (form: FormData) => readSearch(new URLSearchParams(textOf(form, 'search'))).filters;

export interface SavedFormResult {
  /** Where to go after a form that was accepted. */
  redirectTo: string | null;
  errors: FormErrors | null;
}

/** Handles a form that was posted to the page of saved jobs. Does nothing for a request that is not a POST. */
export async function handleSavedForm(api: FormApi, page: FormPage): Promise<SavedFormResult> {
  if (page.request.method !== 'POST') return { redirectTo: null, errors: null };
  try {
    const form = await readFormData(page.request);
    const name = textOf(form, 'form');
    const action = Object.hasOwn(actions, name) ? actions[name as keyof typeof actions] : saveAction;
    const { errors } = await action(api, page, form);
    return { redirectTo: errors ? null : pathAfter(name, form), errors };
  } catch (error) {
    return { redirectTo: null, errors: toFormErrors(error) };
  }
}

/** Returns to the page with the form, whose path is made here and not taken from the form. */
function pathAfter(name: string, form: FormData): string {
  if (name === 'alert') {
    const path = searchHref(searchOf(form));
    return `${path}${path.includes('?') ? '&' : '?'}done=alert`;
  }
  const isOnJob = name === 'save' && textOf(form, 'from') === 'job';
  return isOnJob ? `/moonshot/jobs/${encodeURIComponent(textOf(form, 'jobSlug'))}/` : '/moonshot/saved/';
}
