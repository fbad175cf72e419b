import { type BatchStatus, batchStatus } from '#lib/domain/catalog/batch.ts';
import { formatHours, numberWeeks } from '#lib/domain/catalog/curriculum.ts';
import { formatDiscount, formatFee, formatInstalments, isDiscountOpen } from '#lib/domain/catalog/fee.ts';
import { dateText, dateTimeText } from '#lib/domain/core/time-text.ts';
import { formatPhoneNumber } from '#lib/server/account/phone.ts';
import type { BatchWithSeats } from '#lib/server/catalog/batch-seats.ts';
import { findProgram, getCompany, listCoachesOf, type Program } from '#lib/server/catalog/content/index.ts';
import type { PdfSheet } from '#lib/server/documents/pdf-sheet.ts';
import type { RenderedAttachment } from '#lib/server/messages/message.ts';

/** The brochures of today by their names. */
let rendered = { day: '', byName: new Map<string, Promise<RenderedAttachment>>() };

/** A batch as a brochure lists it. */
type BatchLine = BatchWithSeats & { status: BatchStatus };

/**
 * Renders a brochure by its name, `brochure/embark-pro`, with the batches of the programme as they are now. Caches it until
 * the status of a batch changes or the day ends in India. Rejects when there is no such brochure. [API-51]
 */
export async function renderBrochure(
  name: string,
  siteOrigin: string,
  batches: readonly BatchWithSeats[],
  now: Date = new Date(),
): Promise<RenderedAttachment> {
  const [kind, slug = ''] = name.split('/');
  const program = kind === 'brochure' ? findProgram(slug) : null;
  if (!program) throw new Error(`There is no document "${name}".`);
  const lines = batches
    .filter(({ programType }) => programType === program.type)
    .map((batch) => ({ ...batch, status: batchStatus(batch, now) }));
  const day = dateText(now);
  if (rendered.day !== day) rendered = { day, byName: new Map() };
  const { byName } = rendered;
  const key = [name, ...lines.map(({ id, status }) => `${id} ${status}`)].join(', ');
  const rendering = byName.get(key) ?? render(program, siteOrigin, lines, now);
  byName.set(key, rendering);
  rendering.catch(() => byName.delete(key));
  return rendering;
}

async function render(
  program: Program,
  siteOrigin: string,
  batches: readonly BatchLine[],
  now: Date,
): Promise<RenderedAttachment> {
  return { bytes: await drawBrochure(program, siteOrigin, batches, now), type: 'application/pdf' };
}

/** Draws the PDF from the same file as the programme's page, in about 60 ms. */
async function drawBrochure(
  program: Program,
  siteOrigin: string,
  batches: readonly BatchLine[],
  now: Date,
): Promise<Buffer> {
  // Imported here, because the library and the fonts are needed for the first PDF only.
  const { PdfSheet } = await import('#lib/server/documents/pdf-sheet.ts');
  const sheet = new PdfSheet({ title: `${program.name} · Liftoff`, subject: program.summary });
  sheet.cover(program.name, program.tagline);
  drawFacts(sheet, program);
  drawDates(sheet, program, batches, now);
  drawPromise(sheet, program);
  drawCurriculum(sheet, program);
  drawCoaches(sheet, program);
  drawJoining(sheet, program);
  drawContact(sheet, program, siteOrigin);
  drawQuestions(sheet, program);
  return sheet.end(`Liftoff · ${program.name} · ${dateText(now)}`);
}

function drawFacts(sheet: PdfSheet, { summary, facts, fee }: Program): void {
  sheet.paragraph(summary);
  sheet.facts([
    ['For', facts.audience],
    ['Fee with tax', formatFee(fee)],
    ['Takes', facts.duration],
    ['Instalments', formatInstalments(fee) || (fee.amount > 0 ? 'One payment' : 'Nothing to pay')],
    ...(facts.hoursPerWeek ? [['Each week', formatHours(facts.hoursPerWeek)] as const] : []),
    ...(fee.note ? [['Good to know', fee.note] as const] : []),
    ['Taught', facts.format],
  ]);
}

