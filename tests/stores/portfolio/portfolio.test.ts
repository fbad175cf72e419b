import { describe, expect, test, vi } from 'vitest';
import { $user } from '#lib/stores/account/user.ts';
import type { KeptDraft } from '#lib/stores/portfolio/portfolio.ts';
import { blankEntry } from '#lib/stores/portfolio/portfolio-document.ts';
import { refusal } from '../../support/fake-api.ts';
import { emptyPortfolio, fakePortfolioServer } from '../../support/portfolio/fake-portfolio.ts';
import { pause, stagePortfolio } from '../../support/portfolio/portfolio-stage.ts';

const stage = stagePortfolio();
const { open } = stage;
const keys = () => stage.server.calls.map(({ key }) => key);

describe('[API-30] saving by itself', () => {
  test('a pause in typing is one call, of what was changed alone', async () => {
    const editor = open();
    for (const headline of ['A', 'An', 'Analyst ']) editor.set({ headline });
    expect(editor.$state.get().kind).toBe('unsaved');
    await pause();
    expect(stage.server.calls).toEqual([
      { key: 'PATCH /p/update/', body: { headline: 'Analyst', version: 1 } },
    ]);
    expect(editor.$state.get().kind).toBe('saved');
    expect(editor.$draft.get().headline, 'a space is not taken away from whoever is typing').toBe('Analyst ');
  });

  test('whoever types without a pause is saved every few seconds', async () => {
    const editor = open();
    for (let second = 0; second < 12; second += 1) {
      editor.set({ about: 'x'.repeat(second + 1) });
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(stage.server.calls.length).toBeGreaterThanOrEqual(1);
    await pause();
    expect(stage.server.current.about).toHaveLength(12);
  });

  test('one request at a time; what is typed meanwhile goes with the next', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let underWay = 0;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      underWay += 1;
      expect(underWay).toBe(1);
      await promise;
      underWay -= 1;
      return stage.server.fetch(url, init);
    });
    const editor = open();
    editor.set({ headline: 'One' });
    await pause();
    editor.set({ headline: 'Two', about: 'More' });
    await pause();
    resolve();
    await pause();
    expect(stage.server.current).toMatchObject({ headline: 'Two', about: 'More', version: 3 });
    expect(editor.$state.get().kind).toBe('saved');
  });

  test('back to what is saved is nothing to save', async () => {
    const editor = open();
    editor.set({ headline: 'x' });
    editor.set({ headline: '' });
    await pause();
    expect(stage.server.calls).toEqual([]);
    expect(editor.$state.get().kind).toBe('saved');
  });

  test('what is wrong waits and is named, what is right is saved', async () => {
    const editor = open();
    editor.set({ headline: 'Analyst', slug: 'a' });
    await pause();
    expect(stage.server.current).toMatchObject({ headline: 'Analyst', slug: 'asha-rao-4wtp' });
    expect(editor.$problems.get()).toEqual({
      slug: 'Use 3 to 60 small letters, digits and single hyphens',
    });
  });
});

