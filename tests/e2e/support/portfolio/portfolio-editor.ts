import { expect, type Locator, type Page } from 'playwright/test';

const editorPath = '/account/portfolio/';

/** Opens the editor and waits until it saves drafts. */
export async function openEditor(page: Page): Promise<void> {
  await page.goto(editorPath);
  await expectReady(page);
}

export async function expectReady(page: Page): Promise<void> {
  await expect(page.locator('.pe-forms:not([inert])')).toBeVisible();
}

export const saveState = (page: Page): Locator => page.locator('.pe-state');

export async function expectSaved(page: Page): Promise<void> {
  await expect(saveState(page)).toHaveText('Saved');
}

export const headline = (page: Page): Locator => page.getByRole('textbox', { name: 'Headline' });
export const about = (page: Page): Locator => page.getByRole('textbox', { name: 'About' });

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Finds the section of the editor with this heading. */
export const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Returns the titles of a section's entries, in their order. */
export const titles = (page: Page, name: string): Promise<string[]> =>
  part(page, name).locator('.pe-row-open strong').allTextContents();

export async function addProject(page: Page, title: string): Promise<void> {
  await button(page, 'Add a project').click();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await button(page, 'Done').click();
}

/** Returns the portfolio as the server has it, without a change of the open page. */
export function savedPortfolio(page: Page) {
  return page.evaluate(async () => (await (await fetch('/api/v1/portfolios/')).json()).results[0]);
}
