import { expect, it } from 'vitest';
import { formatMoney } from '#lib/domain/enrolment/fee.ts';
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
  const requests = await listOwnRequests(test.db, { userId, phoneE164 });
  expect(requests.map(({ kind }) => kind).toSorted()).toEqual(['BROCHURE', 'CALLBACK']);
  const stranger = { userId: '0190b6f0-0000-7000-8000-000000000000', phoneE164: null };
  expect(await listOwnRequests(test.db, stranger)).toEqual([]);
});
