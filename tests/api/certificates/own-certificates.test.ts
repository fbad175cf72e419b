import { expect, it } from 'vitest';
import { attributedPath } from '#lib/domain/certificates/share-links.ts';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { insertCertificate } from '../../support/certificates.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';

const test = useTestApi();
const path = '/api/v1/certificates/';
const getPublic = async (id: string) =>
  (await test.visitor().call(`GET /api/v1/public/certificates/${id}/`)).body;

it('[API-52] the account with the verified number claims a certificate, and nobody else sees or changes it', async () => {
  const owner = await signUpVerified(test);
  const other = await signUpVerified(test);
  const { id } = await insertCertificate(test.db, { holderEmail: null, holderPhone: owner.e164 });
  await test.db.updateTable('certificate').set({ userId: null }).execute();
  expect((await other.visitor.call(`GET ${path}`)).body.results).toEqual([]);
  const { body } = await owner.visitor.call(`GET ${path}`);
  expect(body).toMatchObject({ count: 1, results: [{ id, status: 'ISSUED', can_hide: true }] });
  const hide = (visitor: typeof other.visitor) =>
    visitor.call(`POST ${path}${id}/visibility/`, { is_hidden: true });
  expect(await hide(other.visitor)).toMatchObject({ status: 404 });
  expect(await hide(test.visitor())).toMatchObject({ status: 401 });
  expect((await hide(owner.visitor)).body).toMatchObject({ status: 'HIDDEN', can_show: true });
});

it('[API-52] an email that is not verified claims nothing', async () => {
  const { visitor, e164 } = await signUpVerified(test);
  const { email } = await test.db.selectFrom('appUser').select('email').executeTakeFirstOrThrow();
  await test.db.updateTable('appUser').set({ emailVerifiedAt: null }).execute();
  await insertCertificate(test.db, { holderEmail: email });
  expect(e164).toBeTruthy();
  expect((await visitor.call(`GET ${path}`)).body.count).toBe(0);
});

it('[API-52] a certificate that was sent to an email is claimed once that email is verified', async () => {
  const { visitor } = await signUpVerified(test);
  const { email } = await test.db.selectFrom('appUser').select('email').executeTakeFirstOrThrow();
  const setVerified = (emailVerifiedAt: Date | null) =>
    test.db.updateTable('appUser').set({ emailVerifiedAt }).execute();
  await setVerified(null);
  const { id } = await insertCertificate(test.db, { holderEmail: email.toUpperCase() });
  expect((await visitor.call(`GET ${path}`)).body.count).toBe(0);
  await setVerified(new Date());
  expect((await visitor.call(`GET ${path}`)).body).toMatchObject({ count: 1, results: [{ id }] });
});

it('[API-52] a hidden certificate shows nothing of its holder, and is shown again', async () => {
  const { visitor, e164 } = await signUpVerified(test);
  const { id, shortUuid } = await insertCertificate(test.db, { holderPhone: e164 });
  const setHidden = (is_hidden: boolean) => visitor.call(`POST ${path}${id}/visibility/`, { is_hidden });
  await setHidden(true);
  expect((await setHidden(true)).status).toBe(200);
  expect(JSON.stringify(await getPublic(shortUuid))).not.toContain('Lakshmi');
  await setHidden(false);
  expect(await getPublic(shortUuid)).toMatchObject({ status: 'ISSUED', holder_name: 'Lakshmi Narayanan' });
});

it('[API-52] a holder asks for another name, and staff approve it as a new version', async () => {
  const { visitor, e164 } = await signUpVerified(test);
  const { id, shortUuid } = await insertCertificate(test.db, { holderPhone: e164 });
  const request = (holder_name: string) =>
    visitor.call(`POST ${path}${id}/request-name/`, { holder_name, note: 'As in my passport' });
  expect(await request('张伟')).toMatchObject({ status: 400 });
  expect((await request('Lakshmi  Narayanan ')).body.field_errors.holder_name).toContain('already');
  await request('Lakshmi N');
  expect((await request('Lakshmi Narayan')).body).toMatchObject({ requested_name: 'Lakshmi Narayan' });
  const { visitor: staff } = await signUpStaff(test);
  const { body } = await staff.call(`GET /api/v1/staff/certificates/${id}/`);
  expect(body.request).toMatchObject({ holder_name: 'Lakshmi Narayan', note: 'As in my passport' });
  await staff.call(
    `POST /api/v1/staff/certificates/${id}/correct/`,
    body.request && { holder_name: 'Lakshmi Narayan' },
  );
  expect(await getPublic(shortUuid)).toMatchObject({ holder_name: 'Lakshmi Narayan', version: 2 });
  expect((await visitor.call(`GET ${path}`)).body.results[0].requested_name).toBeNull();
});

