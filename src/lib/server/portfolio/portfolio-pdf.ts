import { setImmediate } from 'node:timers/promises';
import type { Portfolio } from '#lib/contract/portfolio/portfolio.ts';
import { drawable } from '#lib/domain/media/typeface.ts';
import { openToLabels, workKindLabels } from '#lib/domain/portfolio/portfolio.ts';
import { linkLabel } from '#lib/domain/portfolio/portfolio-link.ts';
import { partialDateText, periodText, personName, shown } from '#lib/domain/portfolio/portfolio-text.ts';
import { markdownLines } from '#lib/server/core/markdown.ts';
import { PdfSheet } from '#lib/server/documents/pdf-sheet.ts';

/** A portfolio on A4, as visitors see it: hidden entries are left out. */
export async function portfolioPdf(portfolio: Portfolio, pageUrl: string): Promise<Buffer> {
  const name = drawable(personName(portfolio.owner)) || 'Portfolio';
  const sheet = new PdfSheet({
    title: `${name}: portfolio`,
    subject: drawable(portfolio.headline) || 'Portfolio',
    author: name,
  });
  drawHead(sheet, name, portfolio, pageUrl);
  drawAbout(sheet, portfolio);
  await drawProjects(sheet, portfolio);
  await drawCareer(sheet, portfolio);
  await drawWorks(sheet, portfolio);
  drawCertificates(sheet, portfolio);
  return sheet.end(`${name} · ${pageUrl}`);
}

function drawHead(sheet: PdfSheet, name: string, portfolio: Portfolio, pageUrl: string): void {
  const { headline, location, openTo, email, phone, links } = portfolio;
  sheet.nameplate(
    name,
    drawable(headline),
    joined(location, ...openTo.map((one) => openToLabels[one])),
    joined(email, phone),
  );
  sheet.addresses([
    { text: `This portfolio: ${linkLabel(pageUrl)}`, url: pageUrl },
    ...links.map(({ label, url }) => ({ text: addressText(label, url), url })),
  ]);
}

function drawAbout(sheet: PdfSheet, { about, skills }: Portfolio): void {
  if (about) sheet.heading('About');
  let items: string[] = [];
  const endList = () => {
    if (items.length > 0) sheet.bullets(items);
    items = [];
  };
  for (const { kind, text } of markdownLines(about)) {
    if (kind === 'ITEM') items.push(drawable(text));
    else {
      endList();
      sheet.paragraph(drawable(text));
    }
  }
  endList();
  if (skills.length === 0) return;
  sheet.heading('Skills');
  sheet.paragraph(joined(...skills));
}

async function drawProjects(sheet: PdfSheet, portfolio: Portfolio): Promise<void> {
  const projects = shown(portfolio.projects).toSorted((a, b) => Number(b.isFeatured) - Number(a.isFeatured));
  if (projects.length > 0) sheet.heading('Projects', 140);
  for (const project of projects) {
    // Fifty long stories take a second and a half: others are answered meanwhile.
    await setImmediate();
    const { title, summary, role, problem, approach, outcome, skills, documentUrl } = project;
    const aside = joined(role, periodText(project), skills.join(', '));
    sheet.entry(drawable(title), aside || null, paragraphs(summary));
    tell(sheet, 'The problem', problem);
    tell(sheet, 'What I did', approach);
    tell(sheet, 'What came of it', outcome);
    if (documentUrl) sheet.addresses([{ text: 'The document', url: documentUrl }]);
  }
}

async function drawCareer(sheet: PdfSheet, { experience, education }: Portfolio): Promise<void> {
  if (experience.length > 0) sheet.heading('Experience');
  for (const { title, company, location, summary, ...years } of experience) {
    await setImmediate();
    sheet.entry(drawable(title), joined(company, location, periodText(years)) || null, paragraphs(summary));
  }
  if (education.length > 0) sheet.heading('Education');
  for (const { institution, degree, summary, ...years } of education) {
    await setImmediate();
    sheet.entry(
      drawable(degree || institution),
      joined(degree && institution, periodText(years)) || null,
      paragraphs(summary),
    );
  }
}

async function drawWorks(sheet: PdfSheet, portfolio: Portfolio): Promise<void> {
  const works = shown(portfolio.publishedWorks);
  if (works.length > 0) sheet.heading('Published work');
  for (const { kind, title, publisher, publishedOn, url, summary } of works) {
    await setImmediate();
    const date = publishedOn && partialDateText(publishedOn);
    sheet.entry(drawable(title), joined(workKindLabels[kind], publisher, date), paragraphs(summary));
    sheet.addresses([{ text: url, url }]);
  }
}

function drawCertificates(sheet: PdfSheet, { certificates }: Portfolio): void {
  if (certificates.length > 0) sheet.heading('Certificates');
  for (const { title, programTitle, issuedOn, issuerName, shortUuid } of certificates)
    sheet.entry(drawable(title), joined(programTitle, partialDateText(issuedOn)), [
      `Verified by ${issuerName}, no. ${shortUuid}`,
    ]);
}

/** On paper an address is read, not pressed. */
const addressText = (label: string, url: string): string => {
  const words = drawable(label);
  return words && words !== linkLabel(url) ? `${words}: ${linkLabel(url)}` : linkLabel(url);
};

const joined = (...parts: (string | null)[]): string =>
  parts
    .map((part) => drawable(part ?? ''))
    .filter(Boolean)
    .join(' · ');

const paragraphs = (text: string): string[] =>
  text
    .split(/\n{2,}/)
    .map(drawable)
    .filter(Boolean);

function tell(sheet: PdfSheet, name: string, text: string): void {
  const told = paragraphs(text);
  if (told.length > 0) sheet.label(name);
  for (const paragraph of told) sheet.paragraph(paragraph);
}
