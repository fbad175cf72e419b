import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright/test';
import { modal, openModal, phoneInput, press, signUpAs, unusedPhone } from '../support/auth/sign-in.ts';
import { endMotion } from '../support/colour-scheme.ts';
import { expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.beforeEach(async ({ page }) => {
  await page.goto('/');
});

test('[APP-06] each size of a button has its height', async ({ page }) => {
  const height = (classes: string) =>
    page.evaluate((className) => {
      const button = Object.assign(document.createElement('button'), { className, textContent: 'Go' });
      document.querySelector('main')?.append(button);
      return button.offsetHeight;
    }, `btn btn-primary ${classes}`);
  const heights = async (scale: string, sizes: string[]) =>
    Promise.all(sizes.map((size) => height(`${scale} ${size}`)));
  expect(await heights('', ['btn-xs', 'btn-sm', '', 'btn-lg'])).toEqual([32, 40, 48, 56]);
  expect(await heights('btn-compact', ['btn-xs', 'btn-sm', '', 'btn-lg'])).toEqual([32, 36, 40, 48]);
  expect(await heights('btn-auth', ['btn-sm', ''])).toEqual([40, 60]);
});

test('[APP-06] a small button has a touch target of 44 px', async ({ page }) => {
  const reached = await page.evaluate(() => {
    const around = document.createElement('div');
    const button = document.createElement('button');
    button.className = 'btn btn-icon btn-xs';
    around.style.padding = '20px';
    around.append(button);
    document.body.replaceChildren(around);
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const isMet = (x: number, y: number) => document.elementFromPoint(x, y) === button;
    return [
      right - left,
      isMet(left - 5, top - 5),
      isMet(right + 5, bottom + 5),
      isMet(right + 8, bottom + 8),
    ];
  });
  expect(reached).toEqual([32, true, true, false]);
});

test('[APP-07] a modal is 392, 600 or 808 px wide; on phones it fills the width at the lower edge', {
  tag: '@desktop',
}, async ({ page }) => {
  await openModal(page, 'Log in', 'Welcome back');
  const boxes = await page.evaluate(() =>
    ['sm', 'md', 'lg'].map((width) => {
      const dialog = document.createElement('dialog');
      dialog.className = `modal modal-${width}`;
      dialog.append('One line');
      document.body.append(dialog);
      dialog.showModal();
      for (const animation of dialog.getAnimations()) animation.finish();
      const box = dialog.getBoundingClientRect();
      dialog.remove();
      return [box.width, innerHeight - box.bottom];
    }),
  );
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  expect(boxes.map(([width]) => width)).toEqual(isPhone ? [360, 360, 360] : [392, 600, 808]);
  if (isPhone) expect(boxes.map(([, below]) => below)).toEqual([0, 0, 0]);
});

test('[APP-07] the modal opens within 300 ms, closes within 250 ms, and respects reduced motion', {
  tag: '@desktop',
}, async ({ page }) => {
  const motion = () =>
    modal(page).evaluate((dialog) => {
      const { animationName, animationDuration } = getComputedStyle(dialog);
      return `${animationName} ${animationDuration}`;
    });
  const kind = (page.viewportSize()?.width ?? 0) < 600 ? 'sheet' : 'dialog';
  await openModal(page, 'Log in', 'Welcome back');
  expect(await motion()).toBe(`${kind}-in 0.3s`);
  // The animation is paused, so that the modal can be read while it closes.
  await page.evaluate(() => {
    new MutationObserver(() => {
      for (const animation of document.querySelector('dialog')?.getAnimations() ?? []) animation.pause();
    }).observe(document.body, { subtree: true, attributeFilter: ['data-leaving'] });
  });
  await page.keyboard.press('Escape');
  await expect(modal(page)).toHaveAttribute('data-leaving');
  expect(await motion()).toBe(`${kind}-out 0.25s`);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/?auth=login');
  await expect(phoneInput(page)).toBeFocused();
  expect(await motion()).toBe(`${kind}-in 0s`);
});

const short = 'Please enter something else';
const long = 'This address belongs to somebody who signed up before with a mobile number that ends in 3210.';

for (const [what, message] of Object.entries({ short, long })) {
  test(`[AUTH-20] 564 px high at most, with three ${what} errors of the server too`, {
    tag: '@desktop',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 1000 });
    const field_errors = { first_name: [message], last_name: [message], email: [message] };
    await page.route('**/auth/register/', (route) =>
      route.fulfill({ status: 400, json: { error: message, error_code: 'VALIDATION_ERROR', field_errors } }),
    );
    await openModal(page, 'Sign up', 'Welcome to Moonshot');
    await endMotion(page);
    expect((await modal(page).boundingBox())?.height).toBe(564);
    await phoneInput(page).fill(unusedPhone());
    await press(page, 'Continue');
    await page.getByLabel('First Name').fill('Asha');
    await page.getByLabel('Email').fill('asha@example.com');
    await press(page, 'Register Now');
    await expect(modal(page).locator('.field-error')).toHaveCount(3);
    await expect(modal(page).getByRole('button', { name: 'Register Now' })).toBeInViewport({ ratio: 1 });
    expect((await modal(page).boundingBox())?.height).toBe(564);
    if (message === short) expect(await overflow(page)).toBe(0);
  });
}

const overflow = (page: Page) =>
  page.locator('.auth-main').evaluate((box) => box.scrollHeight - box.clientHeight);

