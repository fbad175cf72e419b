import { describe, expect, test, vi } from 'vitest';
import { $user } from '#lib/stores/account/user.ts';
import type { PersistedDraft } from '#lib/stores/portfolio/portfolio-editor.ts';
import { createBlankEntry } from '#lib/stores/portfolio/sync/document.ts';
import { refusal } from '../../support/fake-api.ts';
import { emptyPortfolio, fakePortfolioServer } from '../../support/portfolio/fake-portfolio.ts';
import { pause, stagePortfolio } from '../../support/portfolio/portfolio-editor-stage.ts';

const stage = stagePortfolio();
const { open } = stage;
const keys = () => stage.server.calls.map(({ key }) => key);

describe('[API-30] saving by itself', () => {
  test('a pause in typing is one call, of what was changed alone', async () => {
    const editor = open();
    for (const headline of ['A', 'An', 'Analyst ']) editor.updateFields({ headline });
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
      editor.updateFields({ about: 'x'.repeat(second + 1) });
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
    editor.updateFields({ headline: 'One' });
    await pause();
    editor.updateFields({ headline: 'Two', about: 'More' });
    await pause();
    resolve();
    await pause();
    expect(stage.server.current).toMatchObject({ headline: 'Two', about: 'More', version: 3 });
    expect(editor.$state.get().kind).toBe('saved');
  });

  test('back to what is saved is nothing to save', async () => {
    const editor = open();
    editor.updateFields({ headline: 'x' });
    editor.updateFields({ headline: '' });
    await pause();
    expect(stage.server.calls).toEqual([]);
    expect(editor.$state.get().kind).toBe('saved');
  });

  test('what is wrong waits and is named, what is right is saved', async () => {
    const editor = open();
    editor.updateFields({ headline: 'Analyst', slug: 'a' });
    await pause();
    expect(stage.server.current).toMatchObject({ headline: 'Analyst', slug: 'asha-rao-4wtp' });
    expect(editor.$errors.get()).toEqual({
      slug: 'Use 3 to 60 small letters, digits and single hyphens',
    });
  });
});

