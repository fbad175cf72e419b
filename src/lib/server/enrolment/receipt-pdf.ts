import { batchMonthName } from '#lib/domain/catalog/batch.ts';
import { dateText } from '#lib/domain/core/time-text.ts';
import { balanceOf, formatMoney, paymentMethodLabels, taxWithin } from '#lib/domain/enrolment/fee.ts';
import { getCompany, getPaymentDetails } from '#lib/server/catalog/content/index.ts';
import type { EnrolmentAggregate } from './enrolment-aggregate.ts';

/** Draws the receipt of an enrolment: its number, the price with its tax, and every payment. Null until it is confirmed. */
async function renderReceipt(aggregate: EnrolmentAggregate): Promise<Buffer | null> {
  const { enrolment, person, program, batch, payments } = aggregate;
  if (!enrolment.confirmedAt) return null;
  const { fee, reference } = enrolment;
  const money = (amount: number) => formatMoney(amount, fee.currency);
  const { paidAmount, openAmount } = balanceOf(fee, payments);
  const company = getCompany();
  // Imported here, because the library and the fonts are needed for the first PDF only.
  const { PdfSheet } = await import('#lib/server/documents/pdf-sheet.ts');
  const programName = program?.name ?? enrolment.programSlug;
  const sheet = new PdfSheet({ title: `Receipt ${reference}`, subject: programName });
  sheet.nameplate(`Receipt ${reference}`, programName, company.legalName, company.registeredAddress);
  sheet.facts([
    ['Learner', [person.firstName, person.lastName].filter(Boolean).join(' ')],
    ['Confirmed', dateText(enrolment.confirmedAt)],
    ['Batch', batch ? `${batchMonthName(batch.startsOn)}, ${batch.name}` : enrolment.batchId],
    [`Tax number`, getPaymentDetails().taxId],
  ]);
  sheet.heading('Amounts');
  const tax = taxWithin(fee.amount, fee.taxPercent);
  sheet.facts([
    ['Fee without tax', money(fee.amount - tax)],
    [`${fee.taxName} ${fee.taxPercent}%`, money(tax)],
    ...fee.discounts.map(({ label, amount }) => [`${label} (taken off)`, money(amount)] as const),
    ['Fee', money(fee.amount)],
    ['Paid', money(paidAmount)],
    ['Left to pay', money(openAmount)],
  ]);
  sheet.heading('Payments');
  for (const { amount, method, reference, receivedAt } of payments)
    sheet.entry(money(amount), `${dateText(receivedAt)} · ${paymentMethodLabels[method]}`, [
      `Number: ${reference}. ${fee.taxName} within: ${money(taxWithin(amount, fee.taxPercent))}.`,
    ]);
  if (company.isDemo) sheet.paragraph('This is a demo. The company, the seat and the payments are invented.');
  return sheet.end(`${company.legalName} · ${reference}`);
}

/** Responds with the receipt of an enrolment as a PDF, or 404 where there is none. */
export async function respondWithReceipt(aggregate: EnrolmentAggregate | null): Promise<Response> {
  const pdf = aggregate && (await renderReceipt(aggregate));
  if (!pdf) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(pdf), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="receipt-${aggregate.enrolment.reference}.pdf"`,
      'Cache-Control': 'no-store',
    },
  });
}
