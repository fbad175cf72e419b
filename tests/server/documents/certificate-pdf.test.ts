import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { ShownCertificate } from '#lib/contract/certificates/certificates.ts';
import { renderCertificatePdf } from '#lib/server/certificates/certificate-pdf.ts';
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

it.each(['लक्ष्मी नारायणन्', 'ज्ञानेश्वर त्रिपाठी', 'ஸ்ரீநிவாசன் கோவிந்தராஜன்', 'রবীন্দ্রনাথ মুখোপাধ্যায়', 'శ్రీనివాస్ కృష్ణమూర్తి'])(
  '[API-52] %s is drawn, and read in the order of its letters',
  async (holderName) => {
    const text = readPdf(await renderCertificatePdf(certificate({ holderName })));
    // A mark of a cluster has no letter of its own, and one that is moved up or down is read later.
    for (const word of holderName.normalize('NFC').split(' '))
      for (const letter of new Set(word)) expect(text).toContain(letter);
    expect(pdfTextsOf(await renderCertificatePdf(certificate({ holderName })))).toContain(
      holderName.normalize('NFC'),
    );
  },
);

it('[API-52] the longest values stay on one page', async () => {
  const pdf = await renderCertificatePdf(
    certificate({
      ...{ holderName: 'Venkatanarasimharajuvaripeta '.repeat(3).slice(0, 80), title: 'W'.repeat(120) },
      ...{
        description: 'word '.repeat(80),
        criteria: 'word '.repeat(80),
        skills: Array(10).fill('x'.repeat(40)),
      },
    }),
  );
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
});
