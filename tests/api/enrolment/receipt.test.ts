import { expect, it } from 'vitest';
import { formatMoney } from '#lib/domain/enrolment/fee.ts';
import { describeOwnCall } from '#lib/domain/leads/own-call.ts';
import { requireEnrolment } from '#lib/server/enrolment/enrolment-aggregate.ts';
import { respondWithReceipt } from '#lib/server/enrolment/receipt-pdf.ts';
import { listOwnRequests } from '#lib/server/leads/own-requests.ts';
import { useTestApi } from '../../support/api.ts';
import { insertLearner, requireOpenBatch, reserve } from '../../support/enrolment/learners.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { readPdf, withoutSpaces } from '../../support/portfolio/pdf-words.ts';

const test = useTestApi();

it('[API-50] a confirmed enrolment has a receipt, and no other has', async () => {
  const { body: held } = await reserve(await insertLearner(test), await requireOpenBatch(test.db));
  const receipt = async () => respondWithReceipt(await requireEnrolment(test.db, held.id));
  expect((await receipt()).status).toBe(404);
  expect((await respondWithReceipt(null)).status).toBe(404);
  const { visitor: staff } = await signUpStaff(test);
  const path = `POST /api/v1/staff/enrolments/${held.id}/`;
  await staff.call(`${path}record-payment/`, {
    ...{ amount: held.first_open_amount, method: 'UPI', reference: 'UPI-1' },
    received_at: '2026-11-01T00:00:00.000Z',
  });
  await staff.call(`${path}move/`, { action: 'CONFIRM' });
  const response = await receipt();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="receipt-${held.reference}.pdf"`,
  );
  const text = readPdf(Buffer.from(await response.arrayBuffer()));
  const { fee, first_open_amount: paid } = held;
  const money = (amount: number) => formatMoney(amount, 'INR');
  for (const line of [
    held.reference,
    'Meera Nair',
    money(fee.tax_amount),
    money(fee.amount),
    money(paid),
    'UPI-1',
  ])
    expect(text).toContain(withoutSpaces(line));
});

it('[API-53] a person finds their calls and brochures in their account, and nobody else’s', async () => {
  const learner = await insertLearner(test);
  await learner.visitor.call('POST /api/v1/cap/request-sales-callback/', { preferred_window: 'ASAP' });
  await learner.visitor.call('POST /api/v1/programs/embark-pro/send-brochure/', {
    email: learner.email,
    elapsed_ms: 9000,
  });
  const { userId, phone: phoneE164 } = learner;
  const list = () => listOwnRequests(test, { userId, phoneE164 });
  expect((await list()).map(({ kind }) => kind).toSorted()).toEqual(['BROCHURE', 'CALLBACK']);
  const findCall = async () => {
    const call = (await list()).find(({ kind }) => kind === 'CALLBACK')?.call;
    if (!call) throw new Error('The call is not listed.');
    return { ...call, text: describeOwnCall(call, new Date(), 'Asia/Kolkata') };
  };
  const open = await findCall();
  expect(open.text).toMatch(/^We call by /);
  const [, , reference, key] = open.changePath?.split('/') ?? [];
  // A person whose number is not proven gets the link by SMS only.
  const unproven = await listOwnRequests(test, { userId, phoneE164: null });
  expect(unproven.map(({ call }) => call?.changePath ?? null)).toEqual([null, null]);
  const answer = await test.visitor().call(`POST /api/v1/cap/callbacks/${reference}/cancel/`, { key });
  expect(answer.status).toBe(200);
  expect(await findCall()).toMatchObject({ text: 'You cancelled this call.', changePath: null });
  const stranger = { userId: '0190b6f0-0000-7000-8000-000000000000', phoneE164: null };
  expect(await listOwnRequests(test, stranger)).toEqual([]);
});

it.each([
  ['CONNECTED', 'We have called you.'],
  ['CONVERTED', 'We have called you.'],
  ['NOT_INTERESTED', 'We have called you.'],
  ['UNREACHABLE', 'We could not reach you.'],
  ['CANCELLED', 'You cancelled this call.'],
  ['ATTEMPTED', 'This call is over.'],
] as const)('[API-53] a call with the status %s and a past time promises nothing', (status, text) => {
  const call = { status, expectedBy: new Date('2026-11-20T12:30:00Z') };
  expect(describeOwnCall(call, new Date('2026-11-21T00:00:00Z'), 'Asia/Kolkata')).toBe(text);
});
