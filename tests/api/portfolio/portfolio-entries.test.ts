import { describe, expect, it } from 'vitest';
import { useTestApi } from '../../support/api.ts';
import {
  getPortfolio,
  type PortfolioOwner,
  signUpPortfolioOwner,
  statusAndCode,
} from '../../support/portfolio/portfolios.ts';

const test = useTestApi();
const uuid = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const docs = 'https://docs.google.com';

describe('links', () => {
  it('[API-31] [C-36] is stored normalised, with its kind and a title', async () => {
    const owner = await signUpPortfolioOwner(test);
    const { status, body } = await owner.post('links/create/', {
      url: ' HTTPS://WWW.LinkedIn.com./in/Asha ',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      link: {
        url: 'https://www.linkedin.com/in/Asha',
        kind: 'LINKEDIN',
        label: 'linkedin.com/in/Asha',
        order: 0,
      },
      is_existing: false,
      version: 2,
    });
    const named = await owner.patch(`links/${body.link.id}/update/`, { label: ' My profile ' });
    expect(named.body.link).toEqual({ ...body.link, label: 'My profile' });
    const moved = await owner.patch(`links/${body.link.id}/update/`, { url: 'github.com/asha', label: '' });
    expect(moved.body.link).toMatchObject({
      id: body.link.id,
      url: 'https://github.com/asha',
      kind: 'GITHUB',
      label: 'github.com/asha',
    });
    expect((await owner.read()).links).toEqual([moved.body.link]);
  });

  it('[API-31] the same address sent twice is one link', async () => {
    const owner = await signUpPortfolioOwner(test);
    const first = await owner.post('links/create/', { url: 'https://asha.example/' });
    const again = await owner.post('links/create/', { url: 'ASHA.example', label: 'Again', version: 1 });
    expect([again.status, again.body.is_existing]).toEqual([200, true]);
    expect([again.body.link, again.body.version]).toEqual([first.body.link, 2]);

    const { body: other } = await owner.post('links/create/', { url: 'other.example' });
    const twin = await owner.patch(`links/${other.link.id}/update/`, { url: 'asha.example' });
    expect(statusAndCode(twin)).toEqual([400, 'VALIDATION_FAILED']);
    expect(twin.body.field_errors).toEqual({ url: 'This address is already in your portfolio' });
    expect((await owner.read()).version).toBe(3);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'localhost',
    'http://10.0.0.1',
    'a@b.example',
    'x y.example',
  ])('[C-36] %s is rejected on create and on update', async (url) => {
    const owner = await signUpPortfolioOwner(test);
    const { body } = await owner.post('links/create/', { url: 'ok.example' });
    const answers = [
      await owner.post('links/create/', { url }),
      await owner.patch(`links/${body.link.id}/update/`, { url }),
      await owner.post('published-works/create/', { title: 'X', url }),
    ];
    for (const answer of answers) {
      expect(statusAndCode(answer)).toEqual([400, 'LINK_INVALID']);
      expect(answer.body.field_errors).toHaveProperty('url');
    }
    const project = await owner.post('projects/create/', { title: 'X', document_url: url });
    expect(project.body.field_errors).toHaveProperty('document_url');
  });
});

describe('published works', () => {
  it('[API-32] [FORM-11] is stored with its embed address', async () => {
    const owner = await signUpPortfolioOwner(test);
    const work = {
      kind: 'CASE_STUDY',
      title: 'Faster closing',
      publisher: 'Finance Weekly',
      published_on: '2026-03',
      url: `${docs}/document/d/e/2PACX/pub`,
      summary: 'Nine days became four.',
      visible: false,
    };
    const { body } = await owner.post('published-works/create/', work);
    expect(body).toMatchObject({ published_work: { ...work, cover_image: null, order: 0 }, version: 2 });
    expect(body.published_work.embed_url).toBe(`${docs}/document/d/e/2PACX/pub?embedded=true`);

    const changed = await owner.patch(`published-works/${body.published_work.id}/update/`, {
      url: 'https://docs.google.com.evil.example/document/d/e/2PACX/pub',
      published_on: null,
    });
    expect(changed.body.published_work).toMatchObject({
      title: 'Faster closing',
      published_on: null,
      embed_url: null,
    });
  });

  it('[API-32] the same address sent twice is one work', async () => {
    const owner = await signUpPortfolioOwner(test);
    const work = { title: 'One', url: 'https://a.example/1' };
    const first = await owner.post('published-works/create/', work);
    const again = await owner.post('published-works/create/', { ...work, title: 'Two' });
    expect(again.body).toMatchObject({ is_existing: true, published_work: first.body.published_work });
  });
});

