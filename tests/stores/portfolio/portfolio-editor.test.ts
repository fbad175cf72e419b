import { describe, expect, test, vi } from 'vitest';
import { $user } from '#lib/stores/account/user.ts';
import type { PersistedDraft } from '#lib/stores/portfolio/portfolio-editor.ts';
import { createBlankEntry } from '#lib/stores/portfolio/sync/document.ts';
import { errorResponse } from '../../support/fake-api.ts';
import { emptyPortfolio, fakePortfolioServer } from '../../support/portfolio/fake-portfolio.ts';
import { pause, stagePortfolio } from '../../support/portfolio/portfolio-editor-stage.ts';

const stage = stagePortfolio();
const { open } = stage;
const keys = () => stage.server.calls.map(({ key }) => key);

describe('[API-30] automatic saving', () => {
  test('a pause in typing sends one request with the changed field only', async () => {
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

  test('typing without a pause is saved every few seconds', async () => {
    const editor = open();
    for (let second = 0; second < 12; second += 1) {
      editor.updateFields({ about: 'x'.repeat(second + 1) });
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(stage.server.calls.length).toBeGreaterThanOrEqual(1);
    await pause();
    expect(stage.server.current.about).toHaveLength(12);
  });

  test('one request runs at a time; later edits go with the next', async () => {
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

  test('[C-39] a portfolio that becomes unlisted takes its secret address from the response', async () => {
    const editor = open();
    editor.updateFields({ visibility: 'UNLISTED' });
    await pause();
    expect(keys()).toEqual(['PATCH /p/update/']);
    expect(editor.$draft.get()).toMatchObject({
      slug: 'asha-rao-4wtp-4t9vw0c6hm2xq8ba',
      visibility: 'UNLISTED',
    });
    expect(editor.$state.get().kind).toBe('saved');
  });

  test('an edit that is reverted sends nothing', async () => {
    const editor = open();
    editor.updateFields({ headline: 'x' });
    editor.updateFields({ headline: '' });
    await pause();
    expect(stage.server.calls).toEqual([]);
    expect(editor.$state.get().kind).toBe('saved');
  });

  test('invalid fields show an error and wait, valid fields are saved', async () => {
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
  test('a project is created once it has a title, then updated field by field', async () => {
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

  test('a lost response creates no second entry', async () => {
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

  test('the same address, added elsewhere meanwhile, stays one link', async () => {
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

  test('a created entry keeps its id, so that its open form stays open', async () => {
    const editor = open();
    const entries = [
      ['links', createBlankEntry('links', { url: 'https://a.example/' })],
      ['projects', createBlankEntry('projects', { title: 'Forecast' })],
      ['publishedWorks', createBlankEntry('publishedWorks', { title: 'Talk', url: 'https://b.example/' })],
    ] as const;
    for (const [list, entry] of entries) editor.addEntry(list, entry);
    await pause();
    for (const [list, { id }] of entries) {
      expect(stage.server.current[list].map((row) => row.id)).toEqual([id]);
      expect(editor.$draft.get()[list].map((row) => row.id)).toEqual([id]);
    }
  });

  test('moving an entry is one request; featuring a project is one request', async () => {
    const editor = open();
    const entries = ['One', 'Two', 'Three'].map((title) => createBlankEntry('projects', { title }));
    for (const project of entries) editor.addEntry('projects', project);
    await pause();
    stage.server.calls.length = 0;
    editor.moveEntry('projects', entries[0]?.id ?? '', 2);
    editor.markAsFeatured(entries[1]?.id ?? '');
    await pause();
    expect(stage.server.calls.map(({ body }) => body)).toEqual([
      { order: 2, version: 4 },
      { isFeatured: true },
    ]);
    expect(stage.server.current.projects.map(({ title }) => title)).toEqual(['Two', 'Three', 'One']);
    expect(stage.server.current.featuredProjectId).toBe(entries[1]?.id);
  });

  test('undo restores an entry at its position and as featured, saved or not', async () => {
    const editor = open();
    const entries = ['One', 'Two', 'Three'].map((title) => createBlankEntry('projects', { title }));
    for (const project of entries) editor.addEntry('projects', project);
    editor.markAsFeatured(entries[1]?.id ?? '');
    await pause();
    const calls = stage.server.calls.length;
    editor.removeEntry('projects', entries[1]?.id ?? '');
    editor.undoRemoval();
    await pause();
    expect(stage.server.calls).toHaveLength(calls);
    editor.removeEntry('projects', entries[1]?.id ?? '');
    await pause();
    expect(stage.server.current.projects).toHaveLength(2);
    editor.undoRemoval();
    await pause();
    expect(stage.server.current.projects.map(({ title }) => title)).toEqual(['One', 'Two', 'Three']);
    expect(stage.server.current.featuredProjectId).toBe(entries[1]?.id);
  });

  test('a job without a title is not sent, and the other jobs are', async () => {
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

describe('rejected values and interruptions', () => {
  test('[FORM-13] a rejected value shows its error at the field and is not sent again unchanged', async () => {
    const editor = open();
    const text = 'This address is taken. Choose another.';
    stage.server.refuseNext = errorResponse(409, 'SLUG_TAKEN', text, { field_errors: { slug: text } });
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

  test('an entry beyond the limit stays in the draft with an error', async () => {
    const editor = open();
    stage.server.refuseNext = errorResponse(409, 'LIMIT_REACHED', 'You have reached the maximum');
    const link = createBlankEntry('links', { url: 'https://a.example/' });
    editor.addEntry('links', link);
    await pause();
    expect(editor.$errors.get()).toEqual({ [`links/${link.id}`]: 'You have reached the maximum' });
    expect(editor.$draft.get().links).toHaveLength(1);
    expect(editor.$state.get().kind).toBe('saved');
  });

  test('nothing is sent while offline, and everything is saved when the network is back', async () => {
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

  test('a busy server is retried when it says so', async () => {
    const editor = open();
    stage.server.refuseNext = errorResponse(503, 'SERVICE_UNAVAILABLE', 'The service is busy.', {
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

  test('saving waits after the session has ended, and continues after login', async () => {
    const editor = open();
    stage.server.refuseNext = errorResponse(
      401,
      'SESSION_EXPIRED',
      'Your session has ended. Please log in again.',
    );
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

describe('two tabs that edit', () => {
  test('changes of different fields are merged and saved without a conflict', async () => {
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
  ] as const)('a field that both changed waits for the choice: %s', async (choice, storedDraft) => {
    const editor = open();
    stage.server.write({ headline: 'Theirs' });
    editor.updateFields({ headline: 'Mine', about: 'Also mine' });
    await pause();
    expect(editor.$conflicts.get()).toMatchObject([{ field: 'headline', mine: 'Mine', theirs: 'Theirs' }]);
    expect(stage.server.current).toMatchObject({ headline: 'Theirs', about: 'Also mine' });
    const [conflict] = editor.$conflicts.get();
    if (conflict) editor.resolveConflict(conflict, choice);
    await pause();
    expect(stage.server.current.headline).toBe(storedDraft);
    expect(editor.$draft.get().headline).toBe(storedDraft);
    expect(editor.$conflicts.get()).toEqual([]);
    expect(editor.$unsavedDraft.get()).toBeNull();
  });

  test('an entry deleted there and changed here is a conflict; keeping it creates it again', async () => {
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

describe('drafts that outlive the page', () => {
  test('unsaved changes are restored and merged with what was saved elsewhere meanwhile', async () => {
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

  test('a page that was rendered before the last save fetches the newer version', async () => {
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

  test('once everything is saved there is no draft', async () => {
    const editor = open();
    editor.updateFields({ headline: 'Saved' });
    expect(editor.$unsavedDraft.get()).not.toBeNull();
    await pause();
    expect(editor.$unsavedDraft.get()).toBeNull();
  });
});
