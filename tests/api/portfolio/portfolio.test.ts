import { describe, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import { signUpVerified } from '../../support/auth/people.ts';
import { signUpCandidate } from '../../support/hiring/candidates.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import {
  getPortfolio,
  portfolios,
  signUpPortfolioOwner,
  statusAndCode,
} from '../../support/portfolio/portfolios.ts';

const test = useTestApi();
const uuid = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;

describe('the first read', () => {
  it('[API-30] creates one empty private portfolio under the person’s name', async () => {
    const person = await signUpVerified(test);
    const { status, body } = await person.visitor.call(`GET ${portfolios}`);
    expect([status, body.count, body.next]).toEqual([200, 1, null]);
    expect(body.results[0]).toMatchObject({
      slug: expect.stringMatching(/^asha-verma-[2-9b-z]{4}$/),
      owner: { first_name: 'Asha', last_name: 'Verma', avatar: null },
      is_owner: true,
      visibility: 'PRIVATE',
      allow_indexing: false,
      show_email: false,
      show_phone: false,
      email: null,
      phone: null,
      links: [],
      projects: [],
      published_works: [],
      featured_project_id: null,
      version: 1,
      completeness: { percent: 0 },
    });
    const again = await person.visitor.call(`GET ${portfolios}`);
    expect(again.body).toEqual(body);
    expect((await person.visitor.call(`GET ${portfolios}?offset=1`)).body).toEqual({
      count: 1,
      next: null,
      results: [],
    });
  });

  it('[API-30] begins with what the person has entered as a candidate', async () => {
    await restoreJobs(test.db);
    const { visitor } = await signUpCandidate(test, {
      residence: { city: 'Kolhapur', region: 'Maharashtra' },
      degree: 'B.Com',
      college: 'Shivaji University',
      graduation_year: 2024,
      current_role: 'Accounts assistant',
      current_company: 'Kaveri Traders',
      linkedin_url: 'linkedin.com/in/asha',
    });
    const { body } = await visitor.call(`GET ${portfolios}`);
    expect(body.results[0]).toMatchObject({
      headline: 'Accounts assistant at Kaveri Traders',
      location: 'Kolhapur, Maharashtra',
      open_to: ['WORK'],
      experience: [{ title: 'Accounts assistant', company: 'Kaveri Traders', started_on: null }],
      education: [{ institution: 'Shivaji University', degree: 'B.Com', ended_on: '2024' }],
      links: [{ kind: 'LINKEDIN', url: 'https://linkedin.com/in/asha' }],
      visibility: 'PRIVATE',
      version: 1,
    });
  });

  it('a name without Latin letters gets an address too', async () => {
    const person = await signUpVerified(test);
    await test.db.updateTable('appUser').set({ firstName: 'आशा', lastName: '' }).execute();
    const { body } = await person.visitor.call(`GET ${portfolios}`);
    expect(body.results[0].slug).toMatch(/^portfolio-[2-9b-z]{4}$/);
  });
});

