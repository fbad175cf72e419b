import { readFileSync } from 'node:fs';
import type { Page, Request } from 'playwright';

export interface PageWeight {
  /** Compressed bytes by kind of resource, before the visitor interacts with the page. */
  bytes: Record<string, number>;
  /** Requested URLs of other hosts. */
  elsewhere: string[];
  /** Cumulative layout shift, after scrolling to the end of the page. */
  shift: number;
  /** The elements that moved, to find the cause. */
  moved: string[];
}

/** The budgets in KB, and the pages that they apply to. */
export const budgets = { htmlAndCss: 14, script: 10 };
export const weighedPages = [
  '/',
  '/programs/',
  '/programs/career-accelerator-program/',
  '/programs/pm-launchpad-core/',
  '/programs/embark-pro/',
  '/programs/bootcamp-non-coding/',
  '/portfolios/asha-verma/',
  ...['/certificates/', '/certificates/K7TQM4XWHN2C/', '/certificates/verify/'],
];
/** Pages with long lists. They have no budget of bytes, but must not shift either. */
export const otherPages = ['/coaches/', '/alumni/', '/reviews/', '/moonshot/', '/terms/'];

declare global {
  interface Window {
    shifts: PerformanceObserver;
    shiftSum: number;
    shifted: string[];
  }
}

/** Measures the requests, bytes and layout shifts of a URL in Chromium. `page` must be new. */
export async function weighPage(page: Page, url: string): Promise<PageWeight> {
  const weighing: Promise<[kind: string, size: number]>[] = [];
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url());
    if (protocol !== 'data:' && host !== new URL(url).host) elsewhere.push(request.url());
  });
  const weigh = (request: Request) => {
    // The print sheet loads last and does not delay the first paint.
    const kind = /\/print\.[\w-]+\.css$/.test(request.url()) ? 'print' : request.resourceType();
    weighing.push(request.sizes().then(({ responseBodySize }) => [kind, responseBodySize]));
  };
  page.on('requestfinished', weigh);
  await installFont(page);
  await page.addInitScript(watchShifts);
  await page.goto(url, { waitUntil: 'networkidle' });
  // What reading loads has no budget, and may still be on its way when the page closes.
  page.off('requestfinished', weigh);
  const bytes: Record<string, number> = {};
  for (const [kind, size] of await Promise.all(weighing)) bytes[kind] = (bytes[kind] ?? 0) + size;
  const { shift, moved } = await page.evaluate(readToTheEnd);
  return { bytes, elsewhere, shift, moved };
}

/**
 * Gives every page the font before its first line is drawn. A machine without the fonts that src/styles/fonts.css stretches shows
 * another one until the font arrives, so whether a line moves would depend on how busy the machine is.
 */
export async function installFont(page: Page): Promise<void> {
  const font = readFileSync('src/assets/fonts/figtree.woff2').toString('base64');
  await page.addInitScript((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    document.fonts.add(new FontFace('Figtree', bytes, { weight: '400 700' }));
  }, font);
}

export const htmlAndCss = ({ bytes }: PageWeight) => (bytes.document ?? 0) + (bytes.stylesheet ?? 0);

function watchShifts(): void {
  window.shiftSum = 0;
  window.shifted = [];
  window.shifts = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    })[]) {
      if (entry.hadRecentInput) continue;
      window.shiftSum += entry.value;
      for (const { node } of entry.sources)
        window.shifted.push(node instanceof Element ? node.outerHTML.slice(0, 120) : String(node?.nodeName));
    }
  });
  window.shifts.observe({ type: 'layout-shift', buffered: true });
}

async function readToTheEnd(): Promise<{ shift: number; moved: string[] }> {
  const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await document.fonts.ready;
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
    scrollTo({ top: y, behavior: 'instant' });
    await painted();
  }
  // Waits for pictures, but not for those that are hidden at this width, which never load, or that fail to load.
  const shown = [...document.images].filter((image) => image.getClientRects().length > 0);
  await Promise.all(shown.map((image) => image.decode().catch(() => undefined)));
  await painted();
  return { shift: window.shiftSum, moved: window.shifted };
}
