import { type DraftPlace, openDrafts } from '#lib/browser/portfolio-drafts.ts';
import type { PortfolioEditor } from './portfolio.ts';

/**
 * Brings back what a reload, an ended session or a dead network left unsaved, and keeps from now on what is typed;
 * returns what ends that. `onReady`: from here on nothing that is typed is lost, or `$isKept` says that it may be.
 */
export async function keepPortfolio(
  editor: PortfolioEditor,
  portfolioId: string,
  onReady: () => void,
): Promise<() => void> {
  const place = await openDrafts(portfolioId).catch(() => null);
  for (const { draft, putAside } of (await place?.find().catch(() => null)) ?? []) {
    try {
      editor.restore(draft);
    } catch {
      // Of a release that wrote it differently: the page works without it, and it is not thrown away.
      putAside();
    }
  }
  const stopKeeping = keepOn(editor, place);
  const stopSaving = editor.follow();
  onReady();
  return () => {
    stopKeeping();
    stopSaving();
  };
}

/** Writing all of it at every key would slow typing down. */
const pauseMilliseconds = 250;

function keepOn(editor: PortfolioEditor, place: DraftPlace | null): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function keepNow(): void {
    clearTimeout(timer);
    timer = undefined;
    editor.$isKept.set(place?.keep(editor.$toKeep.get()) ?? false);
  }

  function flush(): void {
    if (timer !== undefined) keepNow();
  }

  const leaving = new AbortController();
  addEventListener('pagehide', flush, { signal: leaving.signal });
  document.addEventListener('visibilitychange', () => document.hidden && flush(), { signal: leaving.signal });
  const unlisten = editor.$toKeep.listen((draft) => {
    if (draft === null) keepNow();
    else timer ??= setTimeout(keepNow, pauseMilliseconds);
  });
  keepNow();
  return () => {
    flush();
    unlisten();
    leaving.abort();
  };
}
