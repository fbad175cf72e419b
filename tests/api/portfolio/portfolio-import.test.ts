import { beforeEach, describe, expect, it } from 'vitest';
import { toJsonResume } from '#lib/domain/portfolio/import/export-json-resume.ts';
import { seedPerson } from '#lib/server/demo/person.ts';
import { ashaVerma } from '#lib/server/demo/portfolios/asha-verma.ts';
import { seedPortfolios } from '#lib/server/demo/portfolios.ts';
import { findOwnPortfolio } from '#lib/server/portfolio/find-portfolios.ts';
import { useTestApi } from '../../support/api.ts';
import { signUp, signUpVerified } from '../../support/auth/people.ts';
import { insertCertificate } from '../../support/certificates.ts';
import { signUpPortfolioOwner } from '../../support/portfolio/portfolios.ts';

const test = useTestApi();
const pageUrl = 'https://localhost/portfolios/asha-verma/';
let resume: object;

/** The exported demo portfolio. */
beforeEach(async () => {
  const person = (firstName: string, phone: string) =>
    seedPerson(test.db, { firstName, lastName: 'Verma', email: `${firstName}@example.com`, phone });
  const full = await person('Asha', '+919876500001');
  await seedPortfolios(test.db, test.mediaStore, { full, empty: await person('Rohan', '+919876500002') });
  await insertCertificate(test.db, { userId: full });
  const portfolio = await findOwnPortfolio(test.db, full);
  if (!portfolio) throw new Error('there is no demonstration portfolio');
  resume = JSON.parse(JSON.stringify(toJsonResume(portfolio, pageUrl)));
});

const importInto = (owner: Awaited<ReturnType<typeof signUpPortfolioOwner>>, more: object) =>
  owner.visitor.call(`POST /api/v1/portfolios/${owner.id}/import/`, { resume, ...more });
const kindsOf = (changes: { kind: string }[]) => [...new Set(changes.map(({ kind }) => kind))].toSorted();

/** Returns what the person wrote, without the fields that the server adds. */
function written(portfolio: Record<string, unknown>): unknown {
  const bare = ({ id, kind, order, cover_image, embed_url, ...entry }: Record<string, unknown>) => entry;
  const { headline, about, location, open_to, skills } = portfolio;
  const lists = ['links', 'projects', 'published_works', 'experience', 'education'].map((name) =>
    (portfolio[name] as Record<string, unknown>[]).map(bare),
  );
  return { headline, about, location, open_to, skills, lists };
}

