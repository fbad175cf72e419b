import { beforeEach, expect, it } from 'vitest';
import { cleanMedia } from '#lib/server/media/clean-media.ts';
import { formatEvent, handleStaffEventForm } from '#lib/server/staff/events/event-form.ts';
import { requireStaffEvent } from '#lib/server/staff/events/find-events.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { insertLearner } from '../../support/enrolment/learners.ts';
import { insertEvent } from '../../support/events.ts';
import { postStaffForm, signUpStaff } from '../../support/hiring/staff.ts';
import { createPlainPicture } from '../../support/media/pictures.ts';
import { upload } from '../../support/media/upload.ts';
import type { Visitor } from '../../support/visitor.ts';

/** The picture and the slides of an event, as staff upload them. */

const test = useTestApi();
let staff: Visitor;

beforeEach(async () => {
  ({ visitor: staff } = await signUpStaff(test));
});

const pdf = Buffer.from('%PDF-1.7\n%%EOF');
const uploadPdf = async (visitor: Visitor, isPublic = true): Promise<string> =>
  (await upload(visitor, { bytes: pdf, name: 'talk.pdf', type: 'application/pdf', isPublic })).body.id;
const update = (id: string, body: object, version = 1) =>
  staff.call(`PATCH /api/v1/staff/events/${id}/update/`, { version, ...body });
const pageOf = async (id: string) => (await test.visitor().call(`GET /api/v1/live-events/${id}/`)).body;

it('[API-20, C-32] the picture is shown at once, the slides when the event is over, and both are kept', async () => {
  const { id } = await insertEvent(test.db);
  const picture = await upload(staff, { bytes: await createPlainPicture(1200, 630).png().toBuffer() });
  const slides = await uploadPdf(staff);
  const saved = await update(id, { cover: { media_id: picture.body.id }, slides: { media_id: slides } });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  expect(await pageOf(id)).toMatchObject({
    ...{ cover_image: `/images/height/640/media/${picture.body.id}`, has_cover: true },
    slides_url: null,
  });
  await travel(test.db, 80 * 3600);
  await cleanMedia(test);
  await travel(test.db, 30 * 3600);
  await cleanMedia(test);
  expect((await pageOf(id)).slides_url).toBe(`/media/${slides}/slides.pdf`);
  await update(id, { cover: null, slides: null }, 2);
  expect(await pageOf(id)).toMatchObject({ has_cover: false, slides_url: null });
});

it('[C-39] files of others, private slides, and a picture as slides are rejected at their field', async () => {
  const { id } = await insertEvent(test.db);
  const { visitor } = await insertLearner(test);
  const foreign = await uploadPdf(visitor);
  const hidden = await uploadPdf(staff, false);
  const { body } = await upload(staff, { bytes: await createPlainPicture(64, 64).png().toBuffer() });
  for (const [field, media_id] of [
    ['slides', foreign],
    ['slides', hidden],
    ['slides', body.id],
    ['cover', hidden],
    ['cover', crypto.randomUUID()],
  ]) {
    const answer = await update(id, { [field as string]: { media_id } });
    expect([answer.status, Object.keys(answer.body.field_errors)]).toEqual([400, [field]]);
  }
});

it('[API-20] the form uploads a file once, keeps it while the preview is shown, and saves it', async () => {
  const { id } = await insertEvent(test.db, { mode: 'IN_PERSON', venue: 'Room 1' });
  const { visitor } = await insertLearner(test);
  await visitor.call(`POST /api/v1/live-events/${id}/register/`, {});
  const post = async (more: Record<string, string>, file?: File) => {
    const event = await requireStaffEvent(test.db, id);
    const form = new FormData();
    const { startsAt: _, endsAt: __, timeZone: ___, ...text } = formatEvent(event.values);
    for (const [name, value] of Object.entries({ ...text, version: String(event.version), ...more }))
      form.set(name, value);
    if (file) form.set('slides', file);
    const { request } = postStaffForm(test, staff, `/staff/events/${id}/`, {});
    const encoded = new Response(form);
    const body = Buffer.from(await encoded.arrayBuffer());
    const headers = new Headers(request.headers);
    headers.set('content-type', encoded.headers.get('content-type') ?? '');
    headers.set('content-length', String(body.length));
    const page = { request: new Request(request.url, { method: 'POST', body, headers }) };
    return handleStaffEventForm(test.api, page, event);
  };
  const wrong = await post({}, new File(['hello'], 'talk.pdf'));
  expect(Object.keys(wrong.errors?.fields ?? {})).toEqual(['slides']);
  const shown = await post({ venue: 'Room 2' }, new File([pdf], 'talk.pdf', { type: 'application/pdf' }));
  expect([shown.errors, shown.updatePreview?.people]).toEqual([null, 1]);
  expect((await requireStaffEvent(test.db, id)).values.venue).toBe('Room 1');
  const { slidesMediaId = '' } = shown.values;
  const sent = await post({
    venue: 'Room 2',
    slidesMediaId,
    step: 'send',
    confirmed: shown.updatePreview?.fingerprint ?? '',
  });
  expect([sent.done, sent.errors]).toEqual(['saved', null]);
  expect(await requireStaffEvent(test.db, id)).toMatchObject({
    ...{ values: { venue: 'Room 2' }, slidesFile: `/media/${slidesMediaId}/slides.pdf` },
  });
});
