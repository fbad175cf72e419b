import { readStaffForm, refusedOf, staffCall, textOf } from '../../pages.ts';
import { type FormTaken, typed } from '../appointments/take-batch.ts';

/** The forms of employers and places. `kind` tells whose the mistakes are. */
export async function takeChoiceForm(
  api: (request: Request) => Promise<Response>,
  request: Request,
): Promise<FormTaken & { kind: string }> {
  if (request.method !== 'POST') return { done: null, refused: null, values: {}, kind: '' };
  try {
    const form = await readStaffForm(request);
    const kind = textOf(form, 'form');
    const { refused } =
      kind === 'employer'
        ? await staffCall(api, request, 'POST /api/v1/staff/employers/create/', {
            name: textOf(form, 'name'),
            website: textOf(form, 'website').trim() || null,
            about: textOf(form, 'about'),
          })
        : await staffCall(api, request, 'POST /api/v1/staff/locations/create/', {
            city: textOf(form, 'city'),
            region: textOf(form, 'region'),
            countryIsoCode: textOf(form, 'countryIsoCode'),
          });
    return { done: refused ? null : 'added', refused, values: refused ? typed(form) : {}, kind };
  } catch (error) {
    return { done: null, refused: refusedOf(error), values: {}, kind: '' };
  }
}
