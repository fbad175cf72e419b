import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { alumnusFacets } from '#layouts/parts/catalog/people/people-facets.ts';
import { loadProgramPage } from '#layouts/parts/catalog/programs/program-page.ts';
import { jobFields } from '#lib/contract/staff/job-schemas.ts';
import { searchByFacets } from '#lib/domain/catalog/facets.ts';
import { parseShortId } from '#lib/domain/certificates/short-id.ts';
import { enrolmentPolicy } from '#lib/domain/enrolment/enrolment-flow.ts';
import { interviewPolicy } from '#lib/domain/hiring/appointments/interview-flow.ts';
import { familyLabels, levelLabels } from '#lib/domain/hiring/jobs/job.ts';
import { callbackExpectedBy, callbackPolicy } from '#lib/domain/leads/callback.ts';
import {
  findProgram,
  getCompany,
  listAlumni,
  listBatches,
  listPrograms,
  listReviews,
} from '#lib/server/catalog/content/index.ts';
import { demoCertificates } from '#lib/server/demo/certificates/demo-certificates.ts';

/** What pages promise equals what the product does. The whole list is in docs/claims.md. */

const read = (path: string) => readFileSync(path, 'utf8').replaceAll(/\s+/g, ' ');
const legal = ['terms', 'privacy-policy', 'refund-policy'].map((name) => `src/content/legal/${name}.md`);
const programFiles = globSync('src/content/programs/*.yaml');
const promises = [...programFiles, ...legal];
const voices = globSync('src/content/{reviews,alumni,testimonials,coaches}/*.yaml');
/** Texts of pages and messages in code. The demo data are not promises of ours. */
const codeTexts = globSync('src/{lib,layouts,islands,pages}/**/*.{ts,tsx,astro}').filter(
  (path) => !path.includes('/demo/'),
);
const numbersOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, number = '']) => Number(number.replaceAll(',', '')));
const withoutComments = (source: string) => source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*(?:\/\/|#).*$/gm, '');
const inWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

describe('prices', () => {
  test.each(listPrograms())('$slug names no other price and no other instalments than its own', (program) => {
    const text = read(`src/content/programs/${program.slug}.yaml`);
    for (const price of numbersOf(text, /₹([\d,]+)/g)) expect(price).toBe(program.fee.amount);
    for (const [, count = ''] of text.matchAll(/up to (\w+) instalments/g))
      expect(inWords.indexOf(count)).toBe(program.fee.instalments);
  });

  test('a batch is paid in as many instalments as its programme says', () => {
    for (const { type, fee } of listPrograms())
      for (const batch of listBatches().filter(({ programType }) => programType === type))
        if (batch.fee) expect(batch.fee.instalments ?? 1, batch.id).toBe(fee.instalments);
  });

  test.each([
    ['career-accelerator-program-learning-only', 'career-accelerator-program'],
    ['pm-launchpad-core', 'pm-launchpad-pro'],
  ])('%s costs less than half of %s', (part, whole) => {
    const priceOf = (slug: string) => findProgram(slug)?.fee.amount ?? Number.NaN;
    expect(priceOf(part)).toBeLessThan(priceOf(whole) / 2);
  });

  test('the associate programmes are free', () => {
    for (const { type, fee } of listPrograms())
      expect(fee.amount === 0, type).toBe(type.startsWith('ASSOCIATE_'));
  });
});

describe('steps and times', () => {
  test.each(listPrograms())('$slug offers a call as long as the one that can be booked', (program) => {
    for (const { title, text } of program.steps.filter((step) => step.title === 'Talk to a counsellor'))
      expect(text, title).toContain(`${program.counselling?.durationMinutes} minutes`);
  });

  test.each(promises)('%s keeps a seat as long as the enrolment does', (path) => {
    for (const hours of numbersOf(read(path), /keep (?:it|your seat) for (\d+) hours/g))
      expect(hours).toBe(enrolmentPolicy.holdHours);
  });

  test('[AUTH-20] no job can reply later than within the 24 hours that every page promises', () => {
    expect(jobFields.replyWithinHours.safeParse(24).success).toBe(true);
    expect(jobFields.replyWithinHours.safeParse(25).success).toBe(false);
    for (const path of promises)
      for (const hours of numbersOf(read(path), /reply within (\d+) hours/g)) expect(hours).toBe(24);
  });

  test('[API-43] an interview can be moved as often, and as late, as the questions on Moonshot say', () => {
    expect(interviewPolicy).toMatchObject({ reschedules: 2, deadlineHours: 4 });
    const questions = read('src/layouts/parts/hiring/landing/moonshot-questions.ts');
    expect(questions).toContain('Yes, twice, until four hours before it begins.');
  });

  test('a training has days, and the questions on Moonshot name no other length', () => {
    const training = { required: true, title: 'Invoice basics', mode: 'ONLINE' };
    expect(jobFields.training.safeParse({ ...training, durationDays: 5 }).success).toBe(true);
    expect(jobFields.training.safeParse(training).success).toBe(false);
    const questions = read('src/layouts/parts/hiring/landing/moonshot-questions.ts');
    expect(questions).not.toMatch(/\b(?:days|weeks) (?:to|and) |\d+ (?:days|weeks)/);
  });

  test('[USER-10] the level of a first job is CL13, and that of some experience CL12', () => {
    expect(levelLabels).toEqual({ CL12: 'Some experience', CL13: 'First job' });
  });

  test('[API-53] without a day we call within the two working hours that the steps say', () => {
    const now = new Date('2026-11-23T06:00:00Z');
    const by = callbackExpectedBy('ASAP', 'Asia/Kolkata', now);
    expect(by.getTime() - now.getTime()).toBe(callbackPolicy.maxWaitHours * 3_600_000);
    expect(read('src/layouts/parts/leads/CallSteps.astro')).toMatch(
      /callbackPolicy\.maxWaitHours\} working hours/,
    );
  });

  test('the terms say what the refund policy says', () => {
    const terms = read('src/content/legal/terms.md');
    const policy = read('src/content/legal/refund-policy.md');
    const numbers = ['Seven days or more', '90%', '75%', 'two weeks', 'ten working days', 'first seven days'];
    for (const number of numbers) {
      expect(policy.toLowerCase()).toContain(number.toLowerCase());
      expect(terms.toLowerCase()).toContain(number.toLowerCase());
    }
    expect(terms).toContain('](/refund-policy/)');
  });

  test.each(programFiles)('%s promises no other refund', (path) => {
    for (const [, days = ''] of read(path).matchAll(/until (\w+) days before/g)) expect(days).toBe('seven');
    expect(read(path)).not.toMatch(/\d+% of the fee/);
  });
});

