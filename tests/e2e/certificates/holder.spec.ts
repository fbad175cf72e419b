import type { APIRequestContext } from 'playwright/test';
import { expectAccessible } from '../support/auth/sign-in.ts';
import { confirmAction } from '../support/hiring/staff-side.ts';
import { expect, test } from '../support/test.ts';

/** Opens a page as a visitor without cookies, who may get the answer of the cache. */
const open = async (visitor: APIRequestContext, url: string): Promise<string> =>
  (await visitor.get(url)).text();

test('[API-52] staff issue a certificate; its holder finds it, hides it, shows it and asks for another name; each change shows at once, and a revocation ends it', async ({
  page,
  staff,
  verified,
  stranger,
  baseURL,
}) => {
  await staff.goto('/staff/certificates/new/');
  await staff.getByLabel('Name, as printed').fill('Meera Nair');
  await staff.getByLabel(/^Mobile number/).fill(verified.phone);
  await staff.getByLabel('Title').fill('Spreadsheets');
  await staff.getByRole('button', { name: 'Issue certificate' }).click();
  await confirmAction(staff);
  const publicPage = staff.getByRole('link', { name: 'Open the public page' });
  const url = `${baseURL}${await publicPage.getAttribute('href')}`;
  for (let visits = 0; visits < 2; visits += 1)
    expect(await open(stranger, url)).toContain('This certificate is valid');

  await page.goto('/account/certificates/');
  const own = page.getByRole('region', { name: 'Spreadsheets' });
  await expect(own.getByRole('link', { name: 'Download PDF' })).toBeVisible();
  await expectAccessible(page);
  await own.getByRole('button', { name: 'Hide from everybody' }).click();
  await expect(page.getByText('Hidden. Its page confirms nothing while it is hidden.')).toBeVisible();
  const hidden = await open(stranger, url);
  expect(hidden).toContain('The holder has hidden this certificate');
  expect(hidden).not.toContain('Meera');
  expect(hidden).not.toContain('This is your certificate');

  await page.goto(url);
  await page.getByRole('main').getByRole('link', { name: 'Show it again' }).click();
  await own.getByRole('button', { name: 'Show again' }).click();
  await expect(page.getByText('Everybody with the link sees it again.')).toBeVisible();
  expect(await open(stranger, url)).toContain('This certificate is valid');

  await own.getByText('The name is wrong').click();
  await own.getByLabel('Right name').fill('Meera Sundari Nair');
  await own.getByRole('button', { name: 'Ask for this name' }).click();
  await expect(page.getByText('Sent. We check the name and write to you.')).toBeVisible();
  await staff.goto('/staff/');
  const request = staff.getByRole('row').filter({ hasText: 'Meera Sundari Nair' });
  await request.locator('a[href^="/staff/certificates/"]').click();
  await expect(staff.getByText('The holder asks for the name “Meera Sundari Nair”.')).toBeVisible();
  await staff.getByRole('button', { name: 'Correct the name' }).click();
  await confirmAction(staff);
  const undo = staff.getByRole('form', { name: 'Undo the last change' });
  await expect(undo).toBeVisible();
  expect(await open(stranger, url)).toContain('Meera Sundari Nair');
  await undo.getByRole('button').click();
  await expect(staff.getByText('Undone. Nothing was sent.')).toBeVisible();
  expect(await open(stranger, url)).not.toContain('Meera Sundari Nair');

  await staff.getByLabel('Reason to revoke it').fill('Issued by mistake.');
  await staff.getByRole('button', { name: 'Revoke certificate' }).click();
  await confirmAction(staff);
  await expect(staff.getByText('“Issued by mistake.”')).toBeVisible();
  const revoked = await open(stranger, url);
  for (const text of ['This certificate is revoked', 'Issued by mistake.', 'Meera Nair'])
    expect(revoked).toContain(text);
  await page.reload();
  await expect(own.getByText('Revoked', { exact: true })).toBeVisible();
  await expect(own.getByRole('button', { name: 'Hide from everybody' })).toHaveCount(0);
});
