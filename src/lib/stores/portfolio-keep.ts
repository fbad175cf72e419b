import { openDrafts } from '../browser/portfolio-drafts.ts';
import type { KeptDraft, PortfolioEditor } from './portfolio.ts';

/**
 * Brings back what a reload, an ended session or a dead network left unsaved, and keeps from now on what is typed, at
 * every change; returns what ends that. `onReady`: from here on nothing that is typed is lost.
 */
export async function keepPortfolio(
  editor: PortfolioEditor,
  portfolioId: string,
  onReady: () => void,
): Promise<() => void> {
  const place = await openDrafts(portfolioId);
  for (const draft of await place.find()) editor.restore(draft as KeptDraft);
  const stopKeeping = editor.$toKeep.subscribe((draft) => place.keep(draft));
  const stopSaving = editor.follow();
  onReady();
  return () => {
    stopKeeping();
    stopSaving();
  };
}