describe('[API-31] [API-32] [API-33] entries', () => {
  test('a project is made once it has a title, then written field by field', async () => {
    const editor = open();
    const project = createBlankEntry('projects', { summary: 'Early words' });
    editor.addEntry('projects', project);
    await pause();
    expect(stage.server.calls).toEqual([]);
    editor.updateEntry('projects', project.id, { title: 'Forecast' });
    await pause();
    editor.updateEntry('projects', project.id, { role: 'Lead', startedOn: '20' });
    await pause();
    expect(keys()).toEqual(['POST /p/projects/create/', `PATCH /p/projects/${project.id}/update/`]);
    expect(stage.server.current.projects).toMatchObject([
      { id: project.id, title: 'Forecast', summary: 'Early words', role: 'Lead', startedOn: null },
    ]);
    expect(Object.keys(editor.$errors.get())).toEqual([`projects/${project.id}/startedOn`]);
  });

  test('an answer that was lost makes no second entry', async () => {
    const editor = open();
    const project = createBlankEntry('projects', { title: 'Forecast' });
    let isFirst = true;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const answer = await stage.server.fetch(url, init);
      if (!isFirst) return answer;
      isFirst = false;
      throw new TypeError('Failed to fetch');
    });
    editor.addEntry('projects', project);
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
    editor.addEntry('links', createBlankEntry('links', { url: 'a.example' }));
    await pause();
    expect(editor.$draft.get().links.map(({ id }) => id)).toEqual(['l1']);
    expect(stage.server.current.links).toHaveLength(1);
    expect(editor.$state.get().kind).toBe('saved');
  });

  test('an entry keeps its id when it is made, so that the form that is open stays its own', async () => {
    const editor = open();
    const made = [
      ['links', createBlankEntry('links', { url: 'https://a.example/' })],
      ['projects', createBlankEntry('projects', { title: 'Forecast' })],
      ['publishedWorks', createBlankEntry('publishedWorks', { title: 'Talk', url: 'https://b.example/' })],
    ] as const;
    for (const [list, entry] of made) editor.addEntry(list, entry);
    await pause();
    for (const [list, { id }] of made) {
      expect(stage.server.current[list].map((row) => row.id)).toEqual([id]);
      expect(editor.$draft.get()[list].map((row) => row.id)).toEqual([id]);
    }
  });

  test('one entry that was moved is one call; the featured star is one call', async () => {
    const editor = open();
    const made = ['One', 'Two', 'Three'].map((title) => createBlankEntry('projects', { title }));
    for (const project of made) editor.addEntry('projects', project);
    await pause();
    stage.server.calls.length = 0;
    editor.moveEntry('projects', made[0]?.id ?? '', 2);
    editor.markAsFeatured(made[1]?.id ?? '');
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
    const made = ['One', 'Two', 'Three'].map((title) => createBlankEntry('projects', { title }));
    for (const project of made) editor.addEntry('projects', project);
    editor.markAsFeatured(made[1]?.id ?? '');
    await pause();
    const calls = stage.server.calls.length;
    editor.removeEntry('projects', made[1]?.id ?? '');
    editor.undoRemoval();
    await pause();
    expect(stage.server.calls).toHaveLength(calls);
    editor.removeEntry('projects', made[1]?.id ?? '');
    await pause();
    expect(stage.server.current.projects).toHaveLength(2);
    editor.undoRemoval();
    await pause();
    expect(stage.server.current.projects.map(({ title }) => title)).toEqual(['One', 'Two', 'Three']);
    expect(stage.server.current.featuredProjectId).toBe(made[1]?.id);
  });

  test('a job without a title is not sent, and does not take the others with it', async () => {
    const editor = open();
    editor.addEntry('experience', createBlankEntry('experience', { title: 'Analyst' }));
    const other = createBlankEntry('experience');
    editor.addEntry('experience', other);
    await pause();
    expect(stage.server.current.experience).toMatchObject([{ title: 'Analyst' }]);
    editor.updateEntry('experience', other.id, { title: 'Intern' });
    await pause();
    editor.updateEntry('experience', other.id, { title: '' });
    await pause();
    expect(stage.server.current.experience.map(({ title }) => title)).toEqual(['Analyst', 'Intern']);
  });
});

