import { createPhoto } from '../../support/media/pictures.ts';
import { expectAccessible } from '../support/auth/sign-in.ts';
import {
  button,
  expectSaved,
  openEditor,
  part,
  savedPortfolio,
} from '../support/portfolio/portfolio-editor.ts';
import { expect, test } from '../support/test.ts';

const buffer = await createPhoto([{ x: 600, y: 250 }]);
const photo = { name: 'me.jpg', mimeType: 'image/jpeg', buffer };

test('[API-30] [USER-01] photo and cover are changed in the editor, and a file is imported item by item', async ({
  page,
  verified: _,
}) => {
  await openEditor(page);
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Add a photo').click();
  await (await chooser).setFiles(photo);
  await button(page, 'Save picture').click();
  const pictures = part(page, 'Photo and cover');
  await expect(pictures.locator('.avatar img')).toHaveJSProperty('naturalWidth', 192);
  await page.getByLabel('Choose a cover picture').setInputFiles(photo);
  await expect(button(page, 'Remove cover picture')).toBeVisible();
  await page.getByRole('slider', { name: 'Move the cover picture up or down' }).press('Home');
  await button(page, 'Remove photo').click();
  await pictures.getByRole('button', { name: 'Undo removal' }).click();
  await expect(button(page, 'Remove photo')).toBeVisible();
  await button(page, 'Remove cover picture').click();
  await pictures.getByRole('button', { name: 'Undo removal' }).click();
  await expectAccessible(page);

  await button(page, 'Import a JSON Resume').click();
  const dialog = page.getByRole('dialog');
  const resume = { basics: { label: 'Clerk' }, skills: [{ name: 'Excel' }, { name: 'SAP' }] };
  const file = { name: 'r.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(resume)) };
  await dialog.getByLabel('Choose a file').setInputFiles(file);
  await dialog.getByRole('checkbox', { name: 'SAP' }).uncheck();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import 2 items' }).click();
  await expect(part(page, 'Export and import')).toContainText('Added 1 detail about you and 1 skill.');
  await expectSaved(page);
  expect(await savedPortfolio(page)).toMatchObject({
    headline: 'Clerk',
    skills: ['Excel'],
    cover_position: 0,
    cover_image: { width: expect.any(Number) },
    owner: { avatar: { s3_url: expect.any(String) } },
  });
  await button(page, 'Undo import').click();
  await expectSaved(page);
  expect(await savedPortfolio(page)).toMatchObject({ headline: '', skills: [] });
});
