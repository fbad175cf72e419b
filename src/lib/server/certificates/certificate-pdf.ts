import { encode } from 'uqr';
import type { ShownCertificate } from '#lib/contract/certificates/certificates.ts';
import { certificateKindLabels, certificateVerbs } from '#lib/domain/certificates/certificate.ts';
import { formatShortId } from '#lib/domain/certificates/short-id.ts';
import { dayText } from '#lib/domain/core/time-text.ts';
import type { PdfPage } from '#lib/server/documents/pdf-page.ts';
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
  sheet.decorate(drawGround);
  drawHead(sheet, one);
  drawBody(sheet, one);
  drawFoot(sheet, one);
  if (signed) sheet.decorate((doc) => attachCredential(doc, signed.credential, signed.validFrom));
  return sheet.end();
}

/** The paper, a strip of the accent, and the circles of the site's pictures. */
function drawGround(doc: PDFKit.PDFDocument): void {
  doc.rect(0, 0, page.width, page.height).fill(colours.paper);
  doc.save().rect(0, 0, page.width, page.height).clip();
  doc.circle(page.width - 60, 60, 210).fill(colours.soft);
  doc.circle(page.width - 60, 60, 140).fill(colours.softer);
  doc.restore();
  doc.rect(0, 0, 10, page.height).fill(colours.accent);
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

const stateWords = { EXPIRED: 'Expired', REVOKED: 'Revoked', REPLACED: 'Replaced' } as const;

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
  if (one.status !== 'ISSUED')
    sheet.text({
      ...{ role: 'P', text: stateWords[one.status], ...right, y: 78, size: 20, isBold: true },
      colour: colours.danger,
    });
}

function drawBody(sheet: PdfPage, one: ShownCertificate): void {
  const { kind, holderName, title, programTitle, batchName, description, criteria, skills } = one;
  const place = { x: page.margin, width: page.width - 2 * page.margin };
  const { ink, muted } = colours;
  let y = sheet.text({
    ...{ role: 'H1', text: holderName, ...place, y: 118, size: 46, minSize: 28, lines: 1 },
    ...{ isBold: true, colour: ink },
  });
  y = sheet.text({ role: 'P', text: certificateVerbs[kind], ...place, y: y + 4, size: 13, colour: muted });
  y = sheet.text({
    ...{ role: 'H2', text: title, ...place, y: y + 2, size: 26, minSize: 18, lines: 1 },
    ...{ isBold: true, colour: ink },
  });
  const program = [programTitle !== title && programTitle, batchName].filter(Boolean).join(', ');
  if (program) y = sheet.text({ role: 'P', text: program, ...place, y: y + 2, size: 13, colour: muted });
  const size = description.length + criteria.length + skills.join().length > 500 ? 8.5 : 10.5;
  const small = { x: page.margin, width: textWidth, size, colour: ink };
  y += 8;
  if (description) y = sheet.text({ role: 'P', text: description, ...small, y: y + 4 });
  if (criteria) y = sheet.text({ role: 'P', text: `For this: ${criteria}`, ...small, y: y + 4 });
  if (skills.length > 0)
    sheet.text({ role: 'P', text: `Skills: ${skills.join(', ')}`, ...small, y: y + 4, colour: muted });
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
  const column = (width - 2 * margin - 120) / facts.length;
  sheet.decorate((doc) =>
    doc
      .moveTo(margin, top - 12)
      .lineTo(width - margin - 120, top - 12)
      .lineWidth(0.8)
      .stroke(colours.line),
  );
  for (const [index, [label, value]] of facts.entries()) {
    const place = { x: margin + index * column, width: column - 8 };
    sheet.text({ role: 'P', text: label, ...place, y: top, size: 8.5, colour: colours.muted });
    const fit = { size: 11, minSize: 7, lines: 2, isBold: true, colour: colours.ink };
    sheet.text({ role: 'P', text: value, ...place, y: top + 12, ...fit });
  }
  for (const [index, { name, role }] of one.signatories.entries()) {
    const place = { x: margin + index * 180, width: 164 };
    sheet.decorate((doc) =>
      doc
        .moveTo(place.x, 500)
        .lineTo(place.x + 150, 500)
        .lineWidth(1.2)
        .stroke(colours.ink),
    );
    sheet.text({ role: 'P', text: name, ...place, y: 505, size: 11, isBold: true, colour: colours.ink });
    sheet.text({ role: 'P', text: role, ...place, y: 520, size: 9.5, colour: colours.muted });
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
