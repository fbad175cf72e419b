import sharp from 'sharp';
import { createNoisePicture } from '../../support/media/pictures.ts';
import {
  button,
  expectSaved,
  openEditor,
  part,
  savedPortfolio,
} from '../support/portfolio/portfolio-editor.ts';
import { expect, test } from '../support/test.ts';

/**
 * A photo as a phone takes it when held upright: 12 megapixels in landscape orientation, with an EXIF entry
 * that turns them. Its sky is blue, so that a test can check the orientation.
 */
async function phonePhoto(): Promise<Buffer> {
  const sky = { create: { width: 1500, height: 3000, channels: 3 as const, background: '#1040e0' } };
  return createNoisePicture(4000, 3000)
    .composite([{ input: sky, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer();
}

test('[API-34] [C-32] a phone’s photo of 12 megapixels and more than 5 MB becomes the picture of a project and of a published work', async ({
  page,
  verified: _,
}) => {
  test.slow();
  const buffer = await phonePhoto();
  expect(buffer.length).toBeGreaterThan(5 * 1024 * 1024);
  const photo = { name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer };

  await openEditor(page);
  for (const [add, region, title] of [
    ['Add a project', 'Your projects', 'Forecast'],
    ['Add a published work', 'Your published work', 'Closing faster'],
  ] as const) {
    await button(page, add).click();
    const form = part(page, region);
    await form.getByRole('textbox', { name: 'Title' }).fill(title);
    if (region === 'Your published work')
      await form.getByRole('textbox', { name: 'Address' }).fill('medium.com/@meera/closing');
    await form.getByLabel('Choose a picture').setInputFiles(photo);
    await expect(form.locator('.pe-cover img')).toBeVisible({ timeout: 60_000 });
    await button(page, 'Done').click();
  }
  await expectSaved(page);

  const { projects, published_works } = await savedPortfolio(page);
  for (const { cover_image } of [projects[0], published_works[0]]) {
    expect(cover_image).toMatchObject({ width: 1536, height: 2048 });
    const picture = await page.request.get(`/images/height/320/${cover_image.source}`);
    // sharp's statistics describe the input, so the part is cut out first.
    const top = await sharp(await picture.body())
      .extract({ left: 40, top: 20, width: 160, height: 80 })
      .png()
      .toBuffer();
    const { dominant } = await sharp(top).stats();
    expect(dominant.b, 'the sky is on top').toBeGreaterThan(dominant.r + 100);
  }
});
