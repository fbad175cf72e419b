import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queueWebhookEvents } from '#lib/server/staff/settings/queue-webhook-events.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { insertLearner, requireOpenBatch, reserve } from '../../support/enrolment/learners.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { acceptOf, declineOf, postOffer, signUpShortlisted } from '../../support/hiring/offers.ts';
import { requestCall } from '../../support/leads/requests.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';
import {
  deliverEvents,
  readEvents,
  startWebhookScene,
  type WebhookScene,
  webhooksPath,
} from '../../support/staff/webhooks.ts';

const test = useTestApi();
let scene: WebhookScene;

beforeEach(async () => {
  await restoreJobs(test.db);
  scene = await startWebhookScene(test);
});
afterEach(() => scene.receiver.close());

const events = () => readEvents(scene.receiver, scene.webhook.secret);
const askAdmin = (key: string, body: object = {}) =>
  scene.admin.call(key, key.startsWith('GET') ? undefined : body);
const listEvents = async () =>
  (await askAdmin(`GET ${webhooksPath}${scene.webhook.id}/deliveries/`)).body.results;
const readWebhook = async () => (await askAdmin(`GET ${webhooksPath}${scene.webhook.id}/`)).body;

describe('[C-41] another system hears, once and without a name, number or email,', () => {
  it('of a new lead and a confirmed enrolment', async () => {
    const { e164 } = await requestCall(test, { first_name: 'Zoya', email: 'zoya@example.com' });
    const { body: enrolment } = await reserve(await insertLearner(test), await requireOpenBatch(test.db));
    const confirmed = await askAdmin(`POST /api/v1/staff/enrolments/${enrolment.id}/record-payment/`, {
      ...{ amount: enrolment.first_open_amount, method: 'UPI', reference: 'UTR1' },
      received_at: new Date(Date.now() - 1000).toISOString(),
    });
    expect(confirmed.status).toBe(200);
    await askAdmin(`POST /api/v1/staff/enrolments/${enrolment.id}/move/`, { action: 'CONFIRM' });
    await deliverEvents(test);
    await deliverEvents(test);
    const found = events().toSorted((one, other) => one.type.localeCompare(other.type));
    expect(found.map(({ type }) => type)).toEqual(['enrolment.confirmed', 'lead.created', 'lead.created']);
    expect(found[0]?.data).toEqual({
      ...{ id: enrolment.id, reference: enrolment.reference, status: 'CONFIRMED' },
      ...{ program: enrolment.program_slug, batch_id: enrolment.batch_id },
    });
    expect(found.map(({ data }) => data)).toContainEqual({
      ...{ id: expect.any(String), reference: expect.stringMatching(/^LD-/), status: 'NEW' },
      ...{ sources: ['CALLBACK'], interests: [] },
    });
    const bodies = scene.receiver.received.map(({ body }) => body).join();
    expect(bodies).not.toContain(e164);
    expect(bodies).not.toMatch(/zoya|nair/i);
  });

  it('of an offer and its answer, and of each new status of an application', async () => {
    const [one, other] = [
      await signUpShortlisted(test, 'inside-sales-associate-cl13'),
      await signUpShortlisted(test, 'inside-sales-associate-cl13'),
    ];
    for (const { id } of [one, other]) expect((await postOffer(scene.admin, id)).status).toBe(200);
    await travel(test.db, 15);
    await acceptOf(one);
    await declineOf(other);
    await deliverEvents(test);
    const ofOne = events().filter(({ data }) => [data.id, data.application_id].includes(one.id));
    expect(ofOne.map(({ type, data }) => [type, data.from, data.status]).toSorted()).toEqual([
      ['application.status_changed', 'OFFERED', 'OFFER_ACCEPTED'],
      ['application.status_changed', 'SHORTLISTED', 'OFFERED'],
      ['offer.accepted', undefined, 'ACCEPTED'],
      ['offer.made', undefined, 'OPEN'],
    ]);
    const ofOther = events().filter(({ data }) => [data.id, data.application_id].includes(other.id));
    expect(ofOther.map(({ type }) => type)).toContain('offer.declined');
    expect(scene.receiver.received.map(({ body }) => body).join()).not.toContain('Asha');
  });
});

it('[API-42] what staff undo is not told, and nothing is told while it can be undone', async () => {
  const { id } = await signUpShortlisted(test, 'inside-sales-associate-cl13');
  await deliverEvents(test);
  scene.receiver.received.length = 0;
  await postOffer(scene.admin, id);
  await queueWebhookEvents(test);
  await deliverDue(test);
  expect(scene.receiver.received).toEqual([]);
  const { body } = await askAdmin('GET /api/v1/staff/actions/undoable/');
  expect((await askAdmin(`POST /api/v1/staff/actions/${body.action.id}/undo/`)).status).toBe(200);
  await deliverEvents(test);
  expect(scene.receiver.received).toEqual([]);
});

