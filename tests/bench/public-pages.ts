import { type Browser, chromium } from 'playwright';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { freePort } from '../support/server-process.ts';
import { budgets, htmlAndCss, otherPages, weighedPages, weighPage } from '../support/source/page-weight.ts';
import { auditPage } from './lighthouse.ts';
import { printBudget, printHeading, printScores, printWeight } from './report.ts';
import { measureSignIn } from './sign-in.ts';

const audited = [
  ...['/', '/programs/', '/programs/career-accelerator-program/', '/programs/interview-preparation/'],
  '/programs/compare/',
  ...[
    '/coaches/',
    '/alumni/',
    '/reviews/',
    '/about/',
    '/contact/',
    '/callback/',
    '/terms/',
    '/refund-policy/',
  ],
  ...['/moonshot/', '/moonshot/jobs/', '/portfolios/asha-verma/', '/certificates/K7TQM4XWHN2C/'],
];

/**
 * Measures weight, layout shift and Lighthouse scores of the public pages, and the time of a sign-in. Returns false when one
 * exceeds its budget.
 */
export async function measurePublicPages(origin: string): Promise<boolean> {
  const executablePath = findBrowser();
  if (!executablePath) {
    console.log('\nPublic pages: SKIPPED, no Chromium was found.');
    return true;
  }
  const port = await freePort();
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({
    executablePath,
    args: [`--remote-debugging-port=${port}`, ...asRoot],
  });
  try {
    const holds = [await weighPages(browser, origin), await measureSignIn(browser, origin)].every(Boolean);
    printHeading('Lighthouse, mobile preset (the middle of three runs)');
    for (const path of audited) printScores(path, await auditPage(`${origin}${path}`, port));
    return holds;
  } finally {
    await browser.close();
  }
}

async function weighPages(browser: Browser, origin: string): Promise<boolean> {
  printHeading('Before any interaction, as Chromium on a phone asks for it (brotli)');
  const results: boolean[] = [];
  for (const path of [...weighedPages, ...otherPages]) {
    const page = await browser.newPage({ viewport: { width: 360, height: 800 }, deviceScaleFactor: 2 });
    const weight = await weighPage(page, `${origin}${path}`);
    await page.close();
    const hasBudget = weighedPages.includes(path);
    console.log(`  ${path}`);
    results.push(
      printWeight('  HTML and CSS', htmlAndCss(weight), hasBudget ? budgets.htmlAndCss : undefined),
      printWeight('  JS', weight.bytes.script ?? 0, budgets.script),
      printBudget('  layout shift', weight.shift.toFixed(4), weight.shift === 0, '0', weight.moved),
      printBudget(
        '  requests to other hosts',
        weight.elsewhere.length,
        !weight.elsewhere.length,
        '0',
        weight.elsewhere,
      ),
    );
    for (const kind of ['font', 'image']) printWeight(`  ${kind}s`, weight.bytes[kind] ?? 0);
  }
  return results.every(Boolean);
}
