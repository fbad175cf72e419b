import { dateText, dateTimeText, dayText, defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { workModeLabels } from '#lib/domain/hiring/jobs/job.ts';
import { formatYearlyPay } from '#lib/domain/hiring/jobs/pay-input.ts';
import { mediaPath } from '#lib/domain/media/media.ts';
import { removeUndrawable } from '#lib/domain/media/typeface.ts';
import { getCompany } from '#lib/server/catalog/content/index.ts';
import type { ApplicationAggregate, OfferRow } from '../application-aggregate.ts';

/** Draws the letter of an offer: who offers what to whom, until when, and the candidate's answer. */
async function renderOfferLetter(
  { application, job, person }: ApplicationAggregate,
  offer: OfferRow,
): Promise<Buffer> {
  // Imported here, because the library and the fonts are needed for the first PDF only.
  const { PdfSheet } = await import('#lib/server/documents/pdf-sheet.ts');
  const { drawMarkdown } = await import('#lib/server/documents/draw-markdown.ts');
  const company = getCompany();
  const title = removeUndrawable(job.title);
  const employer = removeUndrawable(job.employerName);
  const sheet = new PdfSheet({ title: `Offer: ${title}`, subject: `${employer}, ${application.number}` });
  sheet.nameplate('Offer of employment', `${title} at ${employer}`, application.number, '');
  sheet.facts([
    ['For', removeUndrawable([person.firstName, person.lastName].filter(Boolean).join(' '))],
    ['Date', dateText(offer.createdAt)],
    ['Pay', formatYearlyPay(offer.annualPay)],
    ['First day', dayText(offer.joiningOn)],
    ['Place of work', removeUndrawable(offer.location)],
    ['Work mode', workModeLabels[offer.workMode]],
    ['Answer by', dateTimeText(offer.expiresAt, defaultTimeZone)],
  ]);
  if (offer.terms) {
    sheet.heading('Terms');
    drawMarkdown(sheet, offer.terms);
  }
  sheet.heading('Answer');
  sheet.paragraph(
    offer.status === 'ACCEPTED' && offer.endedAt
      ? `Accepted on ${dateTimeText(offer.endedAt, defaultTimeZone)} by ${removeUndrawable(offer.acceptedName ?? '')}, who typed this name as a signature.`
      : 'You accept or decline this offer on the page of your application.',
  );
  if (company.isDemo) sheet.paragraph('This is a demo. The employer and the offer are invented.');
  return sheet.end(`${employer} · ${company.legalName} · ${application.number}, offer ${offer.version}`);
}

/** Responds with the letter of an offer: the uploaded file, or a PDF that is drawn now. 404 where there is no offer. */
export async function respondWithOfferLetter(
  aggregate: ApplicationAggregate | null,
  offer: OfferRow | null,
): Promise<Response> {
  if (!aggregate || !offer) return new Response(null, { status: 404 });
  const { letter } = offer;
  // Its own address checks who may read it.
  if (letter)
    return new Response(null, { status: 303, headers: { Location: mediaPath(letter.id, letter.name) } });
  return new Response(new Uint8Array(await renderOfferLetter(aggregate, offer)), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="offer-${aggregate.application.number}.pdf"`,
      'Cache-Control': 'no-store',
    },
  });
}