const visit = (shortUuid: string, source_host: string | null, agent?: string, visitor = test.visitor()) =>
  visitor.call(
    `POST /api/v1/public/certificates/${shortUuid}/visits/`,
    { source_host },
    { 'user-agent': agent ?? 'Mozilla/5.0 (Linux; Android 14) Chrome/140' },
  );
const countRows = async () => (await test.db.selectFrom('certificateVisit').select('host').execute()).length;

it('[API-52] the holder sees how often the link was opened and from which hosts, without programs and own visits', async () => {
  const { visitor, e164 } = await signUpVerified(test);
  const { shortUuid } = await insertCertificate(test.db, { holderPhone: e164 });
  for (const host of ['www.LinkedIn.com', 'linkedin.com', null, 'buy pills now', 'a'.repeat(200)])
    expect(await visit(shortUuid, host)).toMatchObject({ status: 200, body: {} });
  await visit(shortUuid, 'linkedin.com', 'Googlebot/2.1');
  await visit(shortUuid, 'linkedin.com', undefined, visitor);
  const { body } = await visitor.call(`GET ${path}`);
  expect(body.results[0].visits).toEqual({
    ...{ total: 5, this_month: 5 },
    sources: [
      { host: '', visits: 3 },
      { host: 'linkedin.com', visits: 2 },
    ],
  });
});

it('[API-52] a visit with Do Not Track or Global Privacy Control is not counted, with the same answer', async () => {
  const { shortUuid } = await insertCertificate(test.db);
  const send = (headers: Record<string, string>) =>
    test
      .visitor()
      .call(
        `POST /api/v1/public/certificates/${shortUuid}/visits/`,
        { source_host: 'linkedin.com' },
        { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140', ...headers },
      );
  for (const headers of [{ dnt: '1' }, { 'sec-gpc': '1' }])
    expect(await send(headers)).toMatchObject({ status: 200, body: {} });
  expect(await countRows()).toBe(0);
  await send({ dnt: '0' });
  expect(await countRows()).toBe(1);
});

it('[API-52] [TRACK-01] a request of somebody whom a certificate led here is counted for that certificate, once', async () => {
  const { id, shortUuid } = await insertCertificate(test.db);
  const other = await insertCertificate(test.db);
  const { visitor: staff } = await signUpStaff(test);
  const conversions = async (of = id) =>
    (await staff.call(`GET /api/v1/staff/certificates/${of}/`)).body.conversions;
  expect(await conversions()).toBe(0);
  // The page's own link to the programme, as the browser stores it.
  const { searchParams } = new URL(
    attributedPath('/programs/career-accelerator/', shortUuid),
    'https://localhost',
  );
  const campaign = {
    ...{ s: searchParams.get('utm_source') ?? '', m: searchParams.get('utm_medium') ?? '' },
    ...{ c: searchParams.get('utm_campaign') ?? '', n: searchParams.get('utm_content') ?? '' },
  };
  const request = async (
    email: string,
    touches: { first: Record<string, string>; session: Record<string, string> },
  ) => {
    const visitor = test.visitor();
    visitor.cookies.set('utm_first', String(new URLSearchParams(touches.first)));
    visitor.cookies.set('utm_session', String(new URLSearchParams(touches.session)));
    expect((await visitor.call('POST /api/v1/programs/embark-pro/send-brochure/', { email })).status).toBe(
      200,
    );
  };
  const landing = { p: `/certificates/${shortUuid}/` };
  await request('one@example.com', { first: landing, session: campaign });
  expect(await conversions()).toBe(1);
  // Somebody who came back on another way, and had seen the certificate first.
  await request('two@example.com', { first: landing, session: { s: 'google' } });
  await request('three@example.com', { first: { p: '/' }, session: { s: 'google', n: shortUuid } });
  expect(await conversions()).toBe(2);
  expect(await conversions(other.id)).toBe(0);
});

it('[API-52] a certificate counts 20 hosts of a month by name, and a hidden or unknown one counts nothing with the same answer', async () => {
  const { id, shortUuid } = await insertCertificate(test.db);
  for (let at = 0; at < 25; at += 1) await visit(shortUuid, `site${at}.example`);
  expect(await countRows()).toBe(21);
  const { visits } = await test.db
    .selectFrom('certificateVisit')
    .select('visits')
    .where('host', '=', 'other')
    .executeTakeFirstOrThrow();
  expect(visits).toBe(5);
  await test.db.updateTable('certificate').set({ isHidden: true }).where('id', '=', id).execute();
  const answers = await Promise.all([
    visit(shortUuid, null),
    visit('K7TQM4XWHN2C', null),
    visit('%00', null),
  ]);
  expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, {}]));
  expect(await countRows()).toBe(21);
});