describe('projects', () => {
  const project = {
    title: 'Dashboard',
    summary: 'One place for all numbers',
    role: 'Analyst',
    problem: 'Nobody knew',
    approach: 'Asked everybody',
    outcome: 'Now they do',
    started_on: '2025-01',
    ended_on: '2025-06-30',
    skills: ['SQL'],
    document_url: `${docs}/presentation/d/e/2PACX/pub?start=false`,
  };

  it('[API-33] [FORM-11] is stored as sent; absent fields stay and null clears a field', async () => {
    const owner = await signUpPortfolioOwner(test);
    const { body } = await owner.post('projects/create/', { id: uuid(7), ...project });
    expect(body.project).toEqual({
      ...project,
      id: uuid(7),
      embed_url: `${docs}/presentation/d/e/2PACX/embed?start=false`,
      cover_image: null,
      is_featured: false,
      order: 0,
      visible: true,
    });
    const path = `projects/${uuid(7)}/update/`;
    const changed = await owner.patch(path, { ended_on: null, document_url: null, skills: [] });
    const emptied = { ended_on: null, document_url: null, embed_url: null, skills: [] };
    expect(changed.body.project).toEqual({ ...body.project, ...emptied });
  });

  it('[API-33] the same id sent twice is one project, as after a lost response', async () => {
    const owner = await signUpPortfolioOwner(test);
    const sent = { id: uuid(7).toUpperCase(), version: 1, ...project };
    const [first, again] = [
      await owner.post('projects/create/', sent),
      await owner.post('projects/create/', sent),
    ];
    expect([first.body.is_existing, again.body.is_existing]).toEqual([false, true]);
    expect([again.body.project, again.body.version]).toEqual([first.body.project, 2]);
  });

  it('an id that another portfolio uses is accepted', async () => {
    const [first, second] = [await signUpPortfolioOwner(test), await signUpPortfolioOwner(test)];
    for (const owner of [first, second])
      expect((await owner.post('projects/create/', { id: uuid(7), title: owner.slug })).status).toBe(200);
    await second.remove(`projects/${uuid(7)}/delete/`);
    expect((await first.read()).projects).toMatchObject([{ id: uuid(7), title: first.slug }]);
  });

  it('cannot end before it starts, whichever date is sent', async () => {
    const owner = await signUpPortfolioOwner(test);
    const dates = { started_on: '2025-05', ended_on: '2025-04' };
    const rejected = await owner.post('projects/create/', { title: 'X', ...dates });
    expect(rejected.body.field_errors).toHaveProperty('ended_on');
    const { body } = await owner.post('projects/create/', project);
    const path = `projects/${body.project.id}/update/`;
    expect((await owner.patch(path, { started_on: '2025-07' })).body.field_errors).toHaveProperty('ended_on');
    expect((await owner.patch(path, { ended_on: '2024' })).status).toBe(400);
    expect((await owner.patch(path, { ended_on: '2025' })).status).toBe(200);
  });

  it('[API-33] at most one is featured, and it can be unfeatured', async () => {
    const owner = await signUpPortfolioOwner(test);
    const [one, two] = await titled(owner, ['One', 'Two']);
    const mark = async (id: string | undefined, body = {}) =>
      (await owner.post(`projects/${id}/mark-as-featured/`, body)).body.featured_project_id;
    expect(await mark(one)).toBe(one);
    expect(await mark(two)).toBe(two);
    expect(await mark(two)).toBe(two);
    expect((await owner.read()).projects).toMatchObject([{ is_featured: false }, { is_featured: true }]);
    expect(await mark(one, { is_featured: false })).toBe(two);
    expect(await mark(two, { is_featured: false })).toBe(null);
    await mark(one);
    await owner.remove(`projects/${one}/delete/`);
    expect((await owner.read()).featured_project_id).toBe(null);
  });
});