describe('changing it', () => {
  it('[API-30] fields that are sent change, absent fields stay, and the version increases', async () => {
    const owner = await signUpPortfolioOwner(test);
    const experience = {
      id: uuid(1),
      title: 'Analyst',
      company: 'Meridian',
      location: 'Pune',
      started_on: '2021-04',
      ended_on: null,
      summary: 'Closed the books.',
    };
    const first = await owner.update({
      headline: '  Order to\tcash ',
      about: 'Two\r\n\r\nparagraphs\u202e',
      skills: ['SAP', 'Excel'],
      open_to: ['WORK', 'WORK'],
      experience: [experience],
    });
    expect(first.body).toMatchObject({
      headline: 'Order to cash',
      about: 'Two\n\nparagraphs',
      skills: ['SAP', 'Excel'],
      open_to: ['WORK'],
      experience: [experience],
      version: 2,
    });
    const second = await owner.update({ location: 'Pune' });
    expect(second.body).toMatchObject({ headline: 'Order to cash', location: 'Pune', version: 3 });
    expect(await owner.read()).toEqual(second.body);
  });

  it('[API-30] a list can have its maximum length', async () => {
    const owner = await signUpPortfolioOwner(test);
    const summary = 'क'.repeat(1500);
    const entry = (n: number) => ({ id: uuid(n), started_on: '2020', ended_on: '2020-12', summary });
    const list = <T>(length: number, make: (n: number) => T) => Array.from({ length }, (_, n) => make(n));
    const experience = list(20, (n) => ({ ...entry(n), title: 'Analyst', company: '', location: '' }));
    const education = list(20, (n) => ({ ...entry(n), institution: 'Fergusson College', degree: '' }));
    expect((await owner.update({ experience, education })).status).toBe(200);
    const tooMany = await owner.update({ experience: [...experience, { ...experience[0], id: uuid(99) }] });
    expect(statusAndCode(tooMany)).toEqual([400, 'VALIDATION_FAILED']);
    const twins = await owner.update({ experience: [experience[0], experience[0]] });
    expect(statusAndCode(twins)).toEqual([400, 'VALIDATION_FAILED']);
  });

  it.each([
    [{ visibility: 'HIDDEN' }, 'visibility'],
    [{ slug: 'Asha' }, 'slug'],
    [{ slug: 'a--b' }, 'slug'],
    [{ slug: '../admin' }, 'slug'],
    [{ headline: 'x'.repeat(121) }, 'headline'],
    [{ skills: Array(51).fill('x') }, 'skills'],
    [{ version: '1' }, 'version'],
    [{ version: 2 ** 31 }, 'version'],
    [{ version: 1.5 }, 'version'],
    [
      {
        education: [
          {
            id: uuid(1),
            institution: 'X',
            degree: '',
            started_on: '2022',
            ended_on: '2021-12',
            summary: '',
          },
        ],
      },
      'education.0.ended_on',
    ],
  ])('[FORM-13] %j is rejected with an error at its field', async (changes, field) => {
    const owner = await signUpPortfolioOwner(test);
    const answer = await owner.update(changes);
    expect(statusAndCode(answer)).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.body.field_errors).toHaveProperty([field]);
    expect((await owner.read()).version).toBe(1);
  });

  it('[C-39] fields that the owner cannot set are ignored', async () => {
    const owner = await signUpPortfolioOwner(test);
    const before = await owner.read();
    const { body } = await owner.update({
      id: uuid(1),
      user_id: uuid(2),
      certificates: [{ title: 'Doctor' }],
      completeness: { percent: 100 },
      owner: { first_name: 'Mallory' },
    });
    expect(body).toMatchObject({ id: before.id, owner: before.owner, certificates: [] });
    expect(body.completeness).toEqual(before.completeness);
  });

  it('[API-30] an outdated version is rejected with the current one', async () => {
    const owner = await signUpPortfolioOwner(test);
    await owner.update({ headline: 'From the other tab' });
    const stale = await owner.patch('update/', { version: 1, headline: 'From this tab' });
    expect(statusAndCode(stale)).toEqual([409, 'STALE_WRITE']);
    expect(stale.body.current).toEqual(await owner.read());
    expect(stale.body.current.headline).toBe('From the other tab');
  });

  it('[API-30] a write to an entry makes older versions of the portfolio stale', async () => {
    const owner = await signUpPortfolioOwner(test);
    expect((await owner.post('links/create/', { url: 'github.com/asha' })).body.version).toBe(2);
    expect(statusAndCode(await owner.patch('update/', { version: 1 }))).toEqual([409, 'STALE_WRITE']);
  });
});

