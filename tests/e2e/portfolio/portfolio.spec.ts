import { expectAccessible } from '../support/auth/sign-in.ts';
import { readPage } from '../support/found-page.ts';
import { OwnPortfolio } from '../support/portfolio/own-portfolio.ts';
import { expect, test } from '../support/test.ts';

const asha = '/portfolios/asha-verma/';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a portfolio can be read, stories unfold, and documents are links', async ({ page }) => {
    await page.goto(asha);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Asha Verma');
    for (const title of [
      'About',
      'Skills',
      'Projects',
      'Published work',
      'Experience',
      'Education',
      'Certificates',
    ])
      await expect(main.getByRole('region', { name: title })).toBeVisible();
    await expect(main).toContainText('Verified by Liftoff, no. K7TQM4XWHN2C');

    const twins = main.getByRole('article').filter({ hasText: 'A vendor master without twins' }).last();
    await expect(twins.getByText('paid twice in a year')).toBeHidden();
    await twins.getByText('Read how it went').click();
    await expect(twins.getByText('paid twice in a year')).toBeVisible();
    await expect(twins.getByRole('link', { name: /Open the document/ })).toHaveAttribute(
      'href',
      'https://docs.google.com/presentation/d/e/2PACX-1vExampleOfVendors/pub',
    );
    // An entry that its owner hides.
    await expect(main).not.toContainText('accruals');
  });
});

test('the featured project is first and shown in full', { tag: '@desktop' }, async ({ page }) => {
  await page.goto(asha);
  const first = page.getByRole('region', { name: 'Projects' }).getByRole('article').first();
  await expect(first).toContainText('Featured');
  await expect(first.getByRole('heading', { name: 'The result' })).toBeVisible();
  const cover = first.locator('img');
  await expect(cover).toHaveAttribute('src', /^\/images\/height\/480\/media\//);
  // The width among the available ones that fits this screen.
  const shown = await cover.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return { address: new URL(image.currentSrc).pathname, width: image.naturalWidth };
  });
  expect(shown.address).toMatch(/^\/images\/height\/\d+\/media\//);
  expect(shown.width).toBeGreaterThan(300);
});

test('[C-36] a document loads only after a click, in a sandbox', async ({ page, context }) => {
  const asked: string[] = [];
  await context.route('https://docs.google.com/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<p>Twelve slides</p>' });
  });
  await page.goto(asha, { waitUntil: 'networkidle' });
  expect(asked).toEqual([]);
  await page.getByRole('link', { name: /Open the document/ }).click();
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups');
  await expect(frame).toHaveAttribute('title', 'A vendor master without twins');
  await expect(page.frameLocator('iframe').getByText('Twelve slides')).toBeVisible();
  expect(asked).toEqual(['https://docs.google.com/presentation/d/e/2PACX-1vExampleOfVendors/embed']);
  await expect(page).toHaveURL(asha);
});

test('other people see a published portfolio, and search engines only when the owner allows it', async ({
  page,
  verified,
  elsewhere,
  baseURL,
}) => {
  expect(verified.email).toContain('@');
  const own = await OwnPortfolio.open(page.request, baseURL);
  const { slug: readable } = await own.read();
  const seen = async (slug = readable) => {
    const path = `/portfolios/${slug}/`;
    const address = new URL(path, baseURL).href;
    const answer = await elsewhere.get(address);
    const html = await answer.text();
    return {
      status: answer.status(),
      header: answer.headers()['x-robots-tag'] ?? null,
      robots: /<meta name="robots" content="([^"]*)"/.exec(html)?.[1] ?? null,
      canonical: html.includes(`<link rel="canonical"`),
      person: html.includes('"@type":"Person"'),
      inSitemap: (await (await elsewhere.get(`${baseURL}/sitemap.xml`)).text()).includes(path),
      preview: (await elsewhere.get(`${baseURL}/og/portfolios/${slug}.png`)).status(),
    };
  };
  const hidden = {
    status: 404,
    robots: 'noindex',
    canonical: false,
    person: false,
    inSitemap: false,
    preview: 404,
  };
  expect(await seen()).toMatchObject(hidden);

  await page.goto(`/portfolios/${readable}/`);
  await expect(page.getByRole('complementary', { name: 'Your portfolio' })).toContainText(
    'Only you can see this page.',
  );

  const unlisted = {
    status: 200,
    header: 'noindex',
    robots: 'noindex',
    canonical: false,
    inSitemap: false,
    preview: 200,
  };
  await own.update({ visibility: 'UNLISTED' });
  const secret = (await own.read()).slug;
  expect(await seen()).toMatchObject(hidden);
  expect(await seen(secret)).toEqual({ ...unlisted, person: false });
  await own.update({ visibility: 'PUBLIC' });
  expect(await seen()).toEqual({ ...unlisted, person: true });
  await own.update({ allow_indexing: true });
  expect(await seen()).toEqual({
    status: 200,
    header: null,
    robots: null,
    canonical: true,
    person: true,
    inSitemap: true,
    preview: 200,
  });
});