/** Draws the batches that have not closed at this time, each with whether one can join it. */
function drawDates(
  sheet: PdfSheet,
  { fee, startsAnyTime, jobs }: Program,
  all: readonly BatchLine[],
  now: Date,
): void {
  if (jobs.length > 0) {
    drawJobs(sheet, jobs);
    return;
  }
  const batches = all.filter(({ status }) => status !== 'CLOSED');
  sheet.heading(`Dates, as of ${dateText(now)}`);
  if (startsAnyTime) sheet.paragraph('You can start on any day. You choose the times on our website.');
  else if (batches.length === 0) sheet.paragraph('No dates are fixed yet. Ask us for the next one.');
  for (const batch of batches) {
    const days = `${dayText(batch.startsOn)} to ${dayText(batch.endsOn)}`;
    const price = formatFee({ ...fee, ...batch.fee });
    const discounts = (batch.fee?.discounts ?? [])
      .filter((one) => isDiscountOpen(one, now))
      .map((one) => formatDiscount(one, { currency: fee.currency, timeZone: batch.timeZone }));
    const lines = [...batch.schedule, ...discounts];
    sheet.entry(`${batch.name}: ${days}`, `${describeJoining(batch)} · ${price}`, lines, true);
  }
}

/** Returns whether and until when one can join a batch. Without a fee of its own it is joined by phone. */
function describeJoining({ status, fee, applicationsCloseAt, timeZone }: BatchLine): string {
  if (status === 'PLANNED') return 'Not open yet';
  if (status === 'FULL') return fee ? 'Full. You can join the wait-list.' : 'Full';
  return `${fee ? 'Reserve' : 'Ask for a seat'} by ${dateTimeText(applicationsCloseAt, timeZone)}`;
}

/** Draws how people join a programme that has no batches. */
function drawJobs(sheet: PdfSheet, jobs: Program['jobs']): void {
  sheet.heading('Dates');
  sheet.paragraph('Each job has its own training with its own dates. You see them on the page of the job.');
  sheet.paragraph(jobs.map(({ label }) => label).join(' · '));
}

function drawPromise(sheet: PdfSheet, { story, fits, doesNotFit, outcomes }: Program): void {
  sheet.heading('What it is like');
  for (const paragraph of story) sheet.paragraph(paragraph);
  sheet.heading('What you get');
  sheet.bullets(outcomes.map(({ figure, text }) => (figure ? `${figure} ${text}` : text)));
  sheet.heading('It is right for you if');
  sheet.bullets(fits);
  sheet.heading('It is not right for you if');
  sheet.bullets(doesNotFit);
}

function drawCurriculum(sheet: PdfSheet, { curriculum, jobs }: Program): void {
  if (jobs.length > 0) {
    sheet.heading('What a training can teach');
    for (const { title, weeks } of curriculum) sheet.entry(title, null, [...weeks], true);
    return;
  }
  sheet.heading('What you learn, week by week');
  for (const { title, period, firstWeek, weeks } of numberWeeks(curriculum)) {
    const lines = weeks.map((week, index) => `Week ${firstWeek + index}: ${week}`);
    sheet.entry(title, period, lines, true);
  }
}

function drawCoaches(sheet: PdfSheet, program: Program): void {
  const coaches = listCoachesOf(program);
  if (!coaches.length) return;
  sheet.heading('Who teaches');
  for (const { name, company, headline, yearsOfExperience } of coaches)
    sheet.entry(name, `${company} · ${yearsOfExperience} years at work`, [headline]);
}

function drawJoining(sheet: PdfSheet, { steps, eligibility }: Program): void {
  sheet.heading('Who may join');
  sheet.bullets(eligibility);
  sheet.heading('How you join');
  for (const [index, { title, text }] of steps.entries()) sheet.entry(`${index + 1}. ${title}`, null, [text]);
}

function drawContact(sheet: PdfSheet, { name, slug }: Program, siteOrigin: string): void {
  const { phone, email } = getCompany();
  sheet.heading('Talk to a counsellor', 120);
  sheet.paragraph(
    `Call ${formatPhoneNumber(phone)} or write to ${email}. We answer your questions before you decide.`,
  );
  sheet.link(`See ${name} online`, `${siteOrigin}/programs/${slug}/`);
  sheet.link('Ask for a call', `${siteOrigin}/callback/?topic=${slug}`);
}

function drawQuestions(sheet: PdfSheet, { faq }: Program): void {
  sheet.heading('Questions');
  for (const { question, answer } of faq) sheet.entry(question, null, [answer]);
}

/** Formats a calendar day, which is the same in every time zone. */
const dayText = (day: string): string => dateText(new Date(`${day}T00:00:00Z`), 'UTC');
