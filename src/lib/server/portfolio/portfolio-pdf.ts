import { setImmediate } from 'node:timers/promises';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { removeUndrawable } from '#lib/domain/media/typeface.ts';
import { openToLabels, workKindLabels } from '#lib/domain/portfolio/portfolio.ts';
import { defaultLinkLabel } from '#lib/domain/portfolio/portfolio-link.ts';
import {
  formatPartialDate,
  formatPeriod,
  formatPersonName,
  listVisible,
} from '#lib/domain/portfolio/portfolio-text.ts';
import { drawMarkdown } from '#lib/server/documents/draw-markdown.ts';
import { PdfSheet } from '#lib/server/documents/pdf-sheet.ts';

/** Renders a portfolio as an A4 PDF, as visitors see it: without hidden entries. */
export async function renderPortfolioPdf(portfolio: Portfolio, pageUrl: string): Promise<Buffer> {
  const name = removeUndrawable(formatPersonName(portfolio.owner)) || 'Portfolio';
  const sheet = new PdfSheet({
    title: `${name}: portfolio`,
    subject: removeUndrawable(portfolio.headline) || 'Portfolio',
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
    removeUndrawable(headline),
    joinParts(location, ...openTo.map((one) => openToLabels[one])),
    joinParts(email, phone),
  );
  sheet.addresses([
    { text: `This portfolio: ${defaultLinkLabel(pageUrl)}`, url: pageUrl },
    ...links.map(({ label, url }) => ({ text: formatAddress(label, url), url })),
  ]);
}

function drawAbout(sheet: PdfSheet, { about, skills }: Portfolio): void {
  if (about) sheet.heading('About');
  drawMarkdown(sheet, about);
  if (skills.length === 0) return;
  sheet.heading('Skills');
  sheet.paragraph(joinParts(...skills));
}

async function drawProjects(sheet: PdfSheet, portfolio: Portfolio): Promise<void> {
  const projects = listVisible(portfolio.projects).toSorted(
    (a, b) => Number(b.isFeatured) - Number(a.isFeatured),
  );
  if (projects.length > 0) sheet.heading('Projects', 140);
  for (const project of projects) {
    // Fifty long projects take 1.5 seconds, so other requests get a turn in between.
    await setImmediate();
    const { title, summary, role, problem, approach, outcome, skills, documentUrl } = project;
    const aside = joinParts(role, formatPeriod(project), skills.join(', '));
    sheet.entry(removeUndrawable(title), aside || null, splitParagraphs(summary));
    drawChapter(sheet, 'The problem', problem);
    drawChapter(sheet, 'What I did', approach);
    drawChapter(sheet, 'The result', outcome);
    if (documentUrl) sheet.addresses([{ text: 'The document', url: documentUrl }]);
  }
}

async function drawCareer(sheet: PdfSheet, { experience, education }: Portfolio): Promise<void> {
  if (experience.length > 0) sheet.heading('Experience');
  for (const { title, company, location, summary, ...years } of experience) {
    await setImmediate();
    sheet.entry(
      removeUndrawable(title),
      joinParts(company, location, formatPeriod(years)) || null,
      splitParagraphs(summary),
    );
  }
  if (education.length > 0) sheet.heading('Education');
  for (const { institution, degree, summary, ...years } of education) {
    await setImmediate();
    sheet.entry(
      removeUndrawable(degree || institution),
      joinParts(degree && institution, formatPeriod(years)) || null,
      splitParagraphs(summary),
    );
  }
}

async function drawWorks(sheet: PdfSheet, portfolio: Portfolio): Promise<void> {
  const works = listVisible(portfolio.publishedWorks);
  if (works.length > 0) sheet.heading('Published work');
  for (const { kind, title, publisher, publishedOn, url, summary } of works) {
    await setImmediate();
    const date = publishedOn && formatPartialDate(publishedOn);
    sheet.entry(
      removeUndrawable(title),
      joinParts(workKindLabels[kind], publisher, date),
      splitParagraphs(summary),
    );
    sheet.addresses([{ text: url, url }]);
  }
}

function drawCertificates(sheet: PdfSheet, { certificates }: Portfolio): void {
  if (certificates.length > 0) sheet.heading('Certificates');
  for (const { title, programTitle, issuedOn, issuerName, shortUuid } of certificates)
    sheet.entry(removeUndrawable(title), joinParts(programTitle, formatPartialDate(issuedOn)), [
      `Verified by ${issuerName}, no. ${shortUuid}`,
    ]);
}

/** Returns the readable address, because a link on paper cannot be clicked. */
const formatAddress = (label: string, url: string): string => {
  const words = removeUndrawable(label);
  return words && words !== defaultLinkLabel(url)
    ? `${words}: ${defaultLinkLabel(url)}`
    : defaultLinkLabel(url);
};

const joinParts = (...parts: (string | null)[]): string =>
  parts
    .map((part) => removeUndrawable(part ?? ''))
    .filter(Boolean)
    .join(' · ');

/** The most lines of a text that a person breaks; what follows runs on, because thousands of short lines are thousands of pages. */
const maxBrokenLines = 40;

/** Splits a text at its empty lines. */
const splitParagraphs = (text: string): string[] =>
  limitLines(text)
    .split(/\n{2,}/)
    .map(removeUndrawable)
    .filter(Boolean);

/** Replaces the line breaks behind the first ones by spaces. */
function limitLines(text: string): string {
  const lines = text.split('\n');
  const rest = lines.slice(maxBrokenLines).filter((line) => line.trim());
  return [...lines.slice(0, maxBrokenLines), ...(rest.length ? [rest.join(' ')] : [])].join('\n');
}

function drawChapter(sheet: PdfSheet, name: string, text: string): void {
  const chapter = splitParagraphs(text);
  if (chapter.length > 0) sheet.label(name);
  for (const paragraph of chapter) sheet.paragraph(paragraph);
}
