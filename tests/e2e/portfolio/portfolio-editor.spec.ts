import { createPlainPicture } from '../../support/media/pictures.ts';
import { expectAccessible } from '../support/auth/sign-in.ts';
import {
  about,
  addProject,
  button,
  expectReady,
  expectSaved,
  headline,
  openEditor,
  part,
  savedPortfolio,
  titles,
} from '../support/portfolio/portfolio-editor.ts';
import { expect, test } from '../support/test.ts';

test.describe('a portfolio from nothing', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('[API-30] [API-31] [API-32] [API-33] is written, saved automatically and read by others', async ({
    page,
    verified: _,
    browser,
    baseURL,
  }) => {
    test.slow();
    await page.goto('/account/');
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Portfolio' }).click();
    await expectReady(page);
    await expect(part(page, '0% complete')).toBeVisible();

    await page.getByRole('button', { name: 'Write in one line what you do' }).click();
    await expect(headline(page)).toBeFocused();
    await page.keyboard.type('Finance analyst who automates the boring parts');
    await page.getByRole('textbox', { name: 'Location' }).fill('Pune, India');
    await page.getByRole('checkbox', { name: 'Work' }).check();
    await about(page).fill('Six years in **finance**.\n\n- Closed books in 3 days');
    await page.getByRole('textbox', { name: 'Skills' }).fill('SQL, Python, Power BI');
    await page.keyboard.press('Enter');

    await button(page, 'Add a project').click();
    const title = page.getByRole('textbox', { name: 'Title' });
    await expect(title).toBeFocused();
    await title.fill('Cash forecast');
    await page.getByLabel('Started: month').selectOption('March');
    await page.getByLabel('Started: year').fill('2025');
    await page.getByRole('textbox', { name: 'The result' }).fill('The board reads it every Monday.');
    const document = 'https://docs.google.com/document/d/e/2PACX-1vSfoo/pub';
    await page.getByRole('textbox', { name: 'Link or document' }).fill(document);
    await button(page, 'Done').click();
    await addProject(page, 'Vendor onboarding');
    await page.getByRole('button', { name: 'Feature Vendor onboarding' }).click();

    await button(page, 'Add a job').click();
    await page.getByRole('textbox', { name: 'Job title' }).fill('Analyst');
    await page.getByRole('textbox', { name: 'Company' }).fill('Meridian Foods');
    await button(page, 'Add education').click();
    await page.getByRole('textbox', { name: 'School or college' }).fill('COEP Pune');
    await button(page, 'Add a published work').click();
    await part(page, 'Your published work').getByRole('textbox', { name: 'Title' }).fill('Closing faster');
    await part(page, 'Your published work')
      .getByRole('textbox', { name: 'Address' })
      .fill('medium.com/@meera/closing');

    await page.evaluate(() => navigator.clipboard.writeText('linkedin.com/in/meera'));
    await page.getByRole('textbox', { name: 'Add a link' }).press('ControlOrMeta+V');
    await expect(part(page, 'Your links').getByRole('button', { name: /^linkedin/ })).toBeVisible();
    await page.getByRole('radio', { name: /^Public/ }).check();
    await expectSaved(page);
    await expect(part(page, '95% complete')).toBeVisible();

    // The open form stays open while it is saved.
    await expect(part(page, 'Your published work').getByRole('textbox', { name: 'Title' })).toHaveValue(
      'Closing faster',
    );

    const saved = await savedPortfolio(page);
    expect(saved).toMatchObject({
      headline: 'Finance analyst who automates the boring parts',
      location: 'Pune, India',
      open_to: ['WORK'],
      about: 'Six years in **finance**.\n\n- Closed books in 3 days',
      skills: ['SQL', 'Python', 'Power BI'],
      visibility: 'PUBLIC',
      links: [{ url: 'https://linkedin.com/in/meera', kind: 'LINKEDIN' }],
      projects: [
        { title: 'Cash forecast', started_on: '2025-03', document_url: document, is_featured: false },
        { title: 'Vendor onboarding', is_featured: true },
      ],
      published_works: [{ title: 'Closing faster', url: 'https://medium.com/@meera/closing' }],
      experience: [{ title: 'Analyst', company: 'Meridian Foods' }],
      education: [{ institution: 'COEP Pune' }],
    });
    expect(saved.projects[0].embed_url).toContain('embedded=true');

    const other = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
    const visitor = await other.newPage();
    await visitor.goto(`/portfolios/${saved.slug}/`);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Meera Nair');
    await expect(visitor.getByRole('heading', { name: 'Vendor onboarding' })).toBeVisible();
    await other.close();
  });
});