describe('visibility', () => {
  it.each([
    ['PRIVATE', 404],
    ['UNLISTED', 200],
    ['PUBLIC', 200],
  ])('[API-30] [C-39] %s answers %i to other people', async (visibility, status) => {
    const owner = await signUpPortfolioOwner(test);
    const { slug } = (await owner.update({ visibility })).body;
    const other = await signUpVerified(test);
    expect((await getPortfolio(test.visitor(), slug)).status).toBe(status);
    expect((await getPortfolio(other.visitor, slug)).status).toBe(status);
    const own = await getPortfolio(owner.visitor, slug);
    expect([own.status, own.body.is_owner]).toEqual([200, true]);
  });

  it('[C-39] other people see no hidden entries, and no email or phone that is not public', async () => {
    const owner = await signUpPortfolioOwner(test);
    await owner.update({ visibility: 'PUBLIC' });
    const { body: hidden } = await owner.post('projects/create/', { title: 'Secret', visible: false });
    await owner.post(`projects/${hidden.project.id}/mark-as-featured/`);
    await owner.post('published-works/create/', { title: 'Secret', url: 'a.example', visible: false });
    const seen = await getPortfolio(test.visitor(), owner.slug);
    expect(seen.body).toMatchObject({
      is_owner: false,
      projects: [],
      published_works: [],
      featured_project_id: null,
      email: null,
      phone: null,
    });
    expect(JSON.stringify(seen.body)).not.toMatch(new RegExp(`Secret|${owner.phone}|${owner.email}`));
    expect((await owner.read()).featured_project_id).toBe(hidden.project.id);

    await owner.update({ show_email: true, show_phone: true });
    expect((await getPortfolio(test.visitor(), owner.slug)).body).toMatchObject({
      email: owner.email,
      phone: owner.e164,
    });
  });

  it('[C-22] an address that its owner has not proved is shown to nobody', async () => {
    const owner = await signUpPortfolioOwner(test);
    await owner.update({ visibility: 'PUBLIC', show_email: true });
    await test.db.updateTable('appUser').set({ emailVerifiedAt: null }).execute();
    expect((await getPortfolio(test.visitor(), owner.slug)).body.email).toBeNull();
  });

  it('only a public portfolio is submitted to search engines, and again after it was hidden', async () => {
    const owner = await signUpPortfolioOwner(test);
    const set = async (changes: object) => (await owner.update(changes)).body.allow_indexing;
    expect(await set({ visibility: 'UNLISTED', allow_indexing: true })).toBe(false);
    expect(await set({ visibility: 'PUBLIC', allow_indexing: true })).toBe(true);
    expect(await set({ headline: 'Still' })).toBe(true);
    expect(await set({ visibility: 'PRIVATE' })).toBe(false);
    expect(await set({ visibility: 'PUBLIC' })).toBe(false);
  });

  it('the portfolio of a disabled account returns 404', async () => {
    const owner = await signUpPortfolioOwner(test);
    await owner.update({ visibility: 'PUBLIC' });
    await test.db.updateTable('appUser').set({ disabledAt: new Date() }).execute();
    expect((await getPortfolio(test.visitor(), owner.slug)).status).toBe(404);
  });

  it.each(['nobody', 'ab', '%00', '..%2f', 'A'.repeat(120), '%F0%9F'])(
    '%s is not a valid address',
    async (slug) => {
      expect(statusAndCode(await getPortfolio(test.visitor(), slug))).toEqual([404, 'NOT_FOUND']);
    },
  );

  it('only issued and valid certificates are listed', async () => {
    const owner = await signUpPortfolioOwner(test);
    const { userId } = await test.db.selectFrom('portfolio').select('userId').executeTakeFirstOrThrow();
    const statuses = ['DRAFT', 'ISSUED', 'REVOKED', 'REPLACED'] as const;
    await test.db
      .insertInto('certificate')
      .values(
        statuses.map((status, n) => ({
          id: uuid(n),
          shortUuid: `abcdefghjk2${n + 2}`,
          userId,
          status,
          title: status,
          programTitle: 'PM Launchpad',
          holderName: 'Asha Verma',
          issuedOn: '2026-05-31',
          issuerName: 'Liftoff',
        })),
      )
      .execute();
    expect((await owner.read()).certificates).toEqual([
      {
        short_uuid: 'abcdefghjk23',
        title: 'ISSUED',
        program_title: 'PM Launchpad',
        issued_on: '2026-05-31',
        issuer_name: 'Liftoff',
      },
    ]);
  });
});