test.each(listPrograms())('$slug counts its own alumni, and the link leads to as many', (program) => {
  for (const { value, count } of loadProgramPage(program).backgrounds) {
    const search = new URLSearchParams({ program: program.slug, before: value });
    expect(searchByFacets(listAlumni(), alumnusFacets, search).found).toHaveLength(count);
  }
});

describe('services', () => {
  test.each(promises)('%s promises nothing that the product does not have', (path) => {
    expect(read(path)).not.toMatch(
      /scholarship|pick a batch and pay|half the price|open to everyone|no fee|days before the change/i,
    );
  });

  test.each([...promises, ...voices])('%s mentions no service that was removed', (path) => {
    expect(read(path)).not.toMatch(
      /scholarship|(?:lent me|sent me) a laptop|third off|\bodia\b|entrance test|headset by post|working day\b|introduce(?:d)? me to|next batch, free|credit note|change coach/i,
    );
  });

  test('no text in code mentions a service that was removed', () => {
    const removed =
      /third off|headset by post|next batch, free|credit note|change coach|tell you when it opens|asking the employer for it|tell us at once|no (?:automatic updates|other emails?)\b/i;
    expect(codeTexts.filter((path) => removed.test(withoutComments(read(path))))).toEqual([]);
  });

  test('the reviews have the stars that their page names', () => {
    expect(read('src/pages/reviews.astro')).toContain('Reviews with three to five stars');
    const stars = listReviews().map(({ rating }) => rating);
    expect([Math.min(...stars), Math.max(...stars)]).toEqual([3, 5]);
  });

  test('[USER-08] people join an associate programme through jobs that Moonshot has, and not through a batch', () => {
    for (const { slug, type, jobs, facts } of listPrograms()) {
      expect(jobs.length > 0, slug).toBe(type.startsWith('ASSOCIATE_'));
      if (jobs.length === 0) continue;
      for (const { family, label } of jobs) expect(familyLabels).toMatchObject({ [family]: label });
      expect(facts.hoursPerWeek).toBeNull();
      expect(read(`src/content/programs/${slug}.yaml`)).not.toMatch(/choose a batch|\d+ weeks|batch that/i);
      const announced = listBatches().filter(
        ({ programType, startsOn }) => programType === type && startsOn > '2026-11-21',
      );
      expect(announced).toEqual([]);
    }
  });

  test.each([...promises, 'src/content/company/company.yaml'])('%s names emails of the company', (path) => {
    const { email, privacyEmail, grievanceOfficer } = getCompany();
    for (const [address] of read(path).matchAll(/[\w.-]+@[\w-]+(?:\.[\w-]+)+/g))
      expect([email, privacyEmail, grievanceOfficer.email]).toContain(address);
  });

  test.each(promises)('%s links to pages that exist', (path) => {
    for (const [, page = ''] of read(path).matchAll(/\]\((\/[^)]*\/)\)/g))
      expect(
        [`src/pages${page.slice(0, -1)}.astro`, `src/pages${page}index.astro`].some(existsSync),
        page,
      ).toBe(true);
  });
});

