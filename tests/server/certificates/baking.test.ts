import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { bakePng, unbakePng } from '#lib/server/certificates/credentials/bake-png.ts';
import { attachCredential, readPdfAttachments } from '#lib/server/certificates/credentials/pdf-attachment.ts';

const credential = JSON.stringify({ name: 'लक्ष्मी', text: 'x'.repeat(3000) });
const maxBytes = 64 * 1024;

const createPng = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();

async function createPdf(draw: (document: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const document = new PDFDocument();
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const isWritten = new Promise((resolve) => document.once('end', resolve));
  draw(document);
  document.end();
  await isWritten;
  return Buffer.concat(parts);
}

test('a picture looks the same with a credential in it, which is found again', async () => {
  const png = await createPng();
  const baked = bakePng(png, credential);
  expect(unbakePng(baked)).toBe(credential);
  expect(await sharp(baked).raw().toBuffer()).toEqual(await sharp(png).raw().toBuffer());
  expect(unbakePng(png)).toBeNull();
});

test('a picture that is cut off, or whose chunk claims too much, has no credential', async () => {
  const baked = bakePng(await createPng(), credential);
  for (let length = 8; length < 33 + 12 + credential.length; length += 97)
    expect(unbakePng(baked.subarray(0, length))).toBeNull();
  const lying = Buffer.from(baked);
  lying.writeUInt32BE(0xffff_ffff, 33);
  expect(unbakePng(lying)).toBeNull();
});

test('[C-32] a compressed text in a picture is not inflated', async () => {
  const png = await createPng();
  const bomb = bakePng(png, deflateSync(Buffer.alloc(1_000_000)).toString('latin1'));
  bomb[33 + 8 + 'openbadgecredential'.length + 1] = 1;
  expect(unbakePng(bomb)).toBeNull();
});

test('a PDF has the credential as an attached file, which is found among others', async () => {
  const pdf = await createPdf((document) => {
    document.text('A certificate');
    document.file(Buffer.from('a note'), { name: 'note.txt' });
    attachCredential(document, credential, new Date('2026-07-03T00:00:00Z'));
  });
  expect((await readPdfAttachments(pdf, maxBytes)).toSorted()).toEqual(['a note', credential].toSorted());
});

test('[C-32] an attached file that inflates to too much is left out', async () => {
  const pdf = await createPdf((document) => {
    document.file(Buffer.alloc(5_000_000), { name: 'bomb.json' });
    document.file(Buffer.from('small'), { name: 'small.json' });
  });
  expect(await readPdfAttachments(pdf, maxBytes)).toEqual(['small']);
  expect(await readPdfAttachments(pdf.subarray(0, 200), maxBytes)).toEqual([]);
});

test('[C-32] of many attached files only the first eight are read', async () => {
  const pdf = await createPdf((document) => {
    for (let count = 0; count < 30; count += 1)
      document.file(Buffer.from(`file ${count}`), { name: `${count}` });
  });
  expect(await readPdfAttachments(pdf, maxBytes)).toHaveLength(8);
});