test('[API-33] projects are reordered by key with announcements, by drag and by button', {
  tag: '@desktop',
}, async ({ page, verified: _ }) => {
  await openEditor(page);
  for (const title of ['One', 'Two', 'Three']) await addProject(page, title);
  await expectSaved(page);

  await page.getByRole('button', { name: 'Reorder Three' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('status').filter({ hasText: 'Three: position 2 of 3' })).toBeAttached();
  await page.keyboard.press('Home');
  await expect(page.getByRole('button', { name: 'Reorder Three' })).toBeFocused();
  await expect.poll(() => titles(page, 'Your projects')).toEqual(['Three', 'One', 'Two']);

  const grip = page.getByRole('button', { name: 'Reorder Three' });
  const last = page.getByRole('button', { name: 'Reorder Two' });
  await last.scrollIntoViewIfNeeded();
  await grip.hover();
  await page.mouse.down();
  const box = await last.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + (box?.height ?? 0), { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => titles(page, 'Your projects')).toEqual(['One', 'Two', 'Three']);

  await page.getByRole('button', { name: 'Two', exact: true }).click();
  await page.getByRole('button', { name: 'Move Two up' }).click();
  await expect.poll(() => titles(page, 'Your projects')).toEqual(['Two', 'One', 'Three']);
  await expect(page.getByRole('button', { name: 'Reorder Two' })).toBeFocused();
  await expectSaved(page);
  const savedTitles = async () =>
    (await savedPortfolio(page)).projects.map((one: { title: string }) => one.title);
  await expect.poll(savedTitles).toEqual(['Two', 'One', 'Three']);
});

test('a clicked control stays in its place, and the focus moves to the next step', {
  tag: '@desktop',
}, async ({ page, verified: _ }) => {
  await openEditor(page);
  for (const title of ['One', 'Two', 'Three']) await addProject(page, title);
  await expect(page.getByRole('button', { name: 'Three', exact: true })).toBeFocused();
  const row = (name: string) => page.getByRole('button', { name, exact: true });
  const top = (name: string) => row(name).evaluate((one) => Math.round(one.getBoundingClientRect().top));
  await row('One').click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible();
  await row('Two').evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const before = await top('Two');
  await row('Two').click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Two');
  await expect.poll(async () => Math.abs((await top('Two')) - before)).toBeLessThanOrEqual(2);
  await button(page, 'Done').click();
  await expect(row('Two')).toBeFocused();
  await expect(row('Two')).toBeInViewport();

  await test.step('a focused control is not covered by the bar', async () => {
    const bar = await page.locator('.pe-bar').evaluate((one) => one.getBoundingClientRect().height);
    await row('Three').evaluate((one) => one.scrollIntoView({ block: 'start', behavior: 'instant' }));
    await row('Three').focus();
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Shift+Tab');
      // The page may scroll smoothly to that position.
      const at = () => page.locator(':focus').evaluate((one) => one.getBoundingClientRect().top);
      await expect.poll(at).toBeGreaterThanOrEqual(bar - 1);
    }
  });

  await test.step('a deleted entry is restored with the keyboard; the focus is not lost with the message', async () => {
    await row('Two').click();
    await button(page, 'Delete').click();
    await expect(row('Three')).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(row('Two')).toBeFocused();
    await row('Two').click();
    await button(page, 'Delete').click();
    await expect(row('Three')).toBeFocused();
    await button(page, 'Dismiss').focus();
    await page.keyboard.press('Enter');
    await expect(row('Three')).toBeFocused();
  });
});