describe('language', () => {
  test.each([
    ['email', /\be-mails?\b/i],
    ['spam folder', /unwanted mail/i],
    ['log in and log out on pages', />[^<>{}]*\bsign(?:ed)? (?:in|out)\b/i],
    ['counsellor', /\badvis[eo]rs?\b/i],
    ['one sentence that names a place to write to', /write to support\b(?!@)/i],
  ])('pages and messages say %s', (_, other) => {
    const sources = globSync('src/**/*.{astro,tsx,ts,yaml,md}');
    expect(sources.filter((path) => other.test(withoutComments(readFileSync(path, 'utf8'))))).toEqual([]);
  });

  test.each(listPrograms())('$slug has sentences of at most 20 words', (program) => {
    const { tagline, summary, story, fits, doesNotFit, outcomes, curriculum, steps, eligibility, faq } =
      program;
    const texts = [
      ...[tagline, summary, ...story, ...fits, ...doesNotFit, ...eligibility],
      ...outcomes.map(({ text }) => text),
      ...curriculum.flatMap(({ weeks }) => weeks),
      ...steps.map(({ text }) => text),
      ...faq.flatMap(({ question, answer }) => [question, answer]),
    ];
    const sentences = texts.flatMap((text) => text.split(/[.?!:] /));
    expect(sentences.filter((sentence) => sentence.split(' ').length > 20)).toEqual([]);
  });
});

test('the certificate of an alumnus is one of the demo data, valid and in their name', () => {
  const shown = listAlumni().filter(({ certificateShortUuid }) => certificateShortUuid !== null);
  expect(shown.length).toBeGreaterThan(0);
  for (const { name, certificateShortUuid } of shown)
    expect(demoCertificates.find(({ shortUuid }) => shortUuid === certificateShortUuid)).toMatchObject({
      ...{ holderName: name, shortUuid: parseShortId(certificateShortUuid ?? '') },
    });
});
