import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright/test';

/** A colour scheme changes colours only, so in the second scheme the other rules would repeat the first one's result. */
const colourRules = ['color-contrast', 'link-in-text-block'];

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns axe's violations on the page: of all rules, or of the colour rules only in a second colour scheme. It loads axe
 * once per document and asks for violations only, which takes half the time of `@axe-core/playwright`.
 */
export async function findViolations(page: Page, exceptions: string[] = [], isSecondScheme = false) {
  const options: RunOptions = {
    resultTypes: ['violations'],
    selectors: false,
    preload: false,
    ...(isSecondScheme
      ? { runOnly: colourRules }
      : { rules: Object.fromEntries(exceptions.map((id) => [id, { enabled: false }])) }),
  };
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script);
  return page.evaluate(async (asked) => {
    const { violations } = await window.axe.run(document, asked);
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, options);
}

declare global {
  interface Window {
    axe: typeof import('axe-core');
  }
}