it('[C-41] two processes, and one that dies while it queues, tell each event once', async () => {
  await requestCall(test);
  await travel(test.db, 15);
  const dying = { ...test.messages, queue: () => Promise.reject(new Error('the process died')) };
  await expect(queueWebhookEvents({ ...test, messages: dying })).rejects.toThrow('the process died');
  await Promise.all([queueWebhookEvents(test), queueWebhookEvents(test)]);
  await deliverDue(test);
  expect(events()).toHaveLength(1);
});

it('[C-41] a failed request is tried again with the same id, and the log has each attempt', async () => {
  scene.receiver.behave({ status: 503, body: `busy ${'x'.repeat(5000)}` });
  await requestCall(test);
  await deliverEvents(test);
  const [waiting] = await listEvents();
  expect(waiting).toMatchObject({
    status: 'QUEUED',
    type: 'lead.created',
    last_error: 'the webhook answered 503',
  });
  expect(waiting.attempts).toMatchObject([{ status: 503, error: null, duration_ms: expect.any(Number) }]);
  expect(waiting.attempts[0].answer).toHaveLength(512);
  expect((await readWebhook()).failing_since).not.toBeNull();
  scene.receiver.behave(200);
  await travel(test.db, 60);
  await deliverDue(test);
  const [delivered] = await listEvents();
  expect(delivered).toMatchObject({ id: waiting.id, status: 'SENT', next_attempt_at: null });
  expect(delivered.attempts.map(({ status }: { status: number }) => status)).toEqual([200, 503]);
  expect(new Set(scene.receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set([waiting.id]),
  );
  expect(await readWebhook()).toMatchObject({ failing_since: null, last_delivered_at: expect.any(String) });
});

it('[C-41] an event that was delivered can be sent again for 30 days, and a test shows its answer at once', async () => {
  const { body: sent } = await askAdmin(`POST ${webhooksPath}${scene.webhook.id}/send-test/`);
  expect(sent).toMatchObject({ status: 'SENT', type: 'webhook.test', attempts: [{ status: 200 }] });
  const again = await askAdmin(`POST ${webhooksPath}${scene.webhook.id}/deliveries/${sent.id}/send-again/`);
  expect(again.body).toMatchObject({
    id: sent.id,
    status: 'SENT',
    attempts: [{ status: 200 }, { status: 200 }],
  });
  expect(events().map(({ type }) => type)).toEqual(['webhook.test', 'webhook.test']);
});

it('[C-41] a paused webhook gets nothing of that time, and other events than it asks for never', async () => {
  await askAdmin(`POST ${webhooksPath}${scene.webhook.id}/set-active/`, { is_active: false });
  await requestCall(test);
  await deliverEvents(test);
  const test409 = await askAdmin(`POST ${webhooksPath}${scene.webhook.id}/send-test/`);
  expect([test409.status, test409.body.error_code]).toEqual([409, 'INVALID_STATE']);
  await askAdmin(`POST ${webhooksPath}${scene.webhook.id}/set-active/`, { is_active: true });
  const { name, url, version } = await readWebhook();
  const only = { name, url, version, events: ['offer.made'] };
  expect((await askAdmin(`PATCH ${webhooksPath}${scene.webhook.id}/update/`, only)).status).toBe(200);
  await requestCall(test);
  await deliverEvents(test);
  expect(scene.receiver.received).toEqual([]);
});

describe('[C-41] a webhook is switched off', () => {
  it('after three days of failures, and admins see it on Today', async () => {
    scene.receiver.behave(500);
    await requestCall(test);
    await deliverEvents(test);
    await test.db.updateTable('webhook').set({ failures: 18 }).execute();
    await travel(test.db, 3 * 86_400 - 3600);
    await deliverDue(test);
    expect(await readWebhook()).toMatchObject({ status: 'ACTIVE' });
    await travel(test.db, 2 * 3600);
    await deliverDue(test);
    expect(await readWebhook()).toMatchObject({ status: 'DISABLED' });
    const today = await askAdmin('GET /api/v1/staff/today/');
    expect(today.body.results.filter(({ kind }: { kind: string }) => kind === 'MESSAGE')).toEqual([]);
  });

  it('when it answers that it is gone', async () => {
    scene.receiver.behave(410);
    await requestCall(test);
    await deliverEvents(test);
    expect(await readWebhook()).toMatchObject({ status: 'DISABLED' });
    expect((await listEvents())[0]).toMatchObject({ status: 'FAILED' });
  });
});
