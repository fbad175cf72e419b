import { describe, expect, test, vi } from 'vitest';
import { type PortfolioEditor, startPortfolioEditor } from '#lib/stores/portfolio/portfolio-editor.ts';
import { createPortfolioImport } from '#lib/stores/portfolio/portfolio-import.ts';
import { getConflictSides } from '#lib/stores/portfolio/sync/conflict-merge.ts';
import { createBlankEntry } from '#lib/stores/portfolio/sync/document.ts';
import { errorResponse } from '../../support/fake-api.ts';
import { emptyPortfolio, fakePortfolioServer } from '../../support/portfolio/fake-portfolio.ts';
import { pause, stagePortfolio } from '../../support/portfolio/portfolio-editor-stage.ts';

const stage = stagePortfolio();
const { open } = stage;

const jobs = (title: string) => ({
  experience: [{ ...createBlankEntry('experience', { title }), id: 'j1' }],
});

describe('[API-30] an import removes nothing', () => {
  test('incomplete, invalid and conflicting input stays, and is saved once it can be', async () => {
    const editor = open();
    const untitled = createBlankEntry('projects', { summary: 'A long story' });
    editor.addEntry('projects', untitled);
    stage.server.write({ headline: 'Theirs' });
    editor.updateFields({ headline: 'Mine', slug: 'a' });
    await pause();
    expect(editor.$conflicts.get()).toHaveLength(1);

    stage.server.write(jobs('Analyst'));
    editor.mergeImported(stage.server.current, { before: editor.$saved.get(), summary: '' });
    await pause();
    expect(editor.$draft.get()).toMatchObject({
      headline: 'Mine',
      slug: 'a',
      projects: [{ id: untitled.id, summary: 'A long story' }],
      experience: [{ title: 'Analyst' }],
    });
    expect(editor.$conflicts.get()).toMatchObject([{ field: 'headline' }]);
    expect(editor.$unsavedDraft.get()?.draft.projects).toMatchObject([{ summary: 'A long story' }]);
    editor.updateEntry('projects', untitled.id, { title: 'Named' });
    await pause();
    expect(stage.server.current).toMatchObject({
      projects: [{ title: 'Named', summary: 'A long story' }],
      experience: [{ title: 'Analyst' }],
    });
  });

  test('one undo takes the whole import back; later edits stay', async () => {
    const [project, link] = [
      createBlankEntry('projects', { title: 'One' }),
      { id: 'l1', url: 'https://a.example/' },
    ];
    stage.server = fakePortfolioServer(emptyPortfolio({ headline: 'Before', projects: [project] }));
    const editor = open();
    const before = editor.$saved.get();
    const replaced = { ...project, role: 'Lead', summary: 'From the file' };
    stage.server.write({ headline: 'File', projects: [replaced], ...jobs('Analyst'), skills: ['SAP'] });
    editor.mergeImported(stage.server.current, { before, summary: 'Added 1 job.' });
    editor.updateEntry('projects', project.id, { summary: 'Edited later' });
    editor.addEntry('links', createBlankEntry('links', link));
    await pause();
    editor.undoImport();
    await pause();
    expect(editor.$lastImport.get()).toBeNull();
    expect(stage.server.current).toMatchObject({
      headline: 'Before',
      skills: [],
      experience: [],
      links: [{ url: link.url }],
      projects: [{ role: '', summary: 'Edited later' }],
    });
    expect(editor.$conflicts.get()).toEqual([]);
  });

  test('a rejected value still shows its error and is not sent again', async () => {
    const editor = open();
    const text = 'This address is taken. Choose another.';
    stage.server.refuseNext = errorResponse(409, 'SLUG_TAKEN', text, { field_errors: { slug: text } });
    editor.updateFields({ slug: 'taken' });
    await pause();
    stage.server.write(jobs('Analyst'));
    editor.mergeImported(stage.server.current, { before: editor.$saved.get(), summary: '' });
    stage.server.calls.length = 0;
    await pause();
    expect(editor.$errors.get()).toEqual({ slug: text });
    expect(stage.server.calls).toEqual([]);
  });

  test('the dialog reads a file, previews the changes and passes the result to the editor', async () => {
    const editor = open();
    const resume = createPortfolioImport(editor);
    editor.addEntry('projects', createBlankEntry('projects', { summary: 'Not named yet' }));
    const save = stage.server.fetch;
    const bodies: unknown[] = [];
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (!url.endsWith('/import/')) return save(url, init);
      const body = JSON.parse(String(init.body));
      bodies.push(body);
      if (body.apply) stage.server.write(jobs('Analyst'));
      const change = {
        key: 'EXPERIENCE/0',
        section: 'EXPERIENCE',
        kind: 'ADD',
        label: 'Analyst',
        before: null,
        after: 'Analyst',
        options: ['ADD', 'SKIP'],
        choice: 'ADD',
      };
      const known = {
        ...change,
        key: 'SKILLS/0',
        section: 'SKILLS',
        kind: 'KEEP',
        options: [],
        choice: 'SKIP',
      };
      return Response.json({ changes: [change, known], portfolio: body.apply ? stage.server.current : null });
    });
    await resume.read(new File(['{"work": []}'], 'resume.json'));
    expect(resume.$state.get().changes).toHaveLength(2);
    resume.chooseAll('EXPERIENCE', false);
    expect(resume.$state.get().choices).toEqual({ 'EXPERIENCE/0': 'SKIP' });
    resume.chooseAll('EXPERIENCE', true);
    expect(await resume.apply()).toBe(true);
    expect(bodies).toMatchObject([
      { apply: false },
      { apply: true, resume: { work: [] }, choices: [{ key: 'EXPERIENCE/0', choice: 'ADD' }] },
    ]);
    expect(editor.$lastImport.get()?.summary).toBe('Added 1 job.');
    expect(editor.$draft.get()).toMatchObject({
      projects: [{ summary: 'Not named yet' }],
      experience: [{ title: 'Analyst' }],
    });
    await resume.read(new File(['no resume'], 'resume.json'));
    expect(resume.$state.get().failure?.message).toMatch(/no JSON Resume/);
  });
});

