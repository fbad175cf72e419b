import { beforeEach, expect, it } from 'vitest';
import { requireApplicationAggregate } from '#lib/server/hiring/application-aggregate.ts';
import { respondWithOfferLetter } from '#lib/server/hiring/offers/offer-letter.ts';
import { cleanMedia } from '#lib/server/media/clean-media.ts';
import { handleApplicationForm } from '#lib/server/staff/hiring/applications/application-forms.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { type Candidate, readApplication, signUpCandidate } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { acceptOf, dayFromNow, postOffer, signUpShortlisted } from '../../support/hiring/offers.ts';
import { confirmStaffForm, postStaffForm, signUpStaff } from '../../support/hiring/staff.ts';
import { openFile } from '../../support/media/open-file.ts';
import { upload } from '../../support/media/upload.ts';
import { readPdf, withoutSpaces } from '../../support/portfolio/pdf-words.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const pdf = Buffer.from('%PDF-1.7\n%%EOF');
let staff: Visitor;
let person: Candidate & { id: string };

beforeEach(async () => {
  await restoreJobs(test.db);
  ({ visitor: staff } = await signUpStaff(test));
  person = await signUpShortlisted(test, 'inside-sales-associate-cl13');
});

async function drawLetter(): Promise<Response> {
  const aggregate = await requireApplicationAggregate(test.db, person.id, null);
  return respondWithOfferLetter(aggregate, aggregate.offers.at(-1) ?? null);
}

const uploadLetter = async (): Promise<string> =>
  (await upload(staff, { bytes: pdf, name: 'offer.pdf', type: 'application/pdf', isPublic: false })).body.id;

it('[API-42] an offer has a letter with its terms and, once accepted, the signature', async () => {
  expect((await drawLetter()).status).toBe(404);
  await postOffer(staff, person.id, { terms: 'Paid **leave**:\n\n- 18 days\n- 10 holidays' });
  const response = await drawLetter();
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const text = readPdf(Buffer.from(await response.arrayBuffer()));
  for (const line of ['₹3,60,000 a year', 'Pune', 'Hybrid', 'Paid leave:', '18 days', 'accept or decline'])
    expect(text).toContain(withoutSpaces(line));
  await acceptOf(person);
  const signed = readPdf(Buffer.from(await (await drawLetter()).arrayBuffer()));
  expect(signed).toContain(withoutSpaces('by Asha Verma, who typed this name as a signature.'));
});

it('[C-39] an uploaded letter is readable by its candidate and staff only, until the offer is withdrawn', async () => {
  const mediaId = await uploadLetter();
  const path = `/media/${mediaId}/offer.pdf`;
  const { visitor: colleague } = await signUpStaff(test);
  const { visitor: other } = await signUpCandidate(test);
  const statusOf = async (visitor: Visitor) => (await openFile(test, path, visitor)).status;
  expect(await statusOf(person.visitor)).toBe(404);
  await postOffer(staff, person.id, { letter: { media_id: mediaId } });
  const { offer } = await readApplication(person, person.id);
  expect(offer).toMatchObject({ letter: { name: 'offer.pdf' }, award_pdf_url: path });
  expect((await drawLetter()).headers.get('location')).toBe(path);
  const readers = [person.visitor, colleague, other, test.visitor()];
  expect(await Promise.all(readers.map(statusOf))).toEqual([200, 200, 404, 404]);
  await staff.call('POST /api/v1/staff/job-applications/move/', {
    ...{ application_ids: [person.id], action: 'WITHDRAW_OFFER', reason_code: 'OTHER' },
  });
  expect(await statusOf(person.visitor)).toBe(404);
});

it('[C-32] a letter of an offer cannot be deleted, and the clean-up leaves it', async () => {
  const mediaId = await uploadLetter();
  await postOffer(staff, person.id, { letter: { media_id: mediaId } });
  const { status, body } = await staff.call(`DELETE /api/v1/media/${mediaId}/delete/`);
  expect([status, body.error_code]).toEqual([409, 'INVALID_STATE']);
  await cleanMedia(test);
  await travel(test.db, 2 * 86_400);
  await cleanMedia(test);
  expect(await test.db.selectFrom('media').select('id').where('id', '=', mediaId).execute()).toHaveLength(1);
});

it('[C-39] a letter is a PDF of the staff member’s own', async () => {
  const mediaId = await uploadLetter();
  const { visitor: colleague } = await signUpStaff(test);
  const { status, body } = await postOffer(colleague, person.id, { letter: { media_id: mediaId } });
  expect([status, Object.keys(body.field_errors)]).toEqual([400, ['letter']]);
});

it('[API-42] the form of the page uploads the letter, and an error on another field does not lose it', async () => {
  const path = `/staff/applications/${person.id}/`;
  const fields = {
    ...{ form: 'offer', annualPay: '3.6 lakh', joiningOn: dayFromNow(21), location: 'Pune' },
    ...{ workMode: 'ON_SITE', expiresAt: dayFromNow(7), terms: '' },
  };
  const post = async (more: Record<string, string | string[]>, file?: File) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...more }))
      form.set(name, [value].flat()[0] ?? '');
    if (file) form.set('letter', file);
    const { request } = postStaffForm(test, staff, path, {});
    const encoded = new Response(form);
    const body = Buffer.from(await encoded.arrayBuffer());
    const headers = new Headers(request.headers);
    headers.set('content-type', encoded.headers.get('content-type') ?? '');
    headers.set('content-length', String(body.length));
    const page = { request: new Request(request.url, { method: 'POST', body, headers }) };
    return handleApplicationForm(test.api, page, person.id);
  };
  const file = new File([pdf], 'letter.pdf', { type: 'application/pdf' });
  const rejected = await post({ annualPay: 'a lot' }, file);
  expect(rejected.errors?.fields).toEqual({ annualPay: 'Enter yearly pay, for example 3,50,000' });
  expect(rejected.values).toMatchObject({ uploadedName: 'letter.pdf', annualPay: 'a lot' });
  const { uploadedId = '', uploadedName = '' } = rejected.values;
  const sent = await confirmStaffForm(post, { uploadedId, uploadedName });
  expect([sent.done, sent.errors]).toEqual(['offered', null]);
  expect((await readApplication(person, person.id)).offer.letter).toMatchObject({ media_id: uploadedId });
  const wrong = await post({ version: '1', status: 'OPEN' }, new File(['hello'], 'letter.pdf'));
  expect(Object.keys(wrong.errors?.fields ?? {})).toEqual(['letter']);
});
