import { beforeEach, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { insertCertificate } from '../../support/certificates.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { certificateBody, insertAttendedEvent } from '../../support/staff/certificate-writes.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const ownPath = '/api/v1/certificates/';
const staffPath = '/api/v1/staff/certificates/';
let staff: Visitor;
let staffId: string;

beforeEach(async () => {
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
});

const replace = async (id: string, values: object): Promise<string> => {
  const { status, body } = await staff.call(`POST ${staffPath}${id}/replace/`, {
    ...{ values: certificateBody({ email: null, ...values }), reason: 'It was wrong.' },
  });
  expect(status).toBe(200);
  return body.id;
};
const idsOf = async ({ visitor }: { visitor: Visitor }) =>
  (await visitor.call(`GET ${ownPath}`)).body.results.map(({ id }: { id: string }) => id);
const flagsOf = (id: string) =>
  test.db
    .selectFrom('certificate')
    .select(['isHidden', 'isInPortfolio', 'eventId'])
    .where('id', '=', id)
    .executeTakeFirst();

it('[API-52] a replacement at another number belongs to the account of that number, without the choices of the one before', async () => {
  const [wrong, right] = [await signUpVerified(test), await signUpVerified(test)];
  const { id } = await insertCertificate(test.db, { holderEmail: null, holderPhone: wrong.e164 });
  expect(await idsOf(wrong)).toEqual([id]);
  await wrong.visitor.call(`POST ${ownPath}${id}/visibility/`, { is_hidden: true });
  const newId = await replace(id, { phone: right.e164 });
  expect(await idsOf(right)).toEqual([newId]);
  expect(await idsOf(wrong)).toEqual([id]);
  expect(await flagsOf(newId)).toMatchObject({ isHidden: false, isInPortfolio: true });
});

it('[API-52] a replacement for the same holder keeps the account, what the holder has chosen, and the event', async () => {
  const holder = await signUpVerified(test);
  const eventId = await insertAttendedEvent(test, staffId);
  const { id } = await insertCertificate(test.db, {
    ...{ holderEmail: 'Holder@example.com', holderPhone: holder.e164, eventId },
  });
  await holder.visitor.call(`POST ${ownPath}${id}/visibility/`, { is_hidden: true });
  await holder.visitor.call(`POST ${ownPath}${id}/portfolio/`, { is_in_portfolio: false });
  const newId = await replace(id, { email: 'holder@example.com', phone: holder.e164, hours: 180 });
  expect(await idsOf(holder)).toContain(newId);
  expect(await flagsOf(newId)).toEqual({ isHidden: true, isInPortfolio: false, eventId });
});

it('[API-52] a certificate that was hidden and then revoked or replaced names both to its holder, who can show it again', async () => {
  const holder = await signUpVerified(test);
  const [revoked, replaced] = await Promise.all(
    ['Bootcamp', 'Workshop'].map((title) =>
      insertCertificate(test.db, { title, holderEmail: null, holderPhone: holder.e164 }),
    ),
  );
  const setHidden = (id = '', is_hidden = true) =>
    holder.visitor.call(`POST ${ownPath}${id}/visibility/`, { is_hidden });
  for (const one of [revoked, replaced]) expect((await setHidden(one?.id)).status).toBe(200);
  await staff.call(`POST ${staffPath}${revoked?.id}/revoke/`, { reason: 'Wrong person.' });
  await replace(replaced?.id ?? '', { phone: holder.e164 });
  const { body } = await holder.visitor.call(`GET ${ownPath}`);
  for (const [one, label] of [
    [revoked, 'Revoked'],
    [replaced, 'Replaced'],
  ] as const) {
    expect(body.results.find(({ id }: { id: string }) => id === one?.id)).toMatchObject({
      ...{ status: 'HIDDEN', status_label: `${label} · Hidden by its holder`, can_show: true },
    });
    const shown = await setHidden(one?.id, false);
    expect(shown.body).toMatchObject({ status: label.toUpperCase(), status_label: label, can_hide: false });
    const seen = await test.visitor().call(`GET /api/v1/public/certificates/${one?.shortUuid}/`);
    expect(seen.body.status).toBe(label.toUpperCase());
  }
});