describe('[API-31] [API-32] [API-33] entries', () => {
  test('a project is made once it has a title, then written field by field', async () => {
    const editor = open();
    const project = blankEntry('projects', { summary: 'Early words' });
    editor.add('projects', project);
    await pause();
    expect(stage.server.calls).toEqual([]);
    editor.change('projects', project.id, { title: 'Forecast' });
    await pause();
    editor.change('projects', project.id, { role: 'Lead', startedOn: '20' });
    await pause();
    expect(keys()).toEqual(['POST /p/projects/create/', `PATCH /p/projects/${project.id}/update/`]);
    expect(stage.server.current.projects).toMatchObject([
      { id: project.id, title: 'Forecast', summary: 'Early words', role: 'Lead', startedOn: null },
    ]);
    expect(Object.keys(editor.$problems.get())).toEqual([`projects/${project.id}/startedOn`]);
  });

  test('an answer that was lost makes no second entry', async () => {
    const editor = open();
    const project = blankEntry('projects', { title: 'Forecast' });
    let isFirst = true;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const answer = await stage.server.fetch(url, init);
      if (!isFirst) return answer;
      isFirst = false;
      throw new TypeError('Failed to fetch');
    });
    editor.add('projects', project);
    await pause();
    expect(editor.$state.get()).toMatchObject({ kind: 'failed', isFinal: false });
    await vi.advanceTimersByTimeAsync(4000);
    expect(stage.server.current.projects.map(({ title }) => title)).toEqual(['Forecast']);
    expect(editor.$state.get().kind).toBe('saved');
    expect(editor.$conflicts.get()).toEqual([]);
  });

  test('the same address, added elsewhere meanwhile, is one link', async () => {
    const editor = open();
    stage.server.write({
      links: [{ id: 'l1', url: 'https://a.example/', kind: 'WEBSITE', label: 'a.example', order: 0 }],
    });
    editor.add('links', blankEntry('links', { url: 'a.example' }));
    await pause();
    expect(editor.$draft.get().links.map(({ id }) => id)).toEqual(['l1']);
    expect(stage.server.current.links).toHaveLength(1);
    expect(editor.$state.get().kind).toBe('saved');
  });

  test('an entry keeps its id when it is made, so that the form that is open stays its own', async () => {
    const editor = open();
    const made = [
      ['links', blankEntry('links', { url: 'https://a.example/' })],
      ['projects', blankEntry('projects', { title: 'Forecast' })],
      ['publishedWorks', blankEntry('publishedWorks', { title: 'Talk', url: 'https://b.example/' })],
    ] as const;
    for (const [list, entry] of made) editor.add(list, entry);
    await pause();
    for (const [list, { id }] of made) {
      expect(stage.server.current[list].map((row) => row.id)).toEqual([id]);
      expect(editor.$draft.get()[list].map((row) => row.id)).toEqual([id]);
    }
  });

  test('one entry that was moved is one call; the featured star is one call', async () => {
    const editor = open();
    const made = ['One', 'Two', 'Three'].map((title) => blankEntry('projects', { title }));
    for (const project of made) editor.add('projects', project);
    await pause();
    stage.server.calls.length = 0;
    editor.move('projects', made[0]?.id ?? '', 2);
    editor.feature(made[1]?.id ?? '');
    await pause();
    expect(stage.server.calls.map(({ body }) => body)).toEqual([
      { order: 2, version: 4 },
      { isFeatured: true },
    ]);
    expect(stage.server.current.projects.map(({ title }) => title)).toEqual(['Two', 'Three', 'One']);
    expect(stage.server.current.featuredProjectId).toBe(made[1]?.id);
  });

  test('undo puts an entry back where it stood, with its star, saved or not', async () => {
    const editor = open();
    const made = ['One', 'Two', 'Three'].map((title) => blankEntry('projects', { title }));
    for (const project of made) editor.add('projects', project);
    editor.feature(made[1]?.id ?? '');
    await pause();
    const calls = stage.server.calls.length;
    editor.remove('projects', made[1]?.id ?? '');
    editor.undoRemove();
    await pause();
    expect(stage.server.calls).toHaveLength(calls);
    editor.remove('projects', made[1]?.id ?? '');
    await pause();
    expect(stage.server.current.projects).toHaveLength(2);
    editor.undoRemove();
    await pause();
    expect(stage.server.current.projects.map(({ title }) => title)).toEqual(['One', 'Two', 'Three']);
    expect(stage.server.current.featuredProjectId).toBe(made[1]?.id);
  });

  test('a job without a title is not sent, and does not take the others with it', async () => {
    const editor = open();
    editor.add('experience', blankEntry('experience', { title: 'Analyst' }));
    const other = blankEntry('experience');
    editor.add('experience', other);
    await pause();
    expect(stage.server.current.experience).toMatchObject([{ title: 'Analyst' }]);
    editor.change('experience', other.id, { title: 'Intern' });
    await pause();
    editor.change('experience', other.id, { title: '' });
    await pause();
    expect(stage.server.current.experience.map(({ title }) => title)).toEqual(['Analyst', 'Intern']);
  });
});