describe('a round trip', () => {
  it('[API-30] an export restores everything into an empty portfolio', async () => {
    const owner = await signUpPortfolioOwner(test);
    const preview = await importInto(owner, { version: 1 });
    expect(preview.body).toMatchObject({ portfolio: null });
    // Certificates cannot be imported, because only we issue them.
    expect(kindsOf(preview.body.changes)).toEqual(['ADD', 'SKIP']);
    expect((await owner.read()).version).toBe(1);

    const { status, body } = await importInto(owner, { version: 1, apply: true });
    expect([status, body.changes]).toEqual([200, preview.body.changes]);
    const source = (await test.visitor().call('GET /api/v1/portfolios/asha-verma/')).body;
    const copy = await owner.read();
    expect(body.portfolio).toEqual(copy);
    expect(copy.projects.map(({ visible }: { visible: boolean }) => visible)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    copy.projects = copy.projects.filter(({ visible }: { visible: boolean }) => visible);
    expect(written(copy)).toEqual(written(source));
    expect(copy.projects[0]).toMatchObject({ title: ashaVerma.projects[0]?.title, is_featured: true });
    expect(copy.visibility).toBe('PRIVATE');
  });

  it('[API-30] a second import changes nothing', async () => {
    const owner = await signUpPortfolioOwner(test);
    await importInto(owner, { version: 1, apply: true });
    const before = await owner.read();
    const { body } = await importInto(owner, { version: before.version, apply: true });
    expect(kindsOf(body.changes)).toEqual(['KEEP', 'SKIP']);
    expect(written(body.portfolio)).toEqual(written(before));
  });
});

describe('existing content', () => {
  it('[API-30] stays when the résumé omits it, and changes when the résumé differs', async () => {
    const owner = await signUpPortfolioOwner(test);
    await owner.post('links/create/', { url: 'https://asha.example.com/', label: 'Home' });
    const made = await owner.post('projects/create/', {
      title: 'A vendor master without twins',
      role: 'Intern',
      visible: false,
    });
    const { version } = await owner.read();
    const { body } = await importInto(owner, { version, apply: true });
    expect(body.portfolio.links.map(({ label }: { label: string }) => label)).toEqual([
      'Home',
      ...ashaVerma.links.map(({ label }) => label),
    ]);
    expect(body.portfolio.projects[0]).toMatchObject({
      id: made.body.project.id,
      role: 'Analyst',
      visible: false,
    });
    expect(body.portfolio.projects.map(({ order }: { order: number }) => order)).toEqual([0, 1, 2, 3]);
  });

  it('[API-30] only what was chosen is imported, and the same file then offers nothing to add twice', async () => {
    const owner = await signUpPortfolioOwner(test);
    const { body: preview } = await importInto(owner, { version: 1 });
    const jobs = preview.changes.filter(({ section }: { section: string }) => section === 'EXPERIENCE');
    const choices = [
      { key: jobs[1].key, choice: 'ADD' },
      { key: 'BASICS/Headline', choice: 'SKIP' },
    ];
    const { body } = await importInto(owner, { version: 1, apply: true, choices });
    expect(body.portfolio).toMatchObject({ headline: '', skills: [], projects: [], links: [] });
    expect(body.portfolio.experience).toMatchObject([{ title: ashaVerma.experience[1]?.title }]);
    const { body: again } = await importInto(owner, { version: 2 });
    const kind = again.changes.find(({ key }: { key: string }) => key === jobs[1].key).kind;
    expect(kind).toBe('KEEP');
    const wrong = await importInto(owner, { version: 2, choices: [{ key: 'SKILLS/0', choice: 'ALL' }] });
    expect(wrong.status).toBe(400);
  });

  it('[API-30] an outdated preview is not applied', async () => {
    const owner = await signUpPortfolioOwner(test);
    await owner.post('links/create/', { url: 'https://asha.example.com/' });
    const { status, body } = await importInto(owner, { version: 1, apply: true });
    expect([status, body.error_code]).toEqual([409, 'STALE_WRITE']);
    expect((await owner.read()).headline).toBe('');
  });

  it('[C-42] of five parallel imports one is applied', async () => {
    const owner = await signUpPortfolioOwner(test);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => importInto(owner, { version: 1, apply: true })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect((await owner.read()).projects).toHaveLength(ashaVerma.projects.length);
  });
});

describe('[API-30] inconsistent data', () => {
  const apply = (owner: Awaited<ReturnType<typeof signUpPortfolioOwner>>, resume: object) =>
    owner.read().then(({ version }) => importInto(owner, { version, apply: true, resume }));

  it('a start date alone cannot come after the existing end date', async () => {
    const owner = await signUpPortfolioOwner(test);
    const career = (years: object) => ({
      education: [{ institution: 'IIT', studyType: 'BTech', ...years }],
      projects: [{ name: 'A project', ...years }],
    });
    await apply(owner, career({ startDate: '2018', endDate: '2020' }));
    const preview = await importInto(owner, { version: 2, resume: career({ startDate: '2022' }) });
    const { status, body } = await apply(owner, career({ startDate: '2022' }));
    expect([status, body.changes]).toEqual([200, preview.body.changes]);
    expect(kindsOf(body.changes)).toEqual(['KEEP', 'SKIP']);
    const years = { started_on: '2018', ended_on: '2020' };
    expect(await owner.read()).toMatchObject({ education: [years], projects: [years] });
    // The valid parts are imported.
    await apply(owner, career({ startDate: '2019' }));
    expect((await owner.read()).education).toMatchObject([{ started_on: '2019', ended_on: '2020' }]);
    expect((await owner.update({ headline: 'As before' })).status).toBe(200);
  });

  it('a duplicate address is one entry with a notice; addresses that differ in case are two entries', async () => {
    const owner = await signUpPortfolioOwner(test);
    const url = 'https://example.com/me';
    const twice = {
      basics: {
        url,
        profiles: [url, `${url}#`, 'https://example.com/Me'].map((one) => ({ network: 'Site', url: one })),
      },
      publications: [url, url, 'https://example.com/ME'].map((one) => ({ name: 'W', url: one })),
    };
    const preview = await importInto(owner, { version: 1, resume: twice });
    const { status, body } = await apply(owner, twice);
    expect([status, body.changes]).toEqual([200, preview.body.changes]);
    const skipped = body.changes.filter(({ kind }: { kind: string }) => kind === 'SKIP');
    expect(skipped.map(({ section }: { section: string }) => section)).toEqual(
      expect.arrayContaining(['LINKS', 'PUBLISHED_WORKS']),
    );
    expect(urlsOf(body.portfolio.links)).toEqual(expect.arrayContaining([url, 'https://example.com/Me']));
    expect(urlsOf(body.portfolio.published_works)).toEqual([url, 'https://example.com/ME']);
    const again = await apply(owner, twice);
    expect([again.status, kindsOf(again.body.changes)]).toEqual([200, ['KEEP', 'SKIP']]);
  });

  it('a job preference is listed once', async () => {
    const owner = await signUpPortfolioOwner(test);
    const { body } = await apply(owner, { basics: { liftoff: { openTo: ['WORK', 'WORK', 'WORK'] } } });
    expect(body.portfolio.open_to).toEqual(['WORK']);
  });

  it('an id in capitals is the same portfolio, in a preview too', async () => {
    const owner = await signUpPortfolioOwner(test);
    const inCapitals = { ...owner, id: owner.id.toUpperCase() };
    for (const apply of [false, true])
      expect((await importInto(inCapitals, { version: 1, apply })).status).toBe(200);
  });
});

const urlsOf = (entries: { url: string }[]) => entries.map(({ url }) => url);

describe('import permissions', () => {
  it('[C-39] only the owner can import, not a visitor, an unverified person or another person', async () => {
    const owner = await signUpPortfolioOwner(test);
    const path = `POST /api/v1/portfolios/${owner.id}/import/`;
    const body = { version: 1, resume, apply: true };
    const other = await signUpVerified(test);
    const answers = [
      await test.visitor().call(path, body),
      await (await signUp(test)).visitor.call(path, body),
      await other.visitor.call(path, body),
      await other.visitor.call(path, { ...body, apply: false }),
    ];
    await owner.update({ visibility: 'UNLISTED' });
    answers.push(
      await other.visitor.call(path, body),
      await other.visitor.call(path, { ...body, apply: false }),
    );
    expect(answers.map(({ status, body }) => [status, body.error_code])).toEqual([
      [401, 'NOT_AUTHENTICATED'],
      [403, 'PHONE_NOT_VERIFIED'],
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
      [403, 'PERMISSION_DENIED'],
      [403, 'PERMISSION_DENIED'],
    ]);
    expect((await owner.read()).headline).toBe('');
    for (const apply of [true, false]) {
      const nowhere = await owner.visitor.call('POST /api/v1/portfolios/nowhere/import/', { ...body, apply });
      expect(nowhere.status).toBe(404);
    }
  });
});

describe('the request', () => {
  it('[C-28] can be as large as the largest export, and no larger', async () => {
    const owner = await signUpPortfolioOwner(test);
    const long = 'मैं '.repeat(700);
    const projects = Array.from({ length: 50 }, (_, index) => ({
      name: `Project ${index}`,
      liftoff: { problem: long, approach: long, outcome: long },
    }));
    const large = await importInto(owner, { version: 1, apply: true, resume: { projects } });
    expect([large.status, large.body.portfolio?.projects.length]).toEqual([200, 50]);
    const tooLarge = await importInto(owner, { version: 2, resume: { text: 'x'.repeat(2_200_000) } });
    expect(tooLarge.status).toBe(413);
  });

  it.each([[null], ['text'], [[1, 2]]])('[API-30] %j is rejected as a résumé', async (wrong) => {
    const owner = await signUpPortfolioOwner(test);
    const { status, body } = await importInto(owner, { version: 1, resume: wrong });
    expect([status, body.field_errors.resume]).toEqual([400, 'Please choose a JSON Resume file']);
  });

  it('[C-36] addresses that pages cannot link to are not imported', async () => {
    const owner = await signUpPortfolioOwner(test);
    const hostile = [
      'javascript:alert(1)',
      'data:text/html,<script>1</script>',
      'https://a:b@example.com/',
      'http://localhost/',
    ];
    const { body } = await importInto(owner, {
      version: 1,
      apply: true,
      resume: {
        basics: { profiles: hostile.map((url) => ({ network: url, url })) },
        publications: hostile.map((url) => ({ name: url, url })),
      },
    });
    expect(kindsOf(body.changes)).toEqual(['SKIP']);
    expect([body.portfolio.links, body.portfolio.published_works]).toEqual([[], []]);
  });
});
