import { readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { batchStatus, batchStatuses } from '#lib/domain/catalog/batch.ts';
import { countWeeks } from '#lib/domain/catalog/curriculum.ts';
import { programTypes } from '#lib/domain/catalog/programs.ts';
import { industries } from '#lib/domain/core/industries.ts';
import { readFiles } from '#lib/server/catalog/content/files.ts';
import { illustrationSource } from '#lib/server/catalog/content/illustrations.ts';
import {
  findProgram,
  getCompany,
  listAlumni,
  listBatches,
  listCoaches,
  listCoachesOf,
  listPrograms,
  listReviews,
  listReviewsNaming,
  listTestimonials,
} from '#lib/server/catalog/content/index.ts';
import { portraitNames } from '#lib/server/catalog/content/portraits.ts';
import { expertises } from '#lib/server/catalog/content/schemas/coach.ts';
import { schemas } from '#lib/server/catalog/content/schemas/index.ts';

const people = [
  ...listCoaches(),
  ...listAlumni(),
  ...listReviews().map(({ author }) => author),
  ...listTestimonials(),
];

describe('programmes', () => {
  test('[USER-08] [APP-14] each of the eight types has one programme, and so has interview preparation', () => {
    expect(listPrograms().map(({ type }) => type)).toEqual([...programTypes, 'INTERVIEW_PREPARATION']);
  });

  test('are sorted by order, and can be found by their slug', () => {
    expect(listPrograms().map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(findProgram('embark-pro')?.name).toBe('Embark Pro');
    expect(findProgram('no-such-programme')).toBeNull();
  });

  test('three are featured on the home page', () => {
    expect(listPrograms().filter(({ featured }) => featured)).toHaveLength(3);
  });

  test.each(listPrograms())('$slug has an illustration, coaches, alumni and reviews', (program) => {
    const ofIt = ({ programType }: { programType: string }) => programType === program.type;
    expect(illustrationSource(program.illustration)).toMatch(/^<svg /);
    expect(illustrationSource(program.illustration)).not.toMatch(/style=|<style|<script/);
    const coaches = listCoachesOf(program);
    expect(coaches).toHaveLength(program.coachSlugs.length);
    if (program.startsAnyTime) return;
    for (const coach of coaches) expect(coach.programTypes, coach.slug).toContain(program.type);
    expect(listAlumni().filter(ofIt).length).toBeGreaterThanOrEqual(3);
    expect(listReviews().filter(ofIt).length).toBeGreaterThanOrEqual(3);
  });

  test.each(listPrograms())('$slug has a line for each of its weeks', ({ facts, curriculum, jobs }) => {
    if (jobs.length === 0) expect(facts.duration).toMatch(new RegExp(`^${countWeeks(curriculum)} weeks`));
  });

  test('a batch that is announced costs what its programme says', () => {
    for (const { type, fee } of listPrograms())
      for (const batch of listBatches().filter(({ programType }) => programType === type))
        if (batch.fee)
          expect({ ...batch.fee, id: batch.id }).toMatchObject({ amount: fee.amount, id: batch.id });
        else expect(fee.amount, batch.id).toBe(0);
  });

  test('[API-50] counselling is available, paused or absent, so that pages show each case', () => {
    const calls = listPrograms().map(({ counselling }) => counselling);
    expect(calls.some((call) => call?.available)).toBe(true);
    expect(calls.some((call) => call && !call.available)).toBe(true);
    expect(calls).toContain(null);
  });
});

describe('people', () => {
  test('there are enough coaches, alumni and reviews', () => {
    expect(listCoaches().length).toBeGreaterThanOrEqual(16);
    expect(listAlumni().length).toBeGreaterThanOrEqual(24);
    expect(listReviews().length).toBeGreaterThanOrEqual(30);
  });

  test('[APP-11] there are three testimonials, each with a picture', () => {
    expect(listTestimonials()).toHaveLength(3);
    expect(listTestimonials().every(({ avatar }) => avatar)).toBe(true);
  });

  test('a review that names a coach is on the page of that coach, also with the first name alone', () => {
    for (const { slug, name } of listCoaches()) {
      const [firstName = ''] = name.split(' ');
      const naming = listReviews().filter(({ title, body }) =>
        new RegExp(`\\b${firstName}\\b`).test(`${title} ${body}`),
      );
      expect(listReviewsNaming(slug), name).toEqual(naming);
    }
    expect(listReviewsNaming('joseph-kurian')).toHaveLength(1);
  });

  test('every coach teaches at least one programme', () => {
    const shown = new Set(listPrograms().flatMap(({ coachSlugs }) => coachSlugs));
    expect(listCoaches().filter(({ slug }) => !shown.has(slug))).toEqual([]);
  });

  test('[USER-09] there are 21 industries, and each except Other has a coach or an alumnus', () => {
    expect(industries).toHaveLength(21);
    const used = new Set([
      ...listCoaches().flatMap((one) => one.industries),
      ...listAlumni().map((one) => one.industry),
    ]);
    expect(industries.filter((industry) => !used.has(industry))).toEqual(['Other']);
  });

  test('every expertise in the filter has a coach', () => {
    const used = new Set<string>(listCoaches().flatMap(({ expertise }) => expertise));
    expect(expertises.filter((one) => !used.has(one))).toEqual([]);
  });

  test('no text of a coach contains an email address or a phone number', () => {
    for (const coach of listCoaches()) expect(JSON.stringify(coach)).not.toMatch(/@|\d{7}/);
  });

  test('[API-52] alumni have each kind of transition; a first job has no previous role', () => {
    expect(new Set(listAlumni().map(({ transition }) => transition)).size).toBe(4);
    for (const { transition, previousRole } of listAlumni())
      expect(previousRole === null).toBe(transition === 'FIRST_JOB');
  });

  test('[API-52] ratings are three to five stars, and not all are five', () => {
    const stars = Map.groupBy(listReviews(), ({ rating }) => rating);
    expect([...stars.keys()].sort()).toEqual([3, 4, 5]);
    expect(stars.get(3)?.length).toBeGreaterThanOrEqual(5);
  });

  test('a review is written after its batch began, and an alumnus finished with the batch', () => {
    const batches = new Map(listBatches().map((batch) => [batch.name, batch]));
    for (const { id, batchName, publishedAt } of listReviews())
      expect(publishedAt > (batches.get(batchName)?.startsOn ?? '9'), id).toBe(true);
    for (const { slug, batchName, graduatedOn } of listAlumni())
      expect(graduatedOn, slug).toBe(batches.get(batchName)?.endsOn);
  });
});

describe('order of lists', () => {
  test('featured entries come first, then the newest', () => {
    const newestFirst = (days: string[]) => expect(days).toEqual(days.toSorted().reverse());
    for (const featured of [true, false]) {
      newestFirst(
        listReviews()
          .filter((one) => one.featured === featured)
          .map((one) => one.publishedAt),
      );
      newestFirst(
        listAlumni()
          .filter((one) => one.featured === featured)
          .map((one) => one.graduatedOn),
      );
    }
    expect(listReviews()[0]?.featured).toBe(true);
    expect(listReviews().at(-1)?.featured).toBe(false);
  });
});

describe('batches', () => {
  test('[API-50] on one day the batches have every status', () => {
    const now = new Date('2026-11-21T12:00:00+05:30');
    const seen = new Set(
      listBatches().map((batch) =>
        batchStatus({ ...batch, seatsLeft: batch.seatsTotal - batch.seatsSoldElsewhere }, now),
      ),
    );
    expect([...seen].sort()).toEqual([...batchStatuses].sort());
  });

  test('every programme with batches has a future one', () => {
    const toCome = listBatches().filter(({ startsOn }) => startsOn > '2026-11-21');
    expect(new Set(toCome.map(({ programType }) => programType)).size).toBe(6);
  });

  test('they begin and end on one of their weekdays', () => {
    const weekday = (day: string) =>
      new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(day));
    for (const { id, schedule, startsOn, endsOn } of listBatches())
      for (const day of [weekday(startsOn), weekday(endsOn)])
        expect(
          schedule.join().replace('Monday to Friday', 'Monday Tuesday Wednesday Thursday Friday'),
          id,
        ).toContain(day);
  });
});

describe('pictures', () => {
  const folder = 'src/assets/portraits/';
  const files = readdirSync(folder).filter((name) => name.endsWith('.svg'));

  test('a person with a portrait has its URL, and not the inlined picture', () => {
    const shown = people.flatMap(({ avatar }) => avatar?.['192X192'].url ?? []);
    expect(shown.length).toBeGreaterThan(70);
    expect(shown.filter((url) => url.startsWith('data:'))).toEqual([]);
  });

  test('every portrait belongs to a person', () => {
    const used = JSON.stringify(readFiles());
    expect(portraitNames.filter((name) => !used.includes(`"portrait":"${name}"`))).toEqual([]);
  });

  test.each(files)('%s is small, square and safe', (name) => {
    const source = readFileSync(folder + name, 'utf8');
    expect(statSync(folder + name).size).toBeLessThan(2560);
    expect(source).toContain('width="192" height="192"');
    expect(source).not.toMatch(/undefined|NaN|"[HCDE]"|style=|<script/);
  });

  test('no two portraits are the same', () => {
    expect(new Set(files.map((name) => readFileSync(folder + name, 'utf8'))).size).toBe(files.length);
  });
});

describe('texts', () => {
  const texts = readdirSync('src/content', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(yaml|md)$/.test(name))
    .map((name) => [name, readFileSync(`src/content/${name}`, 'utf8')] as const);

  // All companies are invented. A real one would look like a partner.
  const brands =
    /\b(google|microsoft|amazon|flipkart|infosys|wipro|tata|tcs|accenture|deloitte|kpmg|genpact|cognizant|capgemini|reliance|zomato|swiggy|ola|uber|paytm|phonepe|razorpay|airtel|jio|byju|netflix|apple|meta|facebook|whatsapp|excel|jira|figma|sap|salesforce|zendesk|coursera|udemy)\b/i;
  const unprovable =
    /\b(world[- ]class|best[- ]in[- ]class|no\. ?1|number one|leading (platform|provider)|100 ?% placement|guaranteed? (a )?job|cutting[- ]edge|unlock your|game[- ]chang)/i;
  const template = /\b(lorem|ipsum|john doe|acme|foo|todo|tbd|xxx)\b/i;

  test.each(texts)('%s names no real brand, does not boast and has no placeholder', (name, source) => {
    expect(brands.exec(/^(legal|company)\//.test(name) ? '' : source)?.[0]).toBeUndefined();
    expect(
      unprovable.exec(source.replace('guarantees a job for a fee', '').replace('guarantee a job?', ''))?.[0],
    ).toBeUndefined();
    expect(template.exec(source)?.[0]).toBeUndefined();
  });

  test('every address of ours in a text is one of the company’s', () => {
    const { email, privacyEmail, grievanceOfficer } = getCompany();
    for (const [name, source] of texts)
      for (const [address] of source.matchAll(/[\w.-]+@liftoff\.example/g))
        expect([email, privacyEmail, grievanceOfficer.email], name).toContain(address);
  });
});

describe('the schemas explain themselves', () => {
  test.each(Object.entries(schemas))('every field of %s has a description', (_, schema) => {
    const silent: string[] = [];
    const walk = (node: z.core.JSONSchema.BaseSchema, path: string) => {
      for (const [key, field] of Object.entries(node.properties ?? {})) {
        if (typeof field === 'boolean') continue;
        const isGroupList = typeof field.items === 'object' && !Array.isArray(field.items);
        if (!field.description) silent.push(`${path}${key}`);
        for (const inner of [field, ...(field.anyOf ?? []), ...(isGroupList ? [field.items] : [])])
          if (typeof inner === 'object' && !Array.isArray(inner))
            walk(inner as typeof field, `${path}${key}.`);
      }
    };
    walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '');
    expect(silent).toEqual([]);
  });
});
