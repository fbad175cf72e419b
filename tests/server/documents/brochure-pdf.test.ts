import { describe, expect, it } from 'vitest';
import { formatHours } from '#lib/domain/catalog/curriculum.ts';
import { formatFee } from '#lib/domain/catalog/fee.ts';
import { findProgram, listBatches, listCoachesOf, listPrograms } from '#lib/server/catalog/content/index.ts';
import { renderBrochure } from '#lib/server/leads/brochure-pdf.ts';
import { readPdf, withoutSpaces } from '../../support/portfolio/pdf-words.ts';

const origin = 'https://liftoff.example';
const empty = listBatches().map((batch) => ({ ...batch, seatsLeft: batch.seatsTotal }));
const slugs = listPrograms().map(({ slug }) => slug);

it.each(slugs)('[API-51] the brochure of %s is a small, tagged PDF of two pages or more', async (slug) => {
  const { bytes, type } = await renderBrochure(`brochure/${slug}`, origin, empty);
  const text = bytes.toString('latin1');
  expect(type).toBe('application/pdf');
  expect(text).toMatch(/^%PDF-1\.7/);
  expect(text.trimEnd()).toMatch(/%%EOF$/);
  expect(text).toContain('/Marked true');
  expect(text).toContain('/Lang (en-IN)');
  expect(text).toContain(`(${origin}/programs/${slug}/)`);
  expect([...text.matchAll(/\/Type \/Page\b/g)].length).toBeGreaterThanOrEqual(2);
  // Mail servers accept emails of this size.
  expect(bytes.length).toBeLessThan(200_000);
});

it.each(slugs)(
  '[API-51] the brochure of %s has the texts of its page, and none of another programme',
  async (slug) => {
    const read = readPdf((await renderBrochure(`brochure/${slug}`, origin, empty)).bytes);
    const own = wordsOf(slug);
    expect(own.length).toBeGreaterThan(40);
    expect(own.filter((words) => !read.includes(withoutSpaces(words)))).toEqual([]);
    const foreign = slugs.filter((other) => other !== slug).flatMap(wordsOf);
    const ownText = own.join(' ');
    const strangers = foreign.filter((words) => words.length > 20 && !ownText.includes(words));
    expect(strangers.length).toBeGreaterThan(20);
    expect(strangers.filter((words) => read.includes(withoutSpaces(words)))).toEqual([]);
  },
);

/** Returns all texts of a programme's file and the names of its coaches. */
function wordsOf(slug: string): string[] {
  const program = findProgram(slug);
  if (!program) throw new Error(`There is no programme "${slug}".`);
  const { name, tagline, summary, facts, fee, story, fits, doesNotFit, outcomes, curriculum } = program;
  return [
    name,
    tagline,
    summary,
    ...[facts.audience, facts.duration, facts.format, formatHours(facts.hoursPerWeek), formatFee(fee)],
    ...[...story, ...fits, ...doesNotFit],
    ...outcomes.map(({ text }) => text),
    ...curriculum.flatMap(({ title, weeks }) => [title, ...weeks]),
    ...listCoachesOf(program).flatMap((coach) => [coach.name, coach.company, coach.headline]),
    ...program.eligibility,
    ...program.steps.flatMap(({ title, text }) => [title, text]),
    ...program.faq.flatMap(({ question, answer }) => [question, answer]),
  ].filter((words) => words !== '');
}

it('is rendered once', async () => {
  const [first, second] = await Promise.all([
    renderBrochure('brochure/embark-pro', origin, empty),
    renderBrochure('brochure/embark-pro', origin, empty),
  ]);
  expect(first).toBe(second);
});

it.each(['brochure/no-such-programme', 'brochure/../../etc/passwd', 'invoice/1'])(
  'knows no %s',
  async (name) => {
    await expect(renderBrochure(name, origin, empty)).rejects.toThrow('There is no document');
  },
);

describe('[API-51] the batches in a brochure', () => {
  const [first, second, third] = empty.filter(
    ({ programType }) => programType === 'CAREER_ACCELERATOR_PROGRAM',
  );
  if (!first || !second || !third) throw new Error('The career accelerator has fewer than three batches.');
  const closing = new Date('2026-12-01T12:30:00Z');
  const open = { ...first, isPlanned: false, applicationsCloseAt: closing };
  const full = { ...second, isPlanned: false, applicationsCloseAt: closing, seatsLeft: 0 };
  const planned = { ...third, isPlanned: true, applicationsCloseAt: closing };
  const read = async (batches: typeof empty, now: string) => {
    const name = 'brochure/career-accelerator-program';
    return readPdf((await renderBrochure(name, origin, batches, new Date(now))).bytes);
  };
  const lines = (text: string, ...batches: typeof empty) =>
    batches.map((batch) => text.includes(withoutSpaces(`${batch.name}:`)));

  it('say whether one can join them', async () => {
    const text = await read([open, full, planned], '2026-11-20T00:00:00Z');
    expect(lines(text, open, full, planned)).toEqual([true, true, true]);
    const count = (words: string) => text.split(withoutSpaces(words)).length - 1;
    expect(count('Reserve by 1 Dec')).toBe(1);
    expect(count('Full. You can join the wait-list.')).toBe(1);
    expect(count('Not open yet')).toBe(1);
    expect(text).not.toContain(withoutSpaces('Apply by'));
  });

  it('are those of the moment, also when the last seat goes within a day', async () => {
    const before = await read([open, full], '2026-12-01T12:29:00Z');
    expect(lines(before, open)).toEqual([true]);
    const filled = await read([{ ...open, seatsLeft: 0 }, full], '2026-12-01T12:29:30Z');
    expect(filled).not.toContain(withoutSpaces('Reserve by'));
    const later = await read(
      [open, { ...full, applicationsCloseAt: new Date('2026-12-09') }],
      '2026-12-01T12:30:00Z',
    );
    expect(lines(later, open, full)).toEqual([false, true]);
  });
});
