import { instantOf } from '#lib/domain/core/zoned-time.ts';
import { CalendarProgram } from '../../support/calendar-program.ts';
import { newEventBody } from '../../support/staff/event-writes.ts';
import { enterNewestCode, modal, received, signUpAs, unusedPhone } from '../support/auth/sign-in.ts';
import { proveEmail } from '../support/auth/signed-in.ts';
import { expect, test } from '../support/test.ts';

/** Clocks that change while an event takes place, and events over midnight. The texts were written by hand. */
const cases = [
  ['Asia/Kolkata', '2036-01-31 23:45', 60, '31 Jan 2036, 11:45 pm IST', '12:45 am IST'],
  ['America/New_York', '2036-03-09 01:30', 60, '9 Mar 2036, 1:30 am EST', '3:30 am EDT'],
  ['America/New_York', '2036-11-02 00:30', 120, '2 Nov 2036, 12:30 am EDT', '1:30 am EST'],
  ['Europe/London', '2036-03-30 00:30', 60, '30 Mar 2036, 12:30 am GMT', '2:30 am'],
  ['Australia/Sydney', '2036-04-06 01:30', 120, '6 Apr 2036, 1:30 am AEDT', '2:30 am AEST'],
  ['Asia/Singapore', '2036-02-01 00:00', 60, '1 Feb 2036, 12:00', '1:00 am'],
] as const;

test('[API-20] the page, the email and the calendar file of an event agree to the minute in five zones', async ({
  page,
  staff,
  verified,
  baseURL,
}) => {
  const headers = { origin: baseURL ?? '' };
  await proveEmail(page.request, headers.origin, verified);
  for (const [time_zone, local, minutes, from, to] of cases) {
    const [date = '', time = ''] = local.split(' ');
    const startsAt = instantOf(date, time, time_zone);
    const endsAt = new Date(startsAt.getTime() + minutes * 60_000);
    const times = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
    const title = `A talk on ${local} in ${time_zone}`;
    const data = newEventBody({ title, time_zone, starts_at: times.startsAt, ends_at: times.endsAt });
    const created = await staff.request.post('/api/v1/staff/events/create/', { headers, data });
    const { id, slug } = await created.json();
    const publish = { action: 'PUBLISH', is_preview: false };
    await staff.request.post(`/api/v1/staff/events/${id}/move/`, { headers, data: publish });
    await page.request.post(`/api/v1/live-events/${id}/register/`, { headers, data: {} });

    await page.goto(`/events/${slug}/`);
    const when = page.getByRole('main').locator('header time');
    await expect(when).toHaveAttribute('datetime', times.startsAt);
    await expect(when).toHaveAttribute('data-ends-at', times.endsAt);
    const shown = await when.innerText();
    expect([shown.startsWith(from), shown.includes(to)], shown).toEqual([true, true]);

    const findText = async () =>
      (await received(page, '', verified.email)).find(({ text }) => text.includes(title))?.text;
    await expect.poll(findText).toContain(`on ${from}`);

    const program = new CalendarProgram();
    program.open(await (await page.request.get(`/events/${slug}/calendar.ics`)).text());
    expect([...program.entries.values()]).toMatchObject([{ title, ...times }]);
  }
});

test('[API-20] a registration that an ended session interrupts finishes by itself after signing in', async ({
  page,
  verified,
  context,
}) => {
  expect(verified.phone).toBeTruthy();
  await page.goto('/events/meet-us-in-bengaluru/');
  await context.clearCookies();
  await page.getByRole('main').getByRole('button', { name: 'Register for free' }).click();
  await expect(modal(page)).toBeVisible();
  const phone = unusedPhone();
  await signUpAs(page, phone);
  await enterNewestCode(page, phone);
  await page.waitForURL(/done=registered/);
  await expect(page.getByRole('main').getByRole('status')).toContainText('Registered.');
});

test.describe('[API-20] a visitor in another zone', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('reads every time of an event in its zone and in their own', async ({ page }) => {
    const header = page.getByRole('main').locator('header');
    const ofBoth = /\d\d? \w{3} \d{4}, \d\d?:\d\d (am|pm)?.* IST \(your time .*E[SD]T\)/;
    await page.goto('/events/meet-us-in-bengaluru/');
    await expect(header.getByText('This event has a new time.').locator('..')).toContainText(ofBoth);
    await expect(header.locator('dl time')).toHaveText(ofBoth);
    await page.goto('/events/career-break-questions/');
    await expect(header.getByText('This event is postponed.').locator('..')).toContainText(ofBoth);
    await page.goto('/events/negotiate-your-offer-november/');
    await expect(header.getByText('Instead:')).toContainText(ofBoth);
    await expect(header.locator('dl time')).toHaveText(ofBoth);
  });
});
