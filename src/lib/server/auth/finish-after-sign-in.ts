import type { FormErrors, FormPage } from '#lib/server/http/page-form.ts';

/** How a person who is not signed in does so: on an open page by signing up, on an own page by logging in. */
type SignInIntent = 'signup' | 'login';

/**
 * Returns the search of an address that asks for signing in and then posts the form of its page by itself. Returns null unless
 * the form was rejected because its session had ended or the number is not verified.
 */
export function findFinishSearch(errors: FormErrors | null, intent: SignInIntent): string | null {
  if (errors?.status === 401) return `?auth=${intent}&finish=yes`;
  return errors?.errorCode === 'PHONE_NOT_VERIFIED' ? '?auth=verify&finish=yes' : null;
}

/**
 * Responds to a form that needs signing in first: the browser posts it again, with its fields, to the address that finishes it.
 * Returns null at that address, which shows the form with what was entered, and for every other form.
 */
export function repostToFinish(
  { request }: FormPage,
  errors: FormErrors | null,
  intent: SignInIntent,
): Response | null {
  const { pathname, searchParams } = new URL(request.url);
  const search = searchParams.has('finish') ? null : findFinishSearch(errors, intent);
  return search ? new Response(null, { status: 307, headers: { Location: pathname + search } }) : null;
}