describe('order', () => {
  const orders: [move: [from: number, to: number], expected: string][] = [
    [[0, 2], 'bcad'],
    [[3, 0], 'dabc'],
    [[1, 1], 'abcd'],
    [[0, 99], 'bcda'],
    [[2, 1], 'acbd'],
  ];

  it.each(orders)('[API-33] moves %j', async ([from, to], expected) => {
    const owner = await signUpPortfolioOwner(test);
    const ids = await titled(owner, ['a', 'b', 'c', 'd']);
    const { body } = await owner.patch(`projects/${ids[from]}/update/`, { order: to });
    expect(body.project.order).toBe(Math.min(to, 3));
    expect(await titles(owner)).toBe(expected);
  });

  it('[API-31] [API-32] a new entry has its given position, else the last one; each kind has its own order', async () => {
    const owner = await signUpPortfolioOwner(test);
    for (const [url, order] of [['a.example'], ['b.example', 0], ['c.example', 1], ['d.example', 99]]) {
      await owner.post('links/create/', { url, order });
      await owner.post('published-works/create/', { title: url, url, order });
    }
    const { links, published_works } = await owner.read();
    const words = links.map(({ label, order }: { label: string; order: number }) => `${order} ${label}`);
    expect(words).toEqual(['0 b.example', '1 c.example', '2 a.example', '3 d.example']);
    const works = published_works.map(
      ({ title, order }: { title: string; order: number }) => `${order} ${title}`,
    );
    expect(works).toEqual(words);
  });

  it('[API-33] a deleted entry can be restored at its position', async () => {
    const owner = await signUpPortfolioOwner(test);
    await titled(owner, ['a', 'b', 'c']);
    const before = await owner.read();
    const { cover_image, embed_url, is_featured, ...gone } = before.projects[1];
    await owner.remove(`projects/${gone.id}/delete/`);
    expect(await titles(owner)).toBe('ac');
    expect((await owner.post('projects/create/', gone)).body.is_existing).toBe(false);
    expect((await owner.read()).projects).toEqual(before.projects);
  });

  it.each([-1, 1.5, '0'])('the position %j is rejected', async (order) => {
    const owner = await signUpPortfolioOwner(test);
    const rejected = await owner.post('links/create/', { url: 'a.example', order });
    expect(statusAndCode(rejected)).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('covers', () => {
  const picture = (id: string, userId: string, more: object = {}) => ({
    id,
    userId,
    kind: 'IMAGE' as const,
    mimeType: 'image/webp',
    name: 'cover.webp',
    bytes: 1000,
    width: 800,
    height: 600,
    isPublic: true,
    ...more,
  });

  it('[API-30] [API-32] [API-33] must be a public picture of the owner', async () => {
    const [owner, other] = [await signUpPortfolioOwner(test), await signUpPortfolioOwner(test)];
    const userOf = async ({ id }: PortfolioOwner) =>
      (await test.db.selectFrom('portfolio').select('userId').where('id', '=', id).executeTakeFirstOrThrow())
        .userId;
    const document = { kind: 'DOCUMENT' as const, width: null, height: null };
    await test.db
      .insertInto('media')
      .values([
        picture(uuid(1), await userOf(owner)),
        picture(uuid(2), await userOf(other)),
        picture(uuid(3), await userOf(owner), { isPublic: false }),
        picture(uuid(4), await userOf(owner), document),
      ])
      .execute();
    const cover = { media_id: uuid(1), source: `media/${uuid(1)}`, width: 800, height: 600 };
    const { body: made } = await owner.post('projects/create/', { title: 'X', cover_media_id: uuid(1) });
    expect(made.project.cover_image).toEqual(cover);
    for (const [n, id] of [uuid(2), uuid(3), uuid(4), uuid(9)].entries()) {
      const work = { title: 'X', url: `https://a.example/${n}`, cover_media_id: id };
      const answers = [
        await owner.patch(`projects/${made.project.id}/update/`, { cover_media_id: id }),
        await owner.post('published-works/create/', work),
        await owner.update({ cover_media_id: id }),
      ];
      for (const answer of answers) expect(answer.body.field_errors).toHaveProperty('cover_media_id');
    }
    for (const position of [-1, 101, 2.5])
      expect((await owner.update({ cover_position: position })).body.field_errors).toHaveProperty(
        'cover_position',
      );
    const own = { visibility: 'PUBLIC', cover_media_id: uuid(1), cover_position: 20 };
    expect((await owner.update(own)).status).toBe(200);
    const seen = await getPortfolio(test.visitor(), owner.slug);
    expect(seen.body.projects[0].cover_image).toEqual(cover);
    expect(seen.body).toMatchObject({ cover_image: cover, cover_position: 20 });
    expect((await owner.update({ cover_media_id: null })).body.cover_image).toBe(null);
    const cleared = await owner.patch(`projects/${made.project.id}/update/`, { cover_media_id: null });
    expect(cleared.body.project.cover_image).toBe(null);
  });
});

/** Adds projects with these titles and returns their ids. */
async function titled(owner: PortfolioOwner, names: string[]): Promise<string[]> {
  const ids = [];
  for (const title of names) ids.push((await owner.post('projects/create/', { title })).body.project.id);
  return ids;
}

async function titles(owner: PortfolioOwner): Promise<string> {
  const { projects } = await owner.read();
  expect(projects.map(({ order }: { order: number }) => order)).toEqual([...projects.keys()]);
  return projects.map(({ title }: { title: string }) => title).join('');
}
