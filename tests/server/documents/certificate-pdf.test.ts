import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { ShownCertificate } from '#lib/contract/certificates/certificates.ts';
import { renderCertificatePdf } from '#lib/server/certificates/certificate-pdf.ts';
import { checkPdfUa, readContent } from '../../support/certificates/pdf-ua.ts';
import { readPdf, withoutSpaces } from '../../support/portfolio/pdf-words.ts';

const certificate = (values: Partial<ShownCertificate> = {}): ShownCertificate => ({
  ...{ id: 'c', shortUuid: 'K7TQM4XWHN2C', status: 'ISSUED', statusLabel: 'Valid', issuedOn: '2026-07-03' },
  issuer: { name: 'Liftoff', url: 'https://liftoff.example/', logo: 'https://liftoff.example/icon-512.png' },
  verifyUrl: 'https://liftoff.example/certificates/K7TQM4XWHN2C/',
  ...{ ogImageUrl: '#', imageUrl: '#', pdfUrl: '#', credentialUrl: '#' },
  ...{ title: 'Career Accelerator', kind: 'COMPLETION', holderName: 'Zoë Łukasiewicz-Nuñez' },
  ...{ programType: 'CAREER_ACCELERATOR_PROGRAM', programTitle: 'Career Accelerator Programme' },
  ...{ batchName: 'Batch 31', description: '24 weeks beside a job.', criteria: 'All projects accepted.' },
  ...{ skills: ['SQL', 'Interviews'], hours: 160, grade: 'A', completedOn: '2026-06-28', expiresOn: null },
  signatories: [{ name: 'Anirudh Menon', role: 'Founder' }],
  ...{ linkedinAddUrl: '#', revokedAt: null, revocationReason: null, replacedByShortUuid: null, version: 1 },
  ...values,
});

/** Returns the texts that readers get in place of glyphs. */
function pdfTextsOf(pdf: Buffer): string[] {
  const streams = [...pdf.toString('latin1').matchAll(/stream\n(.*?)\nendstream/gs)].map(([, data = '']) => {
    const bytes = Buffer.from(data, 'latin1');
    return bytes[0] === 0x78 ? inflateSync(bytes).toString('latin1') : '';
  });
  const texts = [...streams.join('').matchAll(/ActualText \(\xfe\xff(.*?)\)\n/gs)];
  const escapes: Record<string, string> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f' };
  return texts.map(([, text = '']) => {
    const plain = text.replace(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign);
    return Buffer.from(plain, 'latin1').swap16().toString('utf16le').trim();
  });
}

it('[API-52] the PDF has the facts of the page, a title, a language and tags', async () => {
  const pdf = await renderCertificatePdf(certificate());
  const text = readPdf(pdf);
  for (const fact of [
    'Zoë Łukasiewicz-Nuñez',
    'Career Accelerator',
    'Batch 31',
    '28 Jun 2026',
    'K7TQ M4XW HN2C',
  ])
    expect(text).toContain(withoutSpaces(fact));
  const source = pdf.toString('latin1');
  expect(source).toMatch(/\/Lang \(en-IN\)/);
  expect(source).toContain('/StructTreeRoot');
  expect(source).toMatch(/\/S \/H1/);
  expect(source).toMatch(/\/S \/Figure/);
  expect(source).toContain('/DisplayDocTitle true');
  expect(source).toMatch(/\/S \/Document/);
  // The link is an element of the text, with a description, and follows the order of the structure.
  expect(source).toMatch(/\/Subtype \/Link[\s\S]{0,300}\/StructParent \d+/);
  expect(source).toMatch(/\/Contents \(Check it: https:/);
  expect(source).toContain('/Tabs /S');
  expect(text).not.toContain('Revoked');
  expect(readPdf(await renderCertificatePdf(certificate({ status: 'REVOKED' })))).toContain('Revoked');
});

const indic = ['लक्ष्मी नारायणन्', 'ज्ञानेश्वर त्रिपाठी', 'ஸ்ரீநிவாசன் கோவிந்தராஜன்', 'রবীন্দ্রনাথ মুখোপাধ্যায়', 'శ్రీనివాస్ కృష్ణమూర్తి'];
const pdftotext = '/usr/bin/pdftotext';

it.skipIf(!existsSync(pdftotext)).each(['Zoë Łukasiewicz-Nuñez', ...indic])(
  '[API-52] pdftotext reads %s at its place',
  async (holderName) => {
    const input = await renderCertificatePdf(certificate({ holderName }));
    const text = execFileSync(pdftotext, ['-', '-'], { input, encoding: 'utf8' });
    const lines = text.split('\n').filter(Boolean);
    expect(lines.slice(0, 5).map((line) => line.normalize('NFC'))).toEqual([
      ...['Liftoff', 'Certificate of completion', holderName.normalize('NFC')],
      ...['has completed', 'Career Accelerator'],
    ]);
  },
);

it.each(['Zoë Łukasiewicz-Nuñez', ...indic])(
  '[API-52] the PDF of %s fails none of the conditions of PDF/UA-1 that a program can check',
  async (holderName) => {
    const pdf = await renderCertificatePdf(certificate({ holderName }));
    expect(checkPdfUa(pdf)).toEqual([]);
  },
);

it('[API-52] a PDF that lacks a part of PDF/UA-1 is found out', async () => {
  const pdf = (await renderCertificatePdf(certificate())).toString('latin1');
  const without = (from: string, to: string) =>
    checkPdfUa(Buffer.from(pdf.replaceAll(from, to), 'latin1')).join();
  expect(without('/Tabs /S', '/Tabs /R')).toContain('28-009');
  expect(without('/S /Figure\n/Alt', '/S /Figure\n/Xlt')).toContain('13-004');
  expect(without('/Lang (en-IN)', '/Xang (en-IN)')).toContain('11-006');
  expect(without('/StructParent 1', '/StructParent 0')).toContain('28-011');
  expect(without('/S /H1', '/S /H2')).toContain('14-002');
});

it.each(indic)('[API-52] %s is drawn, and read in the order of its letters', async (holderName) => {
  const text = readPdf(await renderCertificatePdf(certificate({ holderName })));
  // A mark of a cluster has no letter of its own, and one that is moved up or down is read later.
  for (const word of holderName.normalize('NFC').split(' '))
    for (const letter of new Set(word)) expect(text).toContain(letter);
  expect(pdfTextsOf(await renderCertificatePdf(certificate({ holderName })))).toContain(
    holderName.normalize('NFC'),
  );
});

it('[API-52] the longest values stay on one page', async () => {
  const pdf = await renderCertificatePdf(
    certificate({
      ...{
        holderName: 'Venkatanarasimharajuvaripeta '.repeat(3).slice(0, 80),
        title: 'W'.repeat(120),
        batchName: 'B'.repeat(80),
      },
      ...{
        description: 'word '.repeat(80).trim(),
        criteria: 'word '.repeat(80),
        skills: Array(10).fill('x'.repeat(40)),
      },
    }),
  );
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  // The first of the facts below the line is “Completed”; nothing of the body reaches down to that line.
  const baselines = [...readContent(pdf).matchAll(/^1 0 0 1 [\d.]+ ([\d.]+) Tm$/gm)].map(([, y]) =>
    Number(y),
  );
  const facts = baselines.findIndex((y) => y < 150);
  expect(facts).toBeGreaterThan(10);
  expect(Math.min(...baselines.slice(0, facts))).toBeGreaterThan(170);
});
