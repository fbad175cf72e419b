import type { Page } from 'playwright/test';
import { OwnPortfolio } from '../support/portfolio/own-portfolio.ts';
import { expect, test } from '../support/test.ts';

declare global {
  interface Window {
    /** Variables that injected markup would set if it ran. */
    ran?: string;
    violations: string[];
  }
}

/**
 * Closes any surrounding element and tries every way in which markup can run a script; short enough for each
 * field.
 */
const evil = (name: string) => `"><img src=x onerror=ran=1>${name}`;
const script = '</script><script>ran="script"</script>';

/** The violations that the page's policy blocked, and the browser's error messages. */
async function watch(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog ${dialog.message()}`);
    return dialog.dismiss();
  });
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.violations.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  return complaints;
}

test('[C-36] HTML and script addresses in every field are shown as text and do not run', async ({
  page,
  verified,
  baseURL,
}) => {
  expect(verified.phone).toMatch(/^9/);
  const own = await OwnPortfolio.open(page.request, baseURL);
  const id = () => crypto.randomUUID();
  const years = { started_on: '2020', ended_on: null };
  await page.request.patch('/api/v1/user/update/', {
    headers: { origin: baseURL ?? '' },
    data: { first_name: '<img src=x onerror=ran=1>', last_name: '<b>Nair</b>' },
  });
  await own.update({
    visibility: 'PUBLIC',
    allow_indexing: true,
    headline: evil('headline') + script,
    about: [
      `${evil('about')} ${script}`,
      '[press](javascript:ran=1) <javascript:ran=2> [data](data:text/html,x)',
      '![picture](https://elsewhere.example/x.png)',
      '<iframe srcdoc="<script>parent.ran=3</script>"></iframe><svg onload=ran=4></svg>',
      '[quoted](https://example.com/"onmouseover="ran=5)',
    ].join('\n\n'),
    location: evil('location'),
    skills: [evil('skill')],
    experience: [
      {
        id: id(),
        title: evil('job'),
        company: evil('company'),
        location: evil('town'),
        summary: evil('duty'),
        ...years,
      },
    ],
    education: [
      { id: id(), institution: evil('school'), degree: evil('degree'), summary: evil('study'), ...years },
    ],
  });
  await own.add('links', { url: 'https://example.com/"><img src=x onerror=ran=1>', label: evil('label') });
  const { project } = await own.add('projects', {
    title: evil('project'),
    summary: evil('summary'),
    role: evil('role'),
    problem: evil('problem'),
    approach: evil('approach'),
    outcome: evil('outcome'),
    skills: [evil('used')],
    document_url: 'https://docs.google.com/document/d/e/2PACX-1x/pub?x="onload="ran=6',
  });
  await own.feature(project.id);
  await own.add('published-works', {
    title: evil('work'),
    publisher: evil('publisher'),
    summary: evil('abstract'),
    url: 'https://example.com/?javascript:alert(1)',
  });
  for (const url of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
  ])
    for (const kind of ['links', 'published-works'])
      expect(await own.createErrorCode(kind, { url, title: 'x' }), url).toBe('LINK_INVALID');
  expect(await own.createErrorCode('projects', { title: 'x', document_url: 'javascript:alert(1)' })).toBe(
    'LINK_INVALID',
  );

  const complaints = await watch(page);
  const { slug } = await own.read();
  await page.goto(`/portfolios/${slug}/`, { waitUntil: 'networkidle' });
  const text = (await page.getByRole('main').textContent()) ?? '';
  const fields =
    'headline about location skill job company town duty school degree study label project summary role problem approach outcome used work publisher abstract';
  for (const name of fields.split(' ')) expect(text).toContain(evil(name));
  for (const words of [
    '<img src=x onerror=ran=1> <b>Nair</b>',
    '<iframe srcdoc=',
    '[press](javascript:ran=1)',
    script,
  ])
    expect(text).toContain(words);

  const addresses = await page
    .getByRole('main')
    .evaluate((main) =>
      [...main.querySelectorAll('a, img, iframe, [src]')].map(
        (one) => one.getAttribute('href') ?? one.getAttribute('src') ?? '',
      ),
    );
  expect(addresses.filter((address) => !/^(https:\/\/|\/account\/)/.test(address))).toEqual([]);
  const handlers = await page.evaluate(
    () =>
      [...document.querySelectorAll('body *')].filter((one) =>
        one.getAttributeNames().some((name) => /^on|^style$/.test(name)),
      ).length,
  );
  expect(handlers).toBe(0);

  // Hovers, focuses or opens every element that allows it.
  for (const link of await page.getByRole('main').getByRole('link').all()) await link.hover();
  await page
    .context()
    .route('https://docs.google.com/**', (route) => route.fulfill({ contentType: 'text/html', body: 'x' }));
  await page.getByRole('link', { name: /Open the document/ }).click();
  await expect(page.locator('iframe')).toHaveCount(1);
  expect(await page.evaluate(() => [window.ran, window.violations])).toEqual([undefined, []]);
  expect(complaints).toEqual([]);

  const preview = await page.request.get(`/og/portfolios/${slug}.png`);
  expect([preview.status(), preview.headers()['content-type']]).toEqual([200, 'image/png']);
});
