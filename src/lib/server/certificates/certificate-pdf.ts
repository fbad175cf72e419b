import { encode } from 'uqr';
import type { ShownCertificate } from '#lib/contract/certificates/certificates.ts';
import { certificateKindLabels, certificateVerbs } from '#lib/domain/certificates/certificate.ts';
import { describeDocumentState } from '#lib/domain/certificates/certificate-text.ts';
import { formatShortId } from '#lib/domain/certificates/short-id.ts';
import { dayText, defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import type { PageText, PdfPage } from '#lib/server/documents/pdf-page.ts';
import type { SignedCertificate } from './credentials/credential.ts';
import { attachCredential } from './credentials/pdf-attachment.ts';

/** The light colours of the pages (src/styles/tokens.css). */
const colours = {
  ...{ paper: '#fbfaf7', ink: '#171a21', muted: '#565c69', line: '#e2dfd6', accent: '#2a4bd7' },
  ...{ soft: '#e9edff', softer: '#d5ddff', danger: '#b3261e', white: '#ffffff' },
};
const page = { width: 841.89, height: 595.28, margin: 64 };
const textWidth = 640;

/**
 * Draws the document of a certificate: one landscape page with the same facts as the public page, and the credential, if given, as
 * an attached file. [API-52]
 */
export async function renderCertificatePdf(
  one: ShownCertificate,
  signed: Pick<SignedCertificate, 'credential' | 'validFrom'> | null = null,
): Promise<Buffer> {
  // Imported here, because the library and the fonts are needed for the first PDF only.
  const { PdfPage } = await import('#lib/server/documents/pdf-page.ts');
  const { holderName, title, programTitle, batchName, description, criteria, skills, grade } = one;
  const names = one.signatories.flatMap(({ name, role }) => [name, role]);
  const printed = [
    holderName,
    title,
    programTitle,
    batchName,
    description,
    criteria,
    grade,
    ...skills,
    ...names,
  ];
  const sheet = await PdfPage.create(
    {
      title: `${certificateKindLabels[one.kind]}: ${holderName}, ${title}`,
      ...{ subject: `Id ${formatShortId(one.shortUuid)}`, author: one.issuer.name },
    },
    printed.filter((text) => text !== null),
  );
  const strip = one.status === 'ISSUED' ? colours.accent : colours.danger;
  sheet.decorate((doc) => drawGround(doc, strip));
  drawHead(sheet, one);
  drawBody(sheet, one);
  drawFoot(sheet, one);
  if (signed) sheet.decorate((doc) => attachCredential(doc, signed.credential, signed.validFrom));
  return sheet.end();
}

/** The paper, a strip at the left, and the circles of the site's pictures. */
function drawGround(doc: PDFKit.PDFDocument, strip: string): void {
  doc.rect(0, 0, page.width, page.height).fill(colours.paper);
  doc.save().rect(0, 0, page.width, page.height).clip();
  doc.circle(page.width - 60, 60, 210).fill(colours.soft);
  doc.circle(page.width - 60, 60, 140).fill(colours.softer);
  doc.restore();
  doc.rect(0, 0, 10, page.height).fill(strip);
  const { margin } = page;
  doc.roundedRect(margin, 52, 30, 30, 8).fill(colours.accent);
  doc
    .save()
    .translate(margin, 52)
    .scale(30 / 32)
    .lineWidth(3.2)
    .lineCap('round')
    .lineJoin('round');
  doc.path('M7.5 23.5c7.6 0 13.2-4 14.6-12.2').stroke(colours.white);
  doc.path('m16.4 12.6 5.9-4.7 3 6.9').stroke(colours.white).restore();
}

function drawHead(sheet: PdfPage, one: ShownCertificate): void {
  const left = { x: page.margin + 40, width: 300 };
  sheet.text({
    role: 'P',
    text: one.issuer.name,
    ...left,
    y: 56,
    size: 17,
    isBold: true,
    colour: colours.ink,
  });
  const kind = certificateKindLabels[one.kind];
  const right = { x: page.width - page.margin - 300, width: 300, align: 'right' as const };
  sheet.text({ role: 'P', text: kind, ...right, y: 58, size: 13, isBold: true, colour: colours.accent });
  const revokedOn = one.revokedAt && localDate(new Date(one.revokedAt), defaultTimeZone);
  const state = describeDocumentState({ ...one, revokedOn });
  if (state)
    sheet.text({
      ...{ role: 'P', text: state, ...right, y: 78, size: 20, isBold: true },
      colour: colours.danger,
    });
}

/** How much smaller everything gets where it is too much for the page: first the texts, then the name and the title too. */
const bodySizes = [
  { heading: 1.1, text: 12 },
  ...[11.5, 10.5, 9.5, 8.5].map((text) => ({ heading: 1, text })),
  ...[0.9, 0.8, 0.7, 0.6, 0.5].map((heading) => ({ heading, text: 4 + 5 * heading })),
];
/** The body ends above the line of the facts. */
const body = { top: 118, bottom: 416 };

function drawBody(sheet: PdfPage, one: ShownCertificate): void {
  const heightOf = (blocks: readonly BodyText[]) =>
    blocks.reduce((sum, { gap, ...block }) => sum + gap + sheet.heightOf(block), 0);
  const layouts = bodySizes.map((sizes) => () => describeBody(one, sizes));
  const fitting = layouts.find((layOut) => heightOf(layOut()) <= body.bottom - body.top) ?? layouts.at(-1);
  // What little there is stands above the middle, where the eye expects it.
  const free = body.bottom - body.top - heightOf(fitting?.() ?? []);
  let y = body.top + Math.max(0, free * 0.4);
  for (const { gap, ...block } of fitting?.() ?? []) y = sheet.text({ ...block, x: page.margin, y: y + gap });
}

/** A text of the body, and the space above it. */
type BodyText = Omit<PageText, 'x' | 'y'> & { gap: number };

function describeBody(one: ShownCertificate, sizes: (typeof bodySizes)[number]): BodyText[] {
  const { kind, holderName, title, programTitle, batchName, description, criteria, skills } = one;
  const width = page.width - 2 * page.margin;
  const { ink, muted } = colours;
  const heading = (size: number) => size * sizes.heading;
  const small = { role: 'P' as const, width: textWidth, size: sizes.text, colour: ink };
  const line = { role: 'P' as const, width, size: heading(13), colour: muted };
  const program = [programTitle !== title && programTitle, batchName].filter(Boolean).join(', ');
  const blocks: BodyText[] = [
    {
      ...{ role: 'H1', text: holderName, width, size: heading(46), minSize: heading(28), lines: 1 },
      ...{ isBold: true, colour: ink, gap: 0 },
    },
    // Tamil and Telugu letters reach far below their line.
    { ...line, text: certificateVerbs[kind], gap: heading(8) },
    {
      ...{ role: 'H2', text: title, width, size: heading(26), minSize: heading(18), lines: 1 },
      ...{ isBold: true, colour: ink, gap: 4 },
    },
    { ...line, text: program, gap: 2 },
    { ...small, text: description, gap: 12 },
    { ...small, text: criteria && `For this: ${criteria}`, gap: 4 },
    { ...small, text: skills.length > 0 ? `Skills: ${skills.join(', ')}` : '', colour: muted, gap: 4 },
  ];
  return blocks.filter(({ text }) => text !== '');
}

function drawFoot(sheet: PdfPage, one: ShownCertificate): void {
  const facts = [
    ['Completed', one.completedOn && dayText(one.completedOn)],
    ['Issued', dayText(one.issuedOn)],
    ['Valid until', one.expiresOn && dayText(one.expiresOn)],
    ['Hours', one.hours && String(one.hours)],
    ['Grade', one.grade],
    ['Id', formatShortId(one.shortUuid)],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  const top = 438;
  const { margin, width } = page;
  // The id is the last and the longest, and nobody should have to read it in two lines.
  const column = (width - 2 * margin - 120) / (facts.length + 0.5);
  sheet.decorate((doc) =>
    doc
      .moveTo(margin, top - 12)
      .lineTo(width - margin - 120, top - 12)
      .lineWidth(0.8)
      .stroke(colours.line),
  );
  for (const [index, [label, value]] of facts.entries()) {
    const isLast = index === facts.length - 1;
    const place = { x: margin + index * column, width: column * (isLast ? 1.5 : 1) - 8 };
    sheet.text({ role: 'P', text: label, ...place, y: top, size: 8.5, colour: colours.muted });
    const fit = { size: 11, minSize: 7, lines: 2, isBold: true, colour: colours.ink };
    sheet.text({ role: 'P', text: value, ...place, y: top + 12, ...fit });
  }
  const signed = one.signatories.length > 0 ? `Signed for ${one.issuer.name} by` : '';
  if (signed)
    sheet.text({ role: 'P', text: signed, x: margin, width: 300, y: 494, size: 8.5, colour: colours.muted });
  for (const [index, { name, role }] of one.signatories.entries()) {
    const place = { x: margin + index * 180, width: 164 };
    sheet.text({ role: 'P', text: name, ...place, y: 506, size: 11, isBold: true, colour: colours.ink });
    sheet.text({ role: 'P', text: role, ...place, y: 521, size: 9.5, colour: colours.muted });
  }
  drawCode(sheet, one.verifyUrl);
}

function drawCode(sheet: PdfPage, url: string): void {
  const side = 100;
  const [x, y] = [page.width - page.margin - side, 424];
  const { data, size } = encode(url, { border: 2 });
  sheet.figure('QR code of the page that shows whether this certificate is valid', (doc) => {
    doc.rect(x, y, side, side).fill(colours.white);
    for (const [row, line] of data.entries())
      for (const [column, isDark] of line.entries())
        if (isDark) doc.rect(x + (column * side) / size, y + (row * side) / size, side / size, side / size);
    doc.fill(colours.ink);
  });
  const link = { x: page.margin, width: page.width - 2 * page.margin, align: 'right' as const };
  sheet.text({
    role: 'Link',
    text: `Check it: ${url}`,
    ...link,
    y: 534,
    size: 9,
    colour: colours.accent,
    link: url,
  });
}
