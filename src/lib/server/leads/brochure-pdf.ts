import { formatHours, numberWeeks } from '#lib/domain/catalog/curriculum.ts';
import { formatDiscount, formatFee, formatInstalments, isDiscountOpen } from '#lib/domain/catalog/fee.ts';
import { dateText, dateTimeText } from '#lib/domain/core/time-text.ts';
import { formatPhoneNumber } from '#lib/server/account/phone.ts';
import {
  findProgram,
  getCompany,
  listBatches,
  listCoachesOf,
  type Program,
} from '#lib/server/catalog/content/index.ts';
import type { PdfSheet } from '#lib/server/documents/pdf-sheet.ts';
import type { RenderedAttachment } from '#lib/server/messages/message.ts';

/** The brochures of today by their names. */
let rendered = { day: '', byName: new Map<string, Promise<RenderedAttachment>>() };

/**
 * Renders a brochure by its name, `brochure/embark-pro`, with the batches that are open on this day, and caches it until the
 * day ends in India. Rejects when there is no such brochure. [API-51]
 */
export function renderBrochure(
  name: string,
  siteOrigin: string,
  now: Date = new Date(),
): Promise<RenderedAttachment> {
  const day = dateText(now);
  if (rendered.day !== day) rendered = { day, byName: new Map() };
  const { byName } = rendered;
  const cached = byName.get(name);
  if (cached) return cached;
  const rendering = render(name, siteOrigin, now);
  byName.set(name, rendering);
  rendering.catch(() => byName.delete(name));
  return rendering;
}

async function render(name: string, siteOrigin: string, now: Date): Promise<RenderedAttachment> {
  const [kind, slug = ''] = name.split('/');
  const program = kind === 'brochure' ? findProgram(slug) : null;
  if (!program) throw new Error(`There is no document "${name}".`);
  return { bytes: await drawBrochure(program, siteOrigin, now), type: 'application/pdf' };
}

/** Draws the PDF from the same file as the programme's page, in about 60 ms. */
async function drawBrochure(program: Program, siteOrigin: string, now: Date): Promise<Buffer> {
  // Imported here, because the library and the fonts are needed for the first PDF only.
  const { PdfSheet } = await import('#lib/server/documents/pdf-sheet.ts');
  const sheet = new PdfSheet({ title: `${program.name} · Liftoff`, subject: program.summary });
  sheet.cover(program.name, program.tagline);
  drawFacts(sheet, program);
  drawDates(sheet, program, now);
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

/** Draws the batches that one can apply to at this time. */
function drawDates(sheet: PdfSheet, { type, fee, startsAnyTime, jobs }: Program, now: Date): void {
  if (jobs.length > 0) {
    drawJobs(sheet, jobs);
    return;
  }
  const batches = listBatches().filter(
    ({ programType, applicationsCloseAt }) => programType === type && applicationsCloseAt > now,
  );
  sheet.heading(`Dates, as of ${dateText(now)}`);
  if (startsAnyTime) sheet.paragraph('You can start on any day. You choose the times with us on the phone.');
  else if (batches.length === 0) sheet.paragraph('No dates are fixed yet. Ask us for the next one.');
  for (const batch of batches) {
    const days = `${dayText(batch.startsOn)} to ${dayText(batch.endsOn)}`;
    const closes = `Apply by ${dateTimeText(batch.applicationsCloseAt, batch.timeZone)}`;
    const price = formatFee({ ...fee, ...batch.fee });
    const discounts = (batch.fee?.discounts ?? [])
      .filter((one) => isDiscountOpen(one, now))
      .map((one) => formatDiscount(one, { currency: fee.currency, timeZone: batch.timeZone }));
    const lines = [...batch.schedule, ...discounts];
    sheet.entry(`${batch.name}: ${days}`, `${closes} · ${price}`, lines, true);
  }
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
  sheet.heading('Talk to us', 120);
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
