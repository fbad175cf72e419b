import { expect, test } from 'vitest';
import type { Job } from '#lib/contract/hiring/jobs.ts';
import { renderMarkdown } from '#lib/server/core/markdown.ts';
import { jobPosting } from '#lib/server/hiring/jobs/job-posting.ts';
import { readSearch, searchHref } from '#lib/server/hiring/jobs/search-query.ts';

test('Markdown removes an author’s HTML, and links other than http, https and mailto', () => {
  const html = renderMarkdown(
    [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '[a](javascript:alert(1))',
      '[b](data:text/html,x)',
      '[c](//evil.example)',
      '![d](javascript:alert(1))',
    ].join('\n\n'),
  );
  expect(html).not.toMatch(/<(script|img|a)\b/);
});

test('Markdown shows no images, at most a link to one', () => {
  const link = (html: string) => html.replace(/<a [^>]*>/, '<a>').trim();
  expect(link(renderMarkdown('See ![d](https://x.example/a.png)'))).toBe('<p>See <a>d</a></p>');
  expect(link(renderMarkdown('Now! [d](https://x.example/)'))).toBe('<p>Now! <a>d</a></p>');
  expect(link(renderMarkdown('Now\\![d](https://x.example/)'))).toBe('<p>Now!<a>d</a></p>');
  expect(link(renderMarkdown('Now!<https://x.example>'))).toBe('<p>Now!<a>https://x.example</a></p>');
});

test('Markdown headings are below the page’s own, and external links have a rel', () => {
  expect(renderMarkdown('## The team')).toBe('<h3>The team</h3>\n');
  expect(renderMarkdown('[site](https://sarvalane.example)')).toContain('rel="noopener noreferrer nofollow"');
});

const job = {
  title: '</script><script>alert(1)</script>',
  code: 'X-1',
  status: 'OPEN',
  description: '**Work**',
  responsibilities: ['Answer calls', 'Write down what was said'],
  requirements: ['Spoken English'],
  benefits: [],
  shift: 'Day, 9 am to 6 pm',
  employmentType: 'FULL_TIME',
  workMode: 'REMOTE',
  employer: { name: 'Sarvalane', website: null },
  locations: [{ city: 'Kochi', region: 'Kerala', countryIsoCode: 'IN' }],
  compensation: { min: 280_000, max: 330_000, currency: 'INR', period: 'YEAR', isPublic: true },
  postedAt: '2026-11-01T00:00:00.000Z',
  applyBy: '2026-12-01T00:00:00.000Z',
  openings: 2,
} as unknown as Job;

test('a JobPosting cannot close its script element', () => {
  const text = jobPosting(job, 'https://liftoff.example/moonshot/jobs/x/') ?? '';
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toMatchObject({
    '@type': 'JobPosting',
    title: job.title,
    jobLocationType: 'TELECOMMUTE',
    baseSalary: { value: { minValue: 280_000, unitText: 'YEAR' } },
  });
});

test('a JobPosting has the duties, the requirements and the shift, and leaves out what the job does not say', () => {
  const posting = JSON.parse(jobPosting(job, 'https://liftoff.example/moonshot/jobs/x/') ?? '');
  expect(posting).toMatchObject({
    responsibilities: 'Answer calls\nWrite down what was said',
    qualifications: 'Spoken English',
    workHours: 'Day, 9 am to 6 pm',
  });
  expect(posting).not.toHaveProperty('jobBenefits');
});

test('[API-41] a JobPosting has every city and the openings of all', () => {
  const locations = [
    { city: 'Kochi', region: 'Kerala', countryIsoCode: 'IN', openings: 2 },
    { city: 'Pune', region: 'Maharashtra', countryIsoCode: 'IN', openings: 3 },
  ];
  const posting = JSON.parse(
    jobPosting({ ...job, locations, openings: 5 } as Job, 'https://x.example/') ?? '',
  );
  const cities = posting.jobLocation.map(
    (place: { address: { addressLocality: string } }) => place.address.addressLocality,
  );
  expect([cities, posting.totalJobOpenings]).toEqual([['Kochi', 'Pune'], 5]);
});

test('a JobPosting exists only while the job is open, and omits a salary that is not public', () => {
  expect(jobPosting({ ...job, status: 'CLOSED' }, 'https://liftoff.example/')).toBeNull();
  const secret = { ...job, compensation: { ...job.compensation, min: null, max: null, isPublic: false } };
  expect(jobPosting(secret, 'https://liftoff.example/')).not.toContain('baseSalary');
});

test('a page’s search ignores invalid parameters', () => {
  const search = readSearch(new URLSearchParams('family=INSIDE_SALES&level=CL99&work_mode=&city=%00&page=2'));
  expect(search).toEqual({ filters: { family: 'INSIDE_SALES' }, page: 2, paging: { limit: 20, offset: 20 } });
  expect(readSearch(new URLSearchParams('page=-1')).page).toBe(1);
  expect(searchHref({ workMode: 'REMOTE' }, 2)).toBe('/moonshot/jobs/?work_mode=REMOTE&page=2');
  expect(searchHref({}, 1)).toBe('/moonshot/jobs/');
});

test('a remote job is open to applicants in the countries of its locations', () => {
  const places = ['IN', 'SG', 'IN'].map((countryIsoCode) => ({ city: 'x', region: 'y', countryIsoCode }));
  const posting = JSON.parse(jobPosting({ ...job, locations: places } as Job, 'https://x.example/') ?? '');
  expect(posting.applicantLocationRequirements).toEqual([
    { '@type': 'Country', name: 'IN' },
    { '@type': 'Country', name: 'SG' },
  ]);
});
