import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/** A colour scheme changes colours only, so in the second scheme the other rules would repeat the first one's result. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Returns axe's violations on the page: of all rules, or of the colour rules only in a second colour scheme. */
export async function findViolations(page: Page, exceptions: string[] = [], isSecondScheme = false) {
  // The default mode opens a new page per run to reach frames of other origins, which are not ours to test.
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (isSecondScheme
    ? axe.withRules(colourRules)
    : axe.disableRules(exceptions)
  ).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
