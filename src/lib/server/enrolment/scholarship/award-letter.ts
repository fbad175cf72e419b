import { dateText } from '#lib/domain/core/time-text.ts';
import { formatMoney } from '#lib/domain/enrolment/fee.ts';
import { awardAmount } from '#lib/domain/enrolment/scholarship/scholarship-policy.ts';
import { removeUndrawable } from '#lib/domain/media/typeface.ts';
import { findProgram, getCompany } from '#lib/server/catalog/content/index.ts';
import { presentScholarship } from './present-scholarship.ts';
import type { ScholarshipAggregate } from './scholarship-aggregate.ts';

/** Draws the award letter: who gets which share of which fee, until when, and how to use it. Null without an award. */
async function renderAwardLetter(aggregate: ScholarshipAggregate): Promise<Buffer | null> {
  const { registration } = aggregate;
  const { result, programName, registrationNumber } = presentScholarship(aggregate);
  const { awardExpiresAt, programSlug, firstName, lastName } = registration;
  if (!result || result.sharePercent === 0 || !awardExpiresAt) return null;
  // Imported here, because the library and the fonts are needed for the first PDF only.
  const { PdfSheet } = await import('#lib/server/documents/pdf-sheet.ts');
  const company = getCompany();
  const fee = findProgram(programSlug)?.fee;
  const sheet = new PdfSheet({ title: `Scholarship ${registrationNumber}`, subject: programName });
  sheet.nameplate('Scholarship', programName, company.legalName, company.registeredAddress);
  sheet.facts([
    ['For', removeUndrawable([firstName, lastName].filter(Boolean).join(' '))],
    ['Number', registrationNumber],
    ['Result', `${result.score} of ${result.questionCount} answers are right`],
    ['Award', `${result.sharePercent}% of the fee`],
    ['Use it before', dateText(awardExpiresAt)],
  ]);
  sheet.heading('How to use it');
  sheet.paragraph(
    `Reserve a seat in a batch of ${programName} with your account before ${dateText(awardExpiresAt)}. The award is taken off the fee by itself, once.`,
  );
  if (fee)
    sheet.paragraph(
      `Today the fee is ${formatMoney(fee.amount, fee.currency)}, and the award is ${formatMoney(awardAmount(fee.amount, result.sharePercent), fee.currency)}.`,
    );
  if (company.isDemo) sheet.paragraph('This is a demo. The company and the award are invented.');
  return sheet.end(`${company.legalName} · ${registrationNumber}`);
}

/** Responds with the award letter as a PDF, or 404 where there is none. */
export async function respondWithAwardLetter(aggregate: ScholarshipAggregate | null): Promise<Response> {
  const pdf = aggregate && (await renderAwardLetter(aggregate));
  if (!pdf) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(pdf), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="scholarship-${aggregate.registration.registrationNumber}.pdf"`,
      'Cache-Control': 'no-store',
    },
  });
}
