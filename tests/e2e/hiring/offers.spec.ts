import type { APIRequestContext, Page } from 'playwright/test';
import { expectAccessible } from '../support/auth/sign-in.ts';
import { acceptOffer, expectNotified, main } from '../support/hiring/candidate-side.ts';
import { applyTo, newJob, staffMoves, submitDetails } from '../support/hiring/hiring.ts';
import { makeOffer, markJoined } from '../support/hiring/staff-side.ts';
import { expect, test } from '../support/test.ts';

// The journeys are on the screens of two people.
test.setTimeout(180_000);

/** Applies for a new job and is shortlisted, with an offer as the next stage. Returns the id of the application. */
async function beShortlisted(request: APIRequestContext, origin: string): Promise<string> {
  await submitDetails(request, origin);
  const id = await applyTo(request, origin, await newJob({ stages: ['REVIEW'] }));
  await staffMoves('application', id, 'SHORTLIST');
  return id;
}

const offerOf = (page: Page) => page.getByRole('region', { name: 'Offer', exact: true });

test('[API-42] a candidate declines an offer with a reason, and nobody can accept it any more', {
  tag: '@desktop',
}, async ({ page, verified: _, staff, baseURL }) => {
  const id = await beShortlisted(page.request, baseURL ?? '');
  await staff.goto(`/staff/applications/${id}/`);
  await makeOffer(staff);
  await page.goto(`/moonshot/applications/${id}/`);
  await page.getByRole('link', { name: 'See and answer the offer' }).click();
  await page.getByText('I want to decline this offer').click();
  await expectAccessible(page);
  await page.getByLabel('Reason').selectOption('The pay');
  await page.getByLabel(/^More about it/).fill('I hoped for 4 lakh.');
  await page.getByRole('button', { name: 'Decline offer' }).click();
  await expect(main(page).getByText('Offer declined.', { exact: true })).toBeVisible();
  await expect(main(page).getByText(/^You declined this offer on .*: the pay\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept offer' })).toHaveCount(0);
  await expectAccessible(page);
  await staff.reload();
  await expect(offerOf(staff)).toContainText('Declined');
  await expect(offerOf(staff)).toContainText('The pay. I hoped for 4 lakh.');
});

test('[API-42] staff change an offer, and the candidate accepts the new one and joins', {
  tag: '@desktop',
}, async ({ page, verified: _, staff, baseURL }) => {
  const id = await beShortlisted(page.request, baseURL ?? '');
  const path = `/moonshot/applications/${id}/`;
  await staff.goto(`/staff/applications/${id}/`);
  await makeOffer(staff);
  await page.goto(path);
  await expect(main(page).getByText('₹3,60,000 a year')).toBeVisible();
  await makeOffer(staff, '4,20,000');
  await expect(offerOf(staff).getByRole('listitem')).toHaveCount(2);

  // The page still shows the first offer.
  await page.getByLabel('Your full name').fill('Meera Nair');
  await page.getByRole('button', { name: 'Accept offer' }).click();
  await expect(page.getByRole('alert')).toContainText('The employer has changed this offer.');
  await expect(main(page).getByText('₹4,20,000 a year')).toBeVisible();
  await expect(page.getByLabel('Your full name')).toHaveValue('Meera Nair');
  await acceptOffer(page);
  await expectNotified(
    page,
    path,
    /^You have accepted the offer for this job\. Your first day is /,
    'Offer accepted',
  );
  await expect(main(page).getByText(/^You accepted this offer on .* as Meera Nair\.$/)).toBeVisible();
  await expectAccessible(page);
  await staff.reload();
  await expect(offerOf(staff)).toContainText('Signed as Meera Nair');
  await expectAccessible(staff);
  await markJoined(staff);
  await expectNotified(page, path, /^You have got this job\.$/, 'Hired');
});