test.describe('on a small screen', () => {
  for (const [width, height, why] of [
    [360, 420, 'a keyboard is open'],
    [800, 360, 'a phone on its side'],
    [800, 220, 'on its side with a keyboard'],
  ] as const) {
    test(`[APP-07] Close never scrolls away: ${why}`, async ({ page }) => {
      await openModal(page, 'Sign up', 'Welcome to Moonshot');
      await page.setViewportSize({ width, height });
      await phoneInput(page).fill(unusedPhone());
      await press(page, 'Continue');
      await press(page, 'Register Now');
      await expect(modal(page).locator('.field-error')).toHaveCount(2);
      expect(await overflow(page)).toBeGreaterThan(0);
      const close = modal(page).getByRole('button', { name: 'Close' });
      for (const top of [0, 40, 9999]) {
        await page.locator('.auth-main').evaluate((box, y) => box.scrollTo(0, y), top);
        await expect(close).toBeInViewport({ ratio: 1 });
        expect(await close.evaluate(isOnTop)).toBe(true);
      }
      await close.click();
      await expect(modal(page)).toHaveCount(0);
    });
  }

  test('[APP-07] the on-screen keyboard covers neither the field nor the button of any step', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await coverByKeyboard(page, 380);
    const expectInSight = async (field: string, button: string) => {
      for (const part of [page.getByLabel(field), modal(page).getByRole('button', { name: button })]) {
        // The focus scrolls it into view in the next frame.
        const lowerEdge = async () => {
          const box = await part.boundingBox();
          return (box?.y ?? 0) + (box?.height ?? 999);
        };
        await expect.poll(lowerEdge, `${field}, ${button}`).toBeLessThanOrEqual(420);
        await expect.poll(() => part.evaluate(isOnTop), `${field}, ${button}`).toBe(true);
      }
    };
    const phone = unusedPhone();
    await openModal(page, 'Sign up', 'Welcome to Moonshot');
    await endMotion(page);
    await expectInSight('Enter your mobile number', 'Continue');
    await phoneInput(page).fill(phone);
    await press(page, 'Continue');
    for (const field of ['First Name', 'Last Name', 'Email']) {
      await page.getByLabel(field).focus();
      await expectInSight(field, 'Register Now');
    }
    await page.getByLabel('Email').blur();
    await press(page, 'Register Now');
    await expectInSight('First Name', 'Register Now');
    await page.getByLabel('First Name').fill('Asha');
    await page.getByLabel('Email').fill(`asha-${phone}@example.com`);
    await press(page, 'Register Now');
    await expect(page.getByLabel('Enter OTP to continue')).toBeFocused();
    await expectInSight('Enter OTP to continue', 'Continue');
    await press(page, 'Edit');
    await expect(phoneInput(page)).toBeFocused();
    await expectInSight('Enter your mobile number', 'Get OTP');
  });
});

/** Returns whether a press on the middle of the element would reach it or its content. */
function isOnTop(element: Element): boolean {
  const { left, width, top, height } = element.getBoundingClientRect();
  const met = document.elementFromPoint(left + width / 2, top + height / 2);
  return element.contains(met);
}

/** Simulates an on-screen keyboard: the window keeps its height and its visible part becomes smaller. */
async function coverByKeyboard(page: Page, covered: number): Promise<void> {
  await page.addInitScript((by) => {
    Object.defineProperty(VisualViewport.prototype, 'height', { get: () => innerHeight - by });
  }, covered);
  await page.goto('/');
}

test('[AUTH-08] the focus moves to the account menu if the control that opened the modal is gone', async ({
  page,
}) => {
  const phone = unusedPhone();
  await openModal(page, 'Sign up', 'Welcome to Moonshot');
  await signUpAs(page, phone);
  await page.keyboard.press('Escape');
  await expect(modal(page)).toHaveCount(0);
  await expect(page.getByRole('banner').getByLabel('Account menu')).toBeFocused();
});

test('each step after the first is announced, and its subtitle describes its field', async ({ page }) => {
  const phone = unusedPhone();
  await openModal(page, 'Sign up', 'Welcome to Moonshot');
  const announcement = modal(page).locator('.sr-only[role=status]');
  await expect(modal(page)).toHaveAccessibleName('Welcome to Moonshot');
  await expect(announcement).toBeEmpty();
  await expect(phoneInput(page)).toHaveAccessibleDescription(
    'Sign up to Apply. It will take less than 2 mins.',
  );
  await signUpAs(page, phone);
  await expect(announcement).toHaveText('Enter OTP to Sign up');
  await expect(modal(page)).toHaveAccessibleName('Enter OTP to Sign up');
  await expect(page.getByLabel('Enter OTP to continue')).toHaveAccessibleDescription(
    new RegExp(`(sent an OTP on|Sign up with) \\+91 ${phone}$`),
  );
  // The countdown is only visual: no live region changes each second.
  await expect(
    modal(page).locator('[aria-live], [role=status], [role=alert]').filter({ hasText: /\ds$/ }),
  ).toHaveCount(0);
  await press(page, 'Edit');
  await expect(announcement).toHaveText('Change phone number');
});

// The styles are part of the script, and code that islands share comes in few files, so that six requests are enough.
test('the modal transfers at most 32 KB without React, styles included', async ({ page }) => {
  const scripts = new Map<string, Promise<Buffer>>();
  // Files that every page loads before anybody opens the modal count towards the page.
  await page.waitForLoadState('networkidle');
  page.on('response', (response) => {
    const name = /_astro\/(.+)\.js$/.exec(response.url())?.[1];
    if (name && !/^(client|react|rolldown-runtime)\./.test(name)) scripts.set(name, response.body());
  });
  await openModal(page, 'Log in', 'Welcome back');
  // Sorted by name, because the compressed size depends on the order.
  const inOrder = [...scripts].sort(([one], [other]) => one.localeCompare(other));
  const own = Buffer.concat(await Promise.all(inOrder.map(([, script]) => script)));
  expect(own.length).toBeGreaterThan(10_000);
  expect(gzipSync(own, { level: 9 }).length).toBeLessThanOrEqual(32 * 1024);
});