test('an end date survives ticking and clearing the box for a current entry', async ({
  page,
  verified: _,
}) => {
  await openEditor(page);
  await button(page, 'Add a job').click();
  await page.getByRole('textbox', { name: 'Job title' }).fill('Analyst');
  await page.getByLabel('Started: year').fill('2020');
  const ongoing = page.getByRole('checkbox', { name: 'I still work here' });
  await ongoing.uncheck();
  await page.getByLabel('Ended: year').fill('2024');
  await page.getByLabel('Ended: year').fill('');
  await page.getByLabel('Ended: year').fill('2023');
  await ongoing.check();
  await ongoing.uncheck();
  await expect(page.getByLabel('Ended: year')).toHaveValue('2023');
});

test('[C-39] an unlisted portfolio has a secret link; one that the browser cannot copy is shown', async ({
  page,
  verified: _,
}) => {
  await openEditor(page);
  await button(page, 'Anyone with the link').click();
  const unlisted = page.getByRole('radio', { name: /^Anyone with the link/ });
  await expect(unlisted).toBeFocused();
  await unlisted.check();
  const link = page.getByText(/^…\/portfolios\/meera-nair-[\w-]+-[0-9a-z]{16}\/$/);
  await expect(link).toBeVisible();
  await expect(part(page, 'Who can see it')).toContainText('Anyone with this link can see it.');
  await expect(page.getByRole('textbox', { name: 'Address of your page' })).toHaveCount(0);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    Object.defineProperty(Navigator.prototype, 'share', { value: undefined, configurable: true });
    delete (Navigator.prototype as Partial<Navigator>).share;
  });
  const whatsapp = await page.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href');
  expect(new URL(whatsapp ?? '').searchParams.get('text')).toMatch(
    /\/portfolios\/meera-nair-[\w-]+-[0-9a-z]{16}\/$/,
  );
  await button(page, 'Copy the link').click();
  const shown = page.getByRole('textbox', { name: /does not let us copy/ });
  await expect(shown).toBeFocused();
  await expectSaved(page);
  expect(await shown.inputValue()).toContain(`/portfolios/${(await savedPortfolio(page)).slug}/`);
  await expectAccessible(page);
});

test('[API-33] a deleted entry can be restored at its position and as featured', async ({
  page,
  verified: _,
}) => {
  await openEditor(page);
  for (const title of ['One', 'Two', 'Three']) await addProject(page, title);
  await page.getByRole('button', { name: 'Feature Two' }).click();
  await expectSaved(page);

  await page.getByRole('button', { name: 'Two', exact: true }).click();
  await button(page, 'Delete').click();
  await expect(page.getByRole('button', { name: 'Three', exact: true })).toBeFocused();
  await expect.poll(async () => (await savedPortfolio(page)).projects.length).toBe(2);
  await button(page, 'Undo').click();
  await expect(page.getByRole('button', { name: 'Two', exact: true })).toBeFocused();
  await expect
    .poll(async () => {
      const { projects } = await savedPortfolio(page);
      return projects.map((one: { title: string; is_featured: boolean }) => [one.title, one.is_featured]);
    })
    .toEqual([
      ['One', false],
      ['Two', true],
      ['Three', false],
    ]);
});

test('[API-30] a new address is saved, and one in use shows an error at its field', async ({
  page,
  verified,
  elsewhere,
}) => {
  await openEditor(page);
  const field = page.getByRole('textbox', { name: 'Address of your page' });
  const wanted = `meera-${verified.phone}`;
  await field.fill(`Meera ${verified.phone}`);
  await expect(field).toHaveValue(wanted);
  await button(page, 'Change address').click();
  await expect.poll(async () => (await savedPortfolio(page)).slug).toBe(wanted);
  await expectSaved(page);

  await field.fill('a');
  await button(page, 'Change address').click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(part(page, 'Who can see it')).toContainText('Use 3 to 60 small letters');

  // A person of the demonstration data.
  await field.fill('asha-verma');
  await button(page, 'Change address').click();
  await expect(part(page, 'Who can see it')).toContainText('This address is taken');
  expect((await savedPortfolio(page)).slug).toBe(wanted);
  expect((await elsewhere.get(`/portfolios/${wanted}/`)).status()).toBe(404);
});