const prefix = 'liftoff:portfolio:p:';

async function storeDraft(editor: PortfolioEditor): Promise<boolean> {
  let isReady = false;
  stage.stopLater(
    await startPortfolioEditor(editor, 'p', () => {
      isReady = true;
    }),
  );
  return isReady;
}

/** A reloaded tab: it keeps its name and its stored draft. */
function leave(text: string): void {
  sessionStorage.setItem('liftoff:tab', 't1');
  localStorage.setItem(`${prefix}t1`, text);
}

const readStoredDraft = () => JSON.parse(localStorage.getItem(`${prefix}t1`) ?? 'null')?.draft;

describe('drafts stored on the device', () => {
  test.each([
    ['an empty draft', JSON.stringify({ at: 1, draft: {} })],
    ['no JSON', '{"at": 1, "dra'],
    ['another thing', '7'],
    ['a later release', JSON.stringify({ at: 1, draft: { shape: 99, saved: {}, draft: {} } })],
  ])('%s is quarantined, and the editor works', async (_, text) => {
    leave(text);
    const editor = open();
    expect(await storeDraft(editor)).toBe(true);
    expect(localStorage.getItem('liftoff:portfolio:aside:p')).toBe(text);
    expect(localStorage.getItem(`${prefix}t1`)).toBeNull();
    editor.updateFields({ headline: 'Goes on' });
    await pause();
    expect(stage.server.current.headline).toBe('Goes on');
  });

  test('a draft without a list and with a field of another type restores everything else', async () => {
    const saved = { ...emptyPortfolio(), education: undefined };
    const project = {
      ...createBlankEntry('projects', { title: 'Forecast' }),
      skills: 'one',
      role: undefined,
    };
    const draft = { ...saved, headline: 'Kept', about: 7, projects: [project, null, { title: 'no id' }] };
    leave(
      JSON.stringify({ at: 1, draft: { saved, draft, typed: { slug: 'x', other: 3 }, conflicts: [{}] } }),
    );
    const editor = open();
    expect(await storeDraft(editor)).toBe(true);
    await pause();
    expect(stage.server.current).toMatchObject({ headline: 'Kept', about: '', education: [] });
    expect(stage.server.current.projects).toMatchObject([{ title: 'Forecast', skills: [], role: '' }]);
    expect(editor.$uncommittedTexts.get()).toEqual({ slug: 'x' });
    expect(editor.$conflicts.get()).toEqual([]);
  });

  test('an editor without storage says so', async () => {
    vi.stubGlobal('navigator', {
      onLine: true,
      locks: {
        request: () => {
          throw new Error('forbidden');
        },
      },
    });
    const editor = open();
    expect(await storeDraft(editor)).toBe(true);
    expect(editor.$isPersisted.get()).toBe(false);
  });

  test('a full device stores nothing and says so; with room it stores again', async () => {
    const editor = open();
    await storeDraft(editor);
    expect(editor.$isPersisted.get()).toBe(true);
    stage.goOffline();
    const { setItem } = localStorage;
    localStorage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    editor.updateFields({ headline: 'Nowhere' });
    await vi.advanceTimersByTimeAsync(300);
    expect(editor.$isPersisted.get()).toBe(false);
    localStorage.setItem = setItem;
    editor.updateFields({ headline: 'Nowhere yet' });
    await vi.advanceTimersByTimeAsync(300);
    expect(editor.$isPersisted.get()).toBe(true);
  });

  test('a draft is stored shortly after a key, and at once when the page is left', async () => {
    leave('null');
    const editor = open();
    await storeDraft(editor);
    stage.goOffline();
    editor.updateFields({ headline: 'H' });
    expect(readStoredDraft()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(300);
    expect(readStoredDraft().draft.headline).toBe('H');
    editor.updateFields({ headline: 'He' });
    stage.page.dispatchEvent(new Event('pagehide'));
    expect(readStoredDraft().draft.headline).toBe('He');
  });

  test('a logout in another tab deletes the draft, and neither a key nor leaving the page brings it back', async () => {
    leave('null');
    const editor = open();
    await storeDraft(editor);
    stage.goOffline();
    editor.updateFields({ headline: 'For nobody else' });
    await vi.advanceTimersByTimeAsync(300);
    expect(readStoredDraft().draft.headline).toBe('For nobody else');
    // The reaction of this tab to the logout of another.
    localStorage.clear();
    localStorage.setItem('liftoff:user', 'logged out');
    editor.updateFields({ headline: 'For nobody else either' });
    stage.page.dispatchEvent(new Event('pagehide'));
    await vi.advanceTimersByTimeAsync(300);
    expect(Object.keys(readStoredDraft() ?? {})).toEqual([]);
    expect(editor.$isPersisted.get()).toBe(false);
  });

  test('of fifty long projects only the edited ones are stored, and all are restored', async () => {
    const long = 'x'.repeat(9000);
    const projects = Array.from({ length: 50 }, (_, order) => ({
      ...createBlankEntry('projects', { title: `Project ${order}`, problem: long }),
      order,
    }));
    stage.server = fakePortfolioServer(emptyPortfolio({ projects, about: long }));
    leave('null');
    const before = open();
    await storeDraft(before);
    stage.goOffline();
    const [first, second, third] = projects as [
      (typeof projects)[0],
      (typeof projects)[0],
      (typeof projects)[0],
    ];
    before.updateEntry('projects', first.id, { role: 'Lead' });
    before.removeEntry('projects', second.id);
    before.moveEntry('projects', third.id, 48);
    await vi.advanceTimersByTimeAsync(300);
    expect(JSON.stringify(readStoredDraft()).length).toBeLessThan(60_000);

    stage.goOnline();
    stage.server.write({ headline: 'Elsewhere' });
    const after = open();
    after.restoreDraft(readStoredDraft());
    await pause();
    expect(after.$conflicts.get()).toEqual([]);
    expect(stage.server.current.projects).toHaveLength(49);
    expect(stage.server.current.projects[0]).toMatchObject({ role: 'Lead', problem: long });
    expect(stage.server.current.projects[48]).toMatchObject({ title: 'Project 2', problem: long });
    expect(stage.server.current).toMatchObject({ headline: 'Elsewhere', about: long });
  });
});

test('[FORM-01] an end before the start and too many skills show errors', async () => {
  const editor = open();
  const job = createBlankEntry('experience', { title: 'Analyst', startedOn: '2024', endedOn: '2021' });
  editor.addEntry('experience', job);
  editor.updateFields({ skills: Array.from({ length: 51 }, (_, index) => `Skill ${index}`) });
  await pause();
  expect(editor.$errors.get()).toEqual({
    [`experience/${job.id}/endedOn`]: 'The end cannot be before the start',
    skills: 'Please list at most 50 skills',
  });
  editor.updateEntry('experience', job.id, { startedOn: '2020' });
  editor.updateFields({ skills: [' SQL  basics '] });
  await pause();
  expect(stage.server.current).toMatchObject({
    skills: ['SQL basics'],
    experience: [{ startedOn: '2020', endedOn: '2021' }],
  });
});

test('typing during a conflict: the shown version is saved', async () => {
  const editor = open();
  stage.server.write({ headline: 'Theirs' });
  editor.updateFields({ headline: 'Beta' });
  await pause();
  editor.updateFields({ headline: 'Beta and more typed since' });
  const [conflict] = editor.$conflicts.get();
  if (!conflict) throw new Error('There was no question');
  expect(getConflictSides(conflict, editor.$draft.get(), editor.$saved.get())).toEqual({
    mine: 'Beta and more typed since',
    theirs: 'Theirs',
  });
  editor.resolveConflict(conflict, 'mine');
  await pause();
  expect(stage.server.current.headline).toBe('Beta and more typed since');
});

describe('deleted entries', () => {
  async function openWithThree() {
    const entries = ['One', 'Two', 'Three'].map((title) => createBlankEntry('projects', { title }));
    stage.server = fakePortfolioServer(
      emptyPortfolio({ projects: entries.map((one, order) => ({ ...one, order })) }),
    );
    const editor = open();
    for (const { id } of entries.slice(0, 2)) editor.removeEntry('projects', id);
    await pause();
    return editor;
  }
  const names = (editor: PortfolioEditor) => editor.$draft.get().projects.map(({ title }) => title);

  test('are restored one after another, each at its position', async () => {
    const editor = await openWithThree();
    expect(editor.$removedCount.get()).toBe(2);
    expect(editor.$lastRemoved.get()?.entry).toMatchObject({ title: 'Two' });
    editor.undoRemoval();
    expect(names(editor)).toEqual(['Two', 'Three']);
    editor.undoRemoval();
    await pause();
    expect(stage.server.current.projects.map(({ title }) => title)).toEqual(['One', 'Two', 'Three']);
    expect(editor.$lastRemoved.get()).toBeNull();
  });

  test('can be restored after a reload for a while', async () => {
    const left = JSON.stringify((await openWithThree()).$unsavedDraft.get());
    const soon = open();
    soon.restoreDraft(JSON.parse(left));
    expect(soon.$removedCount.get()).toBe(2);
    soon.undoRemoval();
    await pause();
    expect(stage.server.current.projects.map(({ title }) => title)).toEqual(['Two', 'Three']);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    const late = open();
    late.restoreDraft(JSON.parse(left));
    expect(late.$lastRemoved.get()).toBeNull();
  });
});