describe('refusals and interruptions', () => {
  test('[FORM-13] what the server refuses is said at its field, and not sent again as it is', async () => {
    const editor = open();
    const text = 'This address is taken. Choose another.';
    stage.server.refuseNext = refusal(409, 'SLUG_TAKEN', text, { field_errors: { slug: text } });
    editor.set({ slug: 'taken', headline: 'Analyst' });
    await pause();
    expect(editor.$problems.get()).toEqual({ slug: text });
    expect(stage.server.current).toMatchObject({ headline: 'Analyst', slug: 'asha-rao-4wtp' });
    const calls = stage.server.calls.length;
    editor.set({ about: 'More' });
    await pause();
    expect(stage.server.calls).toHaveLength(calls + 1);
    editor.set({ slug: 'free-one' });
    await pause();
    expect(stage.server.current.slug).toBe('free-one');
    expect(editor.$problems.get()).toEqual({});
  });

  test('where there is no room for more, the entry stays and says so', async () => {
    const editor = open();
    stage.server.refuseNext = refusal(409, 'LIMIT_REACHED', 'There is no room for more');
    const link = blankEntry('links', { url: 'https://a.example/' });
    editor.add('links', link);
    await pause();
    expect(editor.$problems.get()).toEqual({ [`links/${link.id}`]: 'There is no room for more' });
    expect(editor.$draft.get().links).toHaveLength(1);
    expect(editor.$state.get().kind).toBe('saved');
  });

  test('offline nothing is asked of the network, and all is saved when it is back', async () => {
    const editor = open();
    stage.goOffline();
    editor.set({ headline: 'In a tunnel' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(stage.server.calls).toEqual([]);
    expect(editor.$state.get().kind).toBe('offline');
    expect(editor.$toKeep.get()?.draft.headline).toBe('In a tunnel');
    stage.goOnline();
    await pause();
    expect(stage.server.current.headline).toBe('In a tunnel');
    expect(editor.$toKeep.get()).toBeNull();
  });

  test('a busy server is asked again when it says', async () => {
    const editor = open();
    stage.server.refuseNext = refusal(503, 'SERVICE_UNAVAILABLE', 'The service is busy.', {
      retry_after: 20,
    });
    editor.set({ headline: 'Patient' });
    await pause();
    expect(editor.$state.get()).toMatchObject({ kind: 'failed', isFinal: false });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(stage.server.calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(6000);
    expect(stage.server.current.headline).toBe('Patient');
  });

  test('a session that ended waits for the person, and goes on with them', async () => {
    const editor = open();
    stage.server.refuseNext = refusal(401, 'SESSION_EXPIRED', 'Your session has ended. Please log in again.');
    editor.set({ headline: 'Kept' });
    await pause();
    expect(editor.$state.get().kind).toBe('signed-out');
    editor.set({ about: 'Typed meanwhile' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(stage.server.calls).toHaveLength(1);
    $user.set({ id: 'u1' } as never);
    await pause();
    expect(stage.server.current).toMatchObject({ headline: 'Kept', about: 'Typed meanwhile' });
  });
});

describe('two who write', () => {
  test('what only one changed is merged and saved without a question', async () => {
    const editor = open();
    stage.server.write({ about: 'From the other tab' });
    editor.set({ headline: 'Mine' });
    await pause();
    expect(stage.server.current).toMatchObject({ headline: 'Mine', about: 'From the other tab', version: 3 });
    expect(editor.$draft.get().about).toBe('From the other tab');
    expect(editor.$conflicts.get()).toEqual([]);
  });

  test.each([
    ['mine', 'Mine'],
    ['theirs', 'Theirs'],
  ] as const)('what both changed waits for the choice: %s', async (choice, kept) => {
    const editor = open();
    stage.server.write({ headline: 'Theirs' });
    editor.set({ headline: 'Mine', about: 'Also mine' });
    await pause();
    expect(editor.$conflicts.get()).toMatchObject([{ field: 'headline', mine: 'Mine', theirs: 'Theirs' }]);
    expect(stage.server.current).toMatchObject({ headline: 'Theirs', about: 'Also mine' });
    const [conflict] = editor.$conflicts.get();
    if (conflict) editor.resolve(conflict, choice);
    await pause();
    expect(stage.server.current.headline).toBe(kept);
    expect(editor.$draft.get().headline).toBe(kept);
    expect(editor.$conflicts.get()).toEqual([]);
    expect(editor.$toKeep.get()).toBeNull();
  });

  test('an entry deleted there and changed here is a question; keeping it makes it again', async () => {
    const project = { ...blankEntry('projects', { title: 'Forecast' }), id: crypto.randomUUID() };
    stage.server = fakePortfolioServer(emptyPortfolio({ projects: [project] }));
    const editor = open();
    stage.server.write({ projects: [] });
    editor.change('projects', project.id, { role: 'Lead' });
    await pause();
    expect(editor.$conflicts.get()).toMatchObject([{ list: 'projects', field: null, theirs: null }]);
    expect(stage.server.current.projects).toEqual([]);
    const [conflict] = editor.$conflicts.get();
    if (conflict) editor.resolve(conflict, 'mine');
    await pause();
    expect(stage.server.current.projects).toMatchObject([{ title: 'Forecast', role: 'Lead' }]);
  });
});

describe('what outlives the page', () => {
  test('unsaved changes come back and are saved, onto what was saved elsewhere meanwhile', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const before = open();
    before.set({ headline: 'Kept' });
    before.type('links/new', 'linkedin.com/in/a');
    const kept = JSON.parse(JSON.stringify(before.$toKeep.get())) as KeptDraft;
    vi.stubGlobal('navigator', { onLine: true });
    stage.server.write({ about: 'Elsewhere' });
    const after = open();
    after.restore(kept);
    await pause();
    expect(stage.server.current).toMatchObject({ headline: 'Kept', about: 'Elsewhere' });
    expect(after.$typed.get()).toEqual({ 'links/new': 'linkedin.com/in/a' });
  });

  test('a page that was made before the last one had saved catches up', async () => {
    const before = open();
    const early = stage.server.current;
    before.add('projects', blankEntry('projects', { summary: 'No title yet' }));
    before.set({ headline: 'Saved on the way out' });
    await pause();
    const after = open(early);
    after.restore(JSON.parse(JSON.stringify(before.$toKeep.get())));
    await pause();
    expect(after.$draft.get()).toMatchObject({
      headline: 'Saved on the way out',
      projects: [{ summary: 'No title yet' }],
    });
  });

  test('once all is saved there is nothing to keep', async () => {
    const editor = open();
    editor.set({ headline: 'Saved' });
    expect(editor.$toKeep.get()).not.toBeNull();
    await pause();
    expect(editor.$toKeep.get()).toBeNull();
  });
});