test('[USER-07] [C-22] a visitor is asked to log in, an unverified person to verify', async ({
  page,
  unverified: _,
}) => {
  await page.goto('/account/portfolio/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One step before your portfolio');
  await page.context().clearCookies();
  await page.goto('/account/portfolio/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in to write your portfolio');
  await expectAccessible(page);
});

test('the editor is accessible in both colour schemes: empty, filled, with a form open and as a preview', {
  tag: '@desktop',
}, async ({ page, verified: _, isMobile }) => {
  test.slow();
  await openEditor(page);
  await expectAccessible(page);
  await headline(page).fill('Analyst');
  for (const title of ['One', 'Two', 'A']) await addProject(page, title);
  await page.getByRole('button', { name: 'A', exact: true }).click();
  await button(page, 'Delete').click();
  await page.getByRole('button', { name: 'Two', exact: true }).click();
  await page.getByLabel('Started: year').fill('20');
  await page.getByLabel('Started: year').blur();
  await expect(page.getByText('Please enter a year and a month')).toBeVisible();
  await expectAccessible(page);
  if (isMobile) {
    await button(page, 'Preview').click();
    await expect(page.getByRole('heading', { name: 'Meera Nair' })).toBeVisible();
    await expectAccessible(page);
  }
});

test('[API-34] [FORM-12] a picture is uploaded, shown and removed; an invalid file shows an error', async ({
  page,
  verified: _,
}) => {
  await openEditor(page);
  await button(page, 'Add a project').click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Forecast');
  const file = page.getByLabel('Choose a picture');
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(page.getByText('Please choose a JPEG, PNG or WebP picture')).toBeVisible();
  const buffer = await createPlainPicture(640, 400).png().toBuffer();
  await file.setInputFiles({ name: 'chart.png', mimeType: 'image/png', buffer });
  await expect(page.locator('.pe-cover img')).toBeVisible();
  await expectSaved(page);
  await expect.poll(async () => (await savedPortfolio(page)).projects[0]?.cover_image?.width).toBe(640);
  await button(page, 'Remove picture').click();
  await expect.poll(async () => (await savedPortfolio(page)).projects[0]?.cover_image).toBeNull();
});

test('[API-30] a JSON Resume is imported after a preview of its changes, and can be exported again', async ({
  page,
  verified: _,
}) => {
  await openEditor(page);
  const resume = {
    basics: { name: 'Somebody Else', label: 'Analyst', summary: 'Six years in finance.' },
    work: [{ name: 'Meridian Foods', position: 'Analyst', startDate: '2023-06' }],
    skills: [{ name: 'SQL' }],
    projects: [{ name: 'Cash forecast', description: 'A forecast that holds' }],
  };
  await button(page, 'Import a JSON Resume').click();
  const dialog = page.getByRole('dialog');
  const file = dialog.getByLabel('Choose a file');
  await file.setInputFiles({ name: 'photo.json', mimeType: 'application/json', buffer: Buffer.from('[1') });
  await expect(dialog).toContainText('This is no JSON Resume');
  const buffer = Buffer.from(JSON.stringify(resume));
  await file.setInputFiles({ name: 'resume.json', mimeType: 'application/json', buffer });
  await expect(dialog.getByRole('heading', { name: 'Choose what to import' })).toBeFocused();
  await expect(dialog).toContainText('Meridian Foods');
  expect((await savedPortfolio(page)).experience).toEqual([]);
  await dialog.getByRole('button', { name: /^Import \d/ }).click();
  await expect(dialog).toBeHidden();
  await expect(headline(page)).toHaveValue('Analyst');
  await expect(part(page, 'Your experience')).toContainText('Meridian Foods');

  const exported = await page.evaluate(async () => (await fetch('/account/portfolio/resume.json')).json());
  expect(exported).toMatchObject({ basics: { label: 'Analyst' }, work: [{ name: 'Meridian Foods' }] });
  expect(exported.basics.name).toBe('Meera Nair');
});
