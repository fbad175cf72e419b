import { signUpVerified } from '../support/auth/signed-in.ts';
import { OwnPortfolio } from '../support/portfolio/own-portfolio.ts';
import { expect, test } from '../support/test.ts';

const resumeFile = '/account/portfolio/resume.json';

test('[API-30] an export restores a whole portfolio into an empty one', async ({
  page,
  verified,
  elsewhere,
  baseURL,
}) => {
  const asha = await (await elsewhere.get(`${baseURL}/api/v1/portfolios/asha-verma/`)).json();
  const own = await OwnPortfolio.open(page.request, baseURL);
  await own.update({ headline: `Clerk ${verified.phone}`, about: '**Books** & more', open_to: ['WORK'] });
  await own.update({ skills: asha.skills, experience: asha.experience, education: asha.education });
  await own.add('links', { url: 'https://github.com/meera', label: 'Code' });
  for (const { title, summary, role, problem, started_on, ended_on, skills, document_url } of asha.projects)
    await own.add('projects', { title, summary, role, problem, started_on, ended_on, skills, document_url });
  for (const { kind, title, publisher, published_on, url } of asha.published_works)
    await own.add('published-works', { kind, title, publisher, published_on, url });
  await own.feature((await own.read()).projects[1].id);

  const file = await page.request.get(resumeFile);
  expect(file.headers()['content-disposition']).toMatch(/^attachment; filename="[\w-]+-resume\.json"$/);
  const resume = await file.json();
  expect(resume.basics).toMatchObject({ name: 'Meera Nair', label: `Clerk ${verified.phone}` });

  await signUpVerified(elsewhere, baseURL ?? '');
  const copy = await OwnPortfolio.open(elsewhere, baseURL);
  const { changes, portfolio } = await copy.import(resume, false);
  expect([...new Set(changes.map(({ kind }: { kind: string }) => kind))]).toEqual(['ADD']);
  expect(portfolio).toBeNull();
  await copy.import(resume, true);
  const again = await (await elsewhere.get(`${baseURL}${resumeFile}`)).json();
  expect(written(again)).toEqual(written(resume));
});

/** Without the fields that name the owner and the address. */
function written({ basics, meta, ...rest }: Record<string, unknown>) {
  return { ...rest, basics: { ...(basics as object), url: null } };
}

test('only the owner can download the PDF', async ({ page, verified, elsewhere, baseURL }) => {
  const own = await OwnPortfolio.open(page.request, baseURL);
  // The typeface contains neither script. The page shows them, the PDF leaves them out.
  await own.update({
    headline: `मीरा 🚀 ${verified.phone}`,
    about: '# Books\n\n- one\n- two',
    skills: ['Excel'],
  });
  const answer = await page.request.get('/account/portfolio/portfolio.pdf');
  const { slug } = await own.read();
  expect(answer.headers()).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${slug}.pdf"`,
    'cache-control': 'no-store',
  });
  const text = (await answer.body()).toString('latin1');
  expect(text).toMatch(/^%PDF-1\.7/);
  expect(text.trimEnd()).toMatch(/%%EOF$/);
  expect(text).toContain('/Marked true');
  expect(text).toContain(`/portfolios/${slug}/)`);

  for (const file of ['portfolio.pdf', 'resume.json']) {
    const visitor = await elsewhere.get(`${baseURL}/account/portfolio/${file}`, { maxRedirects: 0 });
    expect([visitor.status(), visitor.headers().location]).toEqual([302, '/account/portfolio/']);
  }
});