test('[API-30] a former address redirects permanently to the current one', async ({
  page,
  verified,
  elsewhere,
  baseURL,
}) => {
  const own = await OwnPortfolio.open(page.request, baseURL);
  const { slug } = await own.read();
  const present = `meera-${verified.phone}`;
  await own.update({ slug: present, visibility: 'PUBLIC' });
  const answer = await elsewhere.get(`${baseURL}/portfolios/${slug}/`, { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([308, `/portfolios/${present}/`]);
  await own.update({ visibility: 'PRIVATE' });
  expect((await elsewhere.get(`${baseURL}/portfolios/${slug}/`, { maxRedirects: 0 })).status()).toBe(404);
});

test('[C-12] a network that searches for portfolios is asked to wait; a page that exists still opens', async ({
  elsewhere,
  baseURL,
}) => {
  const open = (slug: string) => elsewhere.get(`${baseURL}/portfolios/${slug}/`);
  for (let n = 0; n < 60; n += 1) expect((await open(`nobody-${n}`)).status()).toBe(404);
  const rejected = await open('nobody-60');
  expect([rejected.status(), Number(rejected.headers()['retry-after'])]).toEqual([429, expect.any(Number)]);
  expect(await rejected.text()).toContain('Please wait a few minutes');
  expect((await elsewhere.get(`${baseURL}/og/portfolios/nobody.png`)).status()).toBe(429);
  expect((await elsewhere.get(`${baseURL}${asha}`)).status()).toBe(200);
});

test('an empty portfolio shows a notice, and every page is accessible', { tag: '@desktop' }, async ({
  page,
  verified,
  baseURL,
}) => {
  const own = await OwnPortfolio.open(page.request, baseURL);
  await page.goto(`/portfolios/${(await own.read()).slug}/`);
  await expect(page.getByRole('main')).toContainText('Meera Nair is just beginning.');
  await expectAccessible(page);
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  await own.update({
    headline: long,
    about: `# ${long}\n\n\`${long}\``,
    location: long,
    skills: [long.slice(0, 50)],
  });
  await own.add('links', { url: `https://${verified.phone}.example.com/${long}` });
  await own.add('projects', { title: long, role: long, summary: long, problem: long });
  await page.reload();
  await expectAccessible(page);
});

test('the social preview is a picture of 1200 by 630, generated once', async ({ request }) => {
  const first = await request.get('/og/portfolios/asha-verma.png');
  const png = await first.body();
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
    'PNG',
    1200,
    630,
  ]);
  const again = await request.get('/og/portfolios/asha-verma.png', {
    headers: { 'If-None-Match': first.headers().etag ?? '' },
  });
  expect(again.status()).toBe(304);
  expect((await readPage(request, asha)).image).toContain('/og/portfolios/asha-verma.png');
});

test('the printed page has all content and no controls', async ({ page }) => {
  await page.goto(asha);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner').first()).toBeHidden();
  await expect(page.getByText('Make your own portfolio')).toBeHidden();
  await expect(page.getByText('paid twice in a year')).toBeVisible();
  const link = page.getByRole('link', { name: 'Essays on Medium' });
  expect(await link.evaluate((one) => getComputedStyle(one, '::after').content)).toContain('medium.com');
});