it('[API-52] a holder removes a certificate from the portfolio and adds it again, and a hidden one is never listed', async () => {
  const { visitor, e164 } = await signUpVerified(test);
  const other = await signUpVerified(test);
  const { id, shortUuid } = await insertCertificate(test.db, { holderPhone: e164 });
  const choose = (is_in_portfolio: boolean, by = visitor) =>
    by.call(`POST ${path}${id}/portfolio/`, { is_in_portfolio });
  const listed = async () => {
    const { body } = await visitor.call('GET /api/v1/portfolios/');
    return body.results[0].certificates.map(({ short_uuid }: { short_uuid: string }) => short_uuid);
  };
  expect(await listed()).toEqual([shortUuid]);
  expect((await choose(false, other.visitor)).status).toBe(404);
  expect((await choose(false)).body).toMatchObject({ is_in_portfolio: false });
  expect(await listed()).toEqual([]);
  expect((await choose(true)).body).toMatchObject({ is_in_portfolio: true });
  await visitor.call(`POST ${path}${id}/visibility/`, { is_hidden: true });
  expect(await listed()).toEqual([]);
});

it('[API-52] staff find a request for a name on Today, reject it with a reason that the holder reads, and can undo it', async () => {
  const { visitor, e164 } = await signUpVerified(test);
  const { id } = await insertCertificate(test.db, { holderPhone: e164 });
  const ask = () => visitor.call(`POST ${path}${id}/request-name/`, { holder_name: 'Batman' });
  const { visitor: staff } = await signUpStaff(test);
  const reject = () =>
    staff.call(`POST /api/v1/staff/certificates/${id}/reject-name/`, { reason: 'It is not your name.' });
  const due = async () => {
    const { body } = await staff.call('GET /api/v1/staff/today/');
    return body.results.filter(({ kind }: { kind: string }) => kind === 'NAME');
  };
  const own = async () => (await visitor.call(`GET ${path}`)).body.results[0];
  expect((await reject()).body.error_code).toBe('INVALID_STATE');
  await ask();
  expect(await due()).toMatchObject([
    {
      who: 'Lakshmi Narayanan',
      href: `/staff/certificates/${id}/`,
      about: expect.stringContaining('Batman'),
    },
  ]);
  expect((await reject()).body).toMatchObject({
    request: null,
    values: { holder_name: 'Lakshmi Narayanan' },
  });
  expect(await own()).toMatchObject({ requested_name: null, answer: 'It is not your name.' });
  expect(await due()).toEqual([]);
  const notices = () =>
    test.db.selectFrom('outbox').select('text').where('kind', '=', 'certificate').execute();
  expect((await notices()).map(({ text }) => text).join()).toContain('Reason: It is not your name.');
  const action = await test.db.selectFrom('staffAction').select('id').executeTakeFirstOrThrow();
  expect((await staff.call(`POST /api/v1/staff/actions/${action.id}/undo/`, {})).status).toBe(200);
  expect(await own()).toMatchObject({ requested_name: 'Batman', answer: null });
  expect(await notices()).toEqual([]);
});

it('[API-52] a correction approves only the request that staff have read', async () => {
  const { visitor, e164 } = await signUpVerified(test);
  const { id, shortUuid } = await insertCertificate(test.db, { holderPhone: e164 });
  const ask = (holder_name: string) => visitor.call(`POST ${path}${id}/request-name/`, { holder_name });
  const { visitor: staff } = await signUpStaff(test);
  const correct = (body: object) => staff.call(`POST /api/v1/staff/certificates/${id}/correct/`, body);
  await ask('lakshmi n');
  await ask('lakshmi narayan');
  const stale = { status: 409, body: { error_code: 'STALE_WRITE' } };
  expect(await correct({ holder_name: 'lakshmi n' })).toMatchObject(stale);
  expect(await correct({ holder_name: 'Lakshmi N.', requested_name: 'lakshmi n' })).toMatchObject(stale);
  expect(await correct({ holder_name: 'Lakshmi N.', requested_name: null })).toMatchObject(stale);
  expect(await getPublic(shortUuid)).toMatchObject({ holder_name: 'Lakshmi Narayanan', version: 1 });
  expect((await visitor.call(`GET ${path}`)).body.results[0].requested_name).toBe('lakshmi narayan');
  const read = { holder_name: 'Lakshmi Narayan', requested_name: 'lakshmi narayan' };
  expect((await correct(read)).body).toMatchObject({ holder_name: 'Lakshmi Narayan', request: null });
});
