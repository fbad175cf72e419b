import { expect, it } from 'vitest';
import { formatHours } from '#lib/domain/catalog/curriculum.ts';
import { formatFee } from '#lib/domain/catalog/fee.ts';
import { findProgram, listBatches, listCoachesOf, listPrograms } from '#lib/server/catalog/content/index.ts';
import { renderBrochure } from '#lib/server/leads/brochure-pdf.ts';
import { readPdf, withoutSpaces } from '../../support/portfolio/pdf-words.ts';

const origin = 'https://liftoff.example';
const slugs = listPrograms().map(({ slug }) => slug);

it.each(slugs)('[API-51] the brochure of %s is a small, tagged PDF of two pages or more', async (slug) => {
  const { bytes, type } = await renderBrochure(`brochure/${slug}`, origin);
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
    const read = readPdf((await renderBrochure(`brochure/${slug}`, origin)).bytes);
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
    renderBrochure('brochure/embark-pro', origin),
    renderBrochure('brochure/embark-pro', origin),
  ]);
  expect(first).toBe(second);
});

it.each(['brochure/no-such-programme', 'brochure/../../etc/passwd', 'invoice/1'])(
  'knows no %s',
  async (name) => {
    await expect(renderBrochure(name, origin)).rejects.toThrow('There is no document');
  },
);

it('[API-51] has the batches of the day on which it is sent', async () => {
  const [first, next] = listBatches()
    .filter(({ programType, isPlanned }) => programType === 'CAREER_ACCELERATOR_PROGRAM' && !isPlanned)
    .slice(-2);
  const read = async (now: Date | undefined) =>
    readPdf((await renderBrochure('brochure/career-accelerator-program', origin, now)).bytes);
  const before = new Date((first?.applicationsCloseAt.getTime() ?? 0) - 60_000);
  const after = first?.applicationsCloseAt;
  const nextDay = new Date((after?.getTime() ?? 0) + 86_400_000);
  expect(await read(before)).toContain(withoutSpaces(`${first?.name}:`));
  const later = await read(nextDay);
  expect(later).not.toContain(withoutSpaces(`${first?.name}:`));
  expect(later).toContain(withoutSpaces(`${next?.name}:`));
});
