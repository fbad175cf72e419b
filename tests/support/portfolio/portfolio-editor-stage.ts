import { afterEach, beforeEach, vi } from 'vitest';
import { $user } from '#lib/stores/account/user.ts';
import {
  createPortfolioEditor,
  type Portfolio,
  type PortfolioEditor,
} from '#lib/stores/portfolio/portfolio-editor.ts';
import { stubBrowser } from '../fake-api.ts';
import { fakePortfolioServer } from './fake-portfolio.ts';

interface Stage {
  server: ReturnType<typeof fakePortfolioServer>;
  page: EventTarget;
  /** Opens an editor with the server's portfolio, or with the given one. */
  open(portfolio?: Portfolio): PortfolioEditor;
  goOffline(): void;
  goOnline(): void;
  /** Calls `stop` at the end of the test. */
  stopLater(stop: () => void): void;
}

/** Creates an editor, its fake server and its page for each test of the calling file. */
export function stagePortfolio(): Stage {
  const stops: (() => void)[] = [];
  const stage: Stage = {
    server: fakePortfolioServer(),
    page: new EventTarget(),

    open(portfolio = stage.server.current) {
      const editor = createPortfolioEditor(portfolio, 'u1');
      stops.push(
        editor.$unsavedDraft.listen(() => {}),
        editor.startSync(),
      );
      return editor;
    },

    goOffline() {
      vi.stubGlobal('navigator', { onLine: false });
      stage.page.dispatchEvent(new Event('offline'));
    },

    goOnline() {
      vi.stubGlobal('navigator', { onLine: true });
      stage.page.dispatchEvent(new Event('online'));
    },

    stopLater: (stop) => stops.push(stop),
  };

  beforeEach(() => {
    vi.useFakeTimers();
    stubBrowser();
    stage.page = new EventTarget();
    vi.stubGlobal('addEventListener', stage.page.addEventListener.bind(stage.page));
    vi.stubGlobal('navigator', { onLine: true });
    $user.set(null);
    stage.server = fakePortfolioServer();
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => stage.server.fetch(url, init));
  });

  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    vi.useRealTimers();
  });

  return stage;
}

/** Waits for the pause before a save, and for its response. */
export const pause = () => vi.advanceTimersByTimeAsync(1000);
