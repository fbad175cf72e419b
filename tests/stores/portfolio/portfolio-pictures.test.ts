import { describe, expect, test, vi } from 'vitest';
import { createBlankEntry } from '#lib/stores/portfolio/sync/document.ts';
import { stubUploads, wireMedia } from '../../support/media/fake-upload.ts';
import { emptyPortfolio, fakePortfolioServer } from '../../support/portfolio/fake-portfolio.ts';
import { pause, stagePortfolio } from '../../support/portfolio/portfolio-editor-stage.ts';

const stage = stagePortfolio();
const { open } = stage;

describe('[API-34] picture uploads', () => {
  const picture = () => new File(['GIF'], 'me.png', { type: 'image/png' });

  async function openWithProject() {
    const project = createBlankEntry('projects', { title: 'Forecast' });
    stage.server = fakePortfolioServer(emptyPortfolio({ projects: [project] }));
    const uploads = stubUploads();
    const editor = open();
    return { editor, uploads, id: project.id, path: `projects/${project.id}/coverImage` };
  }

  test('finish whichever form is open, and are part of the draft meanwhile', async () => {
    const { editor, uploads, id, path } = await openWithProject();
    const sent = editor.uploads.start(`projects/${id}/coverImage`, picture());
    await vi.advanceTimersByTimeAsync(0);
    expect(editor.uploads.$sending.get()).toEqual([path]);
    expect(editor.$unsavedDraft.get()?.sending).toEqual([path]);
    uploads[0]?.progress(50);
    expect(editor.uploads.$uploads.get()[path]).toMatchObject({ fraction: 0.5, name: 'me.png' });
    uploads[0]?.answer(201, wireMedia());
    expect(await sent).toBe(true);
    await pause();
    expect(stage.server.current.projects).toMatchObject([{ coverImage: { mediaId: 'm1' } }]);
    expect(editor.uploads.$uploads.get()).toEqual({});
  });

  test('[API-30] of the portfolio’s cover are saved with the version, and removing the cover too', async () => {
    const { editor, uploads } = await openWithProject();
    editor.updateFields({ coverPosition: 20 });
    const sent = editor.uploads.start('coverImage', picture());
    await vi.advanceTimersByTimeAsync(0);
    uploads[0]?.answer(201, wireMedia());
    await sent;
    await pause();
    expect(stage.server.current).toMatchObject({ coverImage: { mediaId: 'm1' }, coverPosition: 50 });
    editor.updateFields({ coverImage: null });
    await pause();
    expect(stage.server.calls.at(-1)?.body).toMatchObject({ coverMediaId: null });
    expect(editor.$unsavedDraft.get()).toBeNull();
  });

  test('are cancelled when their entry is deleted', async () => {
    const { editor, uploads, id } = await openWithProject();
    void editor.uploads.start(`projects/${id}/coverImage`, picture());
    await vi.advanceTimersByTimeAsync(0);
    editor.removeEntry('projects', id);
    expect(uploads[0]?.isAborted).toBe(true);
    expect(editor.uploads.$sending.get()).toEqual([]);
  });

  test('that fail show an error until another picture is chosen or the upload is dismissed', async () => {
    const { editor, uploads, id, path } = await openWithProject();
    const sent = editor.uploads.start(`projects/${id}/coverImage`, picture());
    await vi.advanceTimersByTimeAsync(0);
    uploads[0]?.fail('onerror');
    expect(await sent).toBe(false);
    expect(Object.keys(editor.$errors.get())).toEqual([path]);
    editor.uploads.cancel(path);
    expect(editor.$errors.get()).toEqual({});
  });

  test('that a reload interrupted show an error', async () => {
    const { editor, id, path } = await openWithProject();
    void editor.uploads.start(`projects/${id}/coverImage`, picture());
    await vi.advanceTimersByTimeAsync(0);
    const left = JSON.parse(JSON.stringify(editor.$unsavedDraft.get()));
    const after = open();
    after.restoreDraft(left);
    expect(after.$errors.get()).toEqual({ [path]: expect.stringMatching(/choose it again/) });
  });
});
