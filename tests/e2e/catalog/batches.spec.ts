import type { Page } from 'playwright/test';
import { expect, test } from '../support/test.ts';

const path = '/programs/career-accelerator-program/';
const closesAt = '2031-03-10T18:29:00.000Z';

const batch = {
  id: 'cap-91',
  programSlug: 'career-accelerator-program',
  name: 'CAP 91',
  programType: 'CAREER_ACCELERATOR_PROGRAM',
  startsOn: '2031-03-20',
  endsOn: '2031-08-28',
  timeZone: 'Asia/Kolkata',
  schedule: ['Tuesday and Thursday, 8:00 pm to 9:30 pm'],
  mode: 'ONLINE',
  seatsTotal: 30,
  seatsLeft: 12,
  applicationsCloseAt: closesAt,
  isPlanned: false,
  isReservable: true,
  fee: '₹84,000',
  instalments: '6 instalments of ₹14,000',
};

/** Opens the page as a build with these batches would serve it, at the given time. */
async function openAt(page: Page, moment: string, batches: object[]) {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    const json = JSON.stringify(batches).replaceAll('&', '&amp;').replaceAll('"', '&#34;');
    const body = (await response.text()).replace(/data-batches="[^"]*"/, `data-batches="${json}"`);
    await route.fulfill({ response, body });
  });
  await page.clock.setFixedTime(new Date(moment));
  await page.goto(path);
  return page.locator('.batch');
}

test.describe('[API-50] for a reader in New York', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('the closing time is India’s with the reader’s own beside it', async ({ page }) => {
    const card = await openAt(page, '2031-03-01T09:00:00Z', [batch]);
    await expect(card).toContainText('Seats open');
    await expect(card).toContainText('10 Mar 2031, 11:59 pm IST (your time 2:29 pm EDT)');
    await expect(card).toContainText('12 of 30 left');
  });
});

test.describe('[API-50] the batch card at the time of reading', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('in India the time stands alone', async ({ page }) => {
    const card = await openAt(page, '2031-03-01T09:00:00Z', [batch]);
    await expect(card).toContainText('10 Mar 2031, 11:59 pm IST');
    await expect(card).not.toContainText('your time');
  });

  test('a batch that closed after the build gives way to the next one', async ({ page }) => {
    const next = {
      ...batch,
      name: 'CAP 92',
      startsOn: '2031-09-02',
      applicationsCloseAt: '2031-08-20T18:29:00.000Z',
    };
    const card = await openAt(page, '2031-03-10T18:30:00Z', [batch, next]);
    await expect(card.getByRole('heading')).toHaveText('CAP 92');
    await expect(
      page.getByRole('link', { name: 'Reserve a seat in the September batch' }).first(),
    ).toBeVisible();
  });

  test('when the last one has closed, there is a form for interest', async ({ page }) => {
    const card = await openAt(page, '2031-03-10T18:30:00Z', [batch]);
    await expect(card).toContainText('No batch announced');
    await expect(card.getByText('Seats')).toBeHidden();
    const action = page.locator('.batch, .price-bar').getByRole('link', { name: 'Ask for a call' });
    await expect(action).toHaveAttribute('href', '#callback');
  });

  test('a full batch shows that it is full and names the next one', async ({ page }) => {
    const next = { ...batch, startsOn: '2031-09-02', isPlanned: true };
    const card = await openAt(page, '2031-03-01T09:00:00Z', [{ ...batch, seatsLeft: 0 }, next]);
    await expect(card).toContainText('This batch is full. The next batch starts on 2 Sep 2031.');
  });

  test('a low number of seats is shown as text', async ({ page }) => {
    const card = await openAt(page, '2031-03-01T09:00:00Z', [{ ...batch, seatsLeft: 3 }]);
    await expect(card).toContainText('Filling fast');
  });
});
