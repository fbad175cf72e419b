import { type BrochureProgram, isBrochureProgram } from '#lib/domain/catalog/programs.ts';
import { findProgram, listCoachesOf, type Program } from '#lib/server/catalog/content/index.ts';
import type { PdfSheet } from '#lib/server/documents/pdf-sheet.ts';
import type { RenderedAttachment } from '#lib/server/messages/message.ts';

const rendered = new Map<string, Promise<RenderedAttachment>>();

/**
 * Renders a brochure by its name, `brochure/embark-pro`, and caches it: its content changes only with a new build. Rejects
 * when there is no such brochure. [API-51]
 */
export function renderBrochure(name: string, siteOrigin: string): Promise<RenderedAttachment> {
  const cached = rendered.get(name);
  if (cached) return cached;
  const rendering = render(name, siteOrigin);
  rendered.set(name, rendering);
  rendering.catch(() => rendered.delete(name));
  return rendering;
}

async function render(name: string, siteOrigin: string): Promise<RenderedAttachment> {
  const [kind, slug = ''] = name.split('/');
  if (kind !== 'brochure' || !isBrochureProgram(slug)) throw new Error(`There is no document "${name}".`);
  return { bytes: await drawBrochure(slug, siteOrigin), type: 'application/pdf' };
}

/** Draws the PDF from the same file as the programme's page, in about 60 ms. */
async function drawBrochure(slug: BrochureProgram, siteOrigin: string): Promise<Buffer> {
  const program = findProgram(slug);
  if (!program) throw new Error(`There is no programme "${slug}".`);
  // Imported here, because the library and the fonts are needed for the first PDF only.
  const { PdfSheet } = await import('#lib/server/documents/pdf-sheet.ts');
  const sheet = new PdfSheet({ title: `${program.name} · Liftoff`, subject: program.summary });
  sheet.cover(program.name, program.tagline);
  drawPromise(sheet, program);
  drawCurriculum(sheet, program);
  drawCoaches(sheet, program);
  drawJoining(sheet, program);
  drawNextSteps(sheet, program, `${siteOrigin}/programs/${slug}/`);
  return sheet.end(`Liftoff · ${program.name}`);
}

function drawPromise(sheet: PdfSheet, { summary, facts, story, fits, doesNotFit, outcomes }: Program): void {
  sheet.paragraph(summary);
  sheet.facts([
    ['For', facts.audience],
    ['Takes', facts.duration],
    ['Taught', facts.format],
    ['Weekly effort', facts.effort],
    ...(facts.fee ? [['Fee', facts.fee] as const] : []),
  ]);
  sheet.heading('What it is like');
  for (const paragraph of story) sheet.paragraph(paragraph);
  sheet.heading('What you leave with');
  sheet.bullets(outcomes.map(({ figure, text }) => (figure ? `${figure} ${text}` : text)));
  sheet.heading('It is right for you if');
  sheet.bullets(fits);
  sheet.heading('It is not if');
  sheet.bullets(doesNotFit);
}

function drawCurriculum(sheet: PdfSheet, { curriculum }: Program): void {
  sheet.heading('What you learn');
  for (const { title, weeks, topics } of curriculum) sheet.entry(title, weeks, topics, true);
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
  sheet.heading('From today to the first session');
  for (const [index, { title, text }] of steps.entries()) sheet.entry(`${index + 1}. ${title}`, null, [text]);
}

function drawNextSteps(sheet: PdfSheet, { name, faq }: Program, pageUrl: string): void {
  sheet.heading('Dates, seats and a call');
  sheet.paragraph('The next batch, the seats that are left and a way to talk to us stand on the page.');
  sheet.link(`See ${name} online`, pageUrl);
  sheet.heading('Questions');
  for (const { question, answer } of faq) sheet.entry(question, null, [answer]);
}
