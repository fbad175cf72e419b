import { expect, it } from 'vitest';
import { brochurePrograms } from '../../../src/lib/domain/brochure.ts';
import { readDocument } from '../../../src/lib/server/documents/index.ts';

const origin = 'https://liftoff.example';

it.each(brochurePrograms)(
  '[API-51] the brochure of %s is a tagged PDF made from its own content',
  async (slug) => {
    const { bytes, type } = await readDocument(`brochure/${slug}`, origin);
    const text = bytes.toString('latin1');
    expect(type).toBe('application/pdf');
    expect(text).toMatch(/^%PDF-1\.7/);
    expect(text.trimEnd()).toMatch(/%%EOF$/);
    expect(text).toContain('/Marked true');
    expect(text).toContain('/Lang (en-IN)');
    expect(text).toContain(`(${origin}/programs/${slug}/)`);
    expect([...text.matchAll(/\/Type \/Page\b/g)].length).toBeGreaterThanOrEqual(2);
    // A mail with it stays far below what mail servers refuse.
    expect(bytes.length).toBeLessThan(200_000);
  },
);

it('is made once', async () => {
  const [first, second] = await Promise.all([
    readDocument('brochure/embark-pro', origin),
    readDocument('brochure/embark-pro', origin),
  ]);
  expect(first).toBe(second);
});

it.each(['brochure/voice-support', 'brochure/../../etc/passwd', 'invoice/1'])('knows no %s', async (name) => {
  await expect(readDocument(name, origin)).rejects.toThrow('There is no document');
});