describe('refusals and interruptions', () => {
  test('[FORM-13] what the server refuses is said at its field, and not sent again as it is', async () => {
    const editor = open();
    const text = 'This address is taken. Choose another.';
    stage.server.refuseNext = refusal(409, 'SLUG_TAKEN', text, { field_errors: { slug: text } });
    editor.updateFields({ slug: 'taken', headline: 'Analyst' });
    await pause();
    expect(editor.$errors.get()).toEqual({ slug: text });
    expect(stage.server.current).toMatchObject({ headline: 'Analyst', slug: 'asha-rao-4wtp' });
    const calls = stage.server.calls.length;
    editor.updateFields({ about: 'More' });
    await pause();
    expect(stage.server.calls).toHaveLength(calls + 1);
    editor.updateFields({ slug: 'free-one' });
    await pause();
    expect(stage.server.current.slug).toBe('free-one');
    expect(editor.$errors.get()).toEqual({});
  });

  test('where there is no room for more, the entry stays and says so', async () => {
    const editor = open();
    stage.server.refuseNext = refusal(409, 'LIMIT_REACHED', 'There is no room for more');
    const link = createBlankEntry('links', { url: 'https://a.example/' });
    editor.addEntry('links', link);
    await pause();
    expect(editor.$errors.get()).toEqual({ [`links/${link.id}`]: 'There is no room for more' });
    expect(editor.$draft.get().links).toHaveLength(1);
    expect(editor.$state.get().kind).toBe('saved');
  });

  test('offline nothing is asked of the network, and all is saved when it is back', async () => {
    const editor = open();
    stage.goOffline();
    editor.updateFields({ headline: 'In a tunnel' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(stage.server.calls).toEqual([]);
    expect(editor.$state.get().kind).toBe('offline');
    expect(editor.$unsavedDraft.get()?.draft.headline).toBe('In a tunnel');
    stage.goOnline();
    await pause();
    expect(stage.server.current.headline).toBe('In a tunnel');
    expect(editor.$unsavedDraft.get()).toBeNull();
  });

  test('a busy server is asked again when it says', async () => {
    const editor = open();
    stage.server.refuseNext = refusal(503, 'SERVICE_UNAVAILABLE', 'The service is busy.', {
      retry_after: 20,
    });
    editor.updateFields({ headline: 'Patient' });
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
    editor.updateFields({ headline: 'Kept' });
    await pause();
    expect(editor.$state.get().kind).toBe('signed-out');
    editor.updateFields({ about: 'Typed meanwhile' });
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
    editor.updateFields({ headline: 'Mine' });
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
    editor.updateFields({ headline: 'Mine', about: 'Also mine' });
    await pause();
    expect(editor.$conflicts.get()).toMatchObject([{ field: 'headline', mine: 'Mine', theirs: 'Theirs' }]);
    expect(stage.server.current).toMatchObject({ headline: 'Theirs', about: 'Also mine' });
    const [conflict] = editor.$conflicts.get();
    if (conflict) editor.resolveConflict(conflict, choice);
    await pause();
    expect(stage.server.current.headline).toBe(kept);
    expect(editor.$draft.get().headline).toBe(kept);
    expect(editor.$conflicts.get()).toEqual([]);
    expect(editor.$unsavedDraft.get()).toBeNull();
  });

  test('an entry deleted there and changed here is a question; keeping it makes it again', async () => {
    const project = { ...createBlankEntry('projects', { title: 'Forecast' }), id: crypto.randomUUID() };
    stage.server = fakePortfolioServer(emptyPortfolio({ projects: [project] }));
    const editor = open();
    stage.server.write({ projects: [] });
    editor.updateEntry('projects', project.id, { role: 'Lead' });
    await pause();
    expect(editor.$conflicts.get()).toMatchObject([{ list: 'projects', field: null, theirs: null }]);
    expect(stage.server.current.projects).toEqual([]);
    const [conflict] = editor.$conflicts.get();
    if (conflict) editor.resolveConflict(conflict, 'mine');
    await pause();
    expect(stage.server.current.projects).toMatchObject([{ title: 'Forecast', role: 'Lead' }]);
  });
});

describe('what outlives the page', () => {
  test('unsaved changes come back and are saved, onto what was saved elsewhere meanwhile', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const before = open();
    before.updateFields({ headline: 'Kept' });
    before.setUncommittedText('links/new', 'linkedin.com/in/a');
    const kept = JSON.parse(JSON.stringify(before.$unsavedDraft.get())) as PersistedDraft;
    vi.stubGlobal('navigator', { onLine: true });
    stage.server.write({ about: 'Elsewhere' });
    const after = open();
    after.restoreDraft(kept);
    await pause();
    expect(stage.server.current).toMatchObject({ headline: 'Kept', about: 'Elsewhere' });
    expect(after.$uncommittedTexts.get()).toEqual({ 'links/new': 'linkedin.com/in/a' });
  });

  test('a page that was made before the last one had saved catches up', async () => {
    const before = open();
    const early = stage.server.current;
    before.addEntry('projects', createBlankEntry('projects', { summary: 'No title yet' }));
    before.updateFields({ headline: 'Saved on the way out' });
    await pause();
    const after = open(early);
    after.restoreDraft(JSON.parse(JSON.stringify(before.$unsavedDraft.get())));
    await pause();
    expect(after.$draft.get()).toMatchObject({
      headline: 'Saved on the way out',
      projects: [{ summary: 'No title yet' }],
    });
  });

  test('once all is saved there is nothing to keep', async () => {
    const editor = open();
    editor.updateFields({ headline: 'Saved' });
    expect(editor.$unsavedDraft.get()).not.toBeNull();
    await pause();
    expect(editor.$unsavedDraft.get()).toBeNull();
  });
});
