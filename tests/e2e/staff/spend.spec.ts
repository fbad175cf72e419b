import { becomeStaff } from '../support/hiring/staff-side.ts';
import { expect, test } from '../support/test.ts';

test.use({ javaScriptEnabled: false });

test('[API-42] staff import spend after a preview, see the cost, and take the import back, without script', async ({
  verified,
  page,
}) => {
  await becomeStaff(verified);
  const today = new Date(Date.now() + 19_800_000).toISOString().slice(0, 10);
  const source = `radio-${Date.now()}`;
  const file = (amount: string) => ({
    ...{ name: 'spend.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(
      `day,source,campaign,amount\n${today},${source},jingle,${amount}\n${today},,jingle,5\n`,
    ),
  });
  await page.goto('/staff/reports/');
  await page.getByRole('main').getByRole('link', { name: 'Costs' }).click();
  await page.getByRole('link', { name: 'Import spend' }).click();
  await page.getByLabel('CSV file').setInputFiles(file('"1,250"'));
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('heading', { name: '1 row can be imported, 1 with mistakes' })).toBeVisible();
  await expect(page.getByText('source: Enter the source as links have it in utm_source.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 1, skip 1' }).click();
  await expect(page.getByText('Spend imported.')).toBeVisible();

  await page.goto('/staff/reports/costs/?by=CAMPAIGN');
  await expect(page.getByRole('row', { name: `${source}, jingle` })).toContainText('₹1,250');
  await page.goto('/staff/reports/costs/spend/');
  const first = page.getByRole('region', { name: 'Imports' }).getByRole('row').nth(1);
  await first.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Import deleted.')).toBeVisible();
  await expect(first.getByRole('button', { name: 'Restore' })).toBeVisible();
  await page.goto('/staff/reports/costs/?by=CAMPAIGN');
  await expect(page.getByRole('main')).not.toContainText(source);
});

test('the report on visits says how complete it is and leads from a group to its own report, without script', async ({
  verified,
  page,
}) => {
  await becomeStaff(verified);
  await page.goto('/staff/reports/visits/?period=90');
  await expect(
    page.getByText(/^Visits are counted since .* only with the visitor’s consent\./),
  ).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Break down by' })
    .getByRole('link', { name: 'First source' })
    .click();
  await page.getByRole('link', { name: 'instagram', exact: true }).first().click();
  await expect(page.getByText('Only first source: instagram.')).toBeVisible();
  await expect(page.getByRole('table', { name: /^Visits by week/ })).toBeVisible();
  await page.getByText('How this is counted').click();
  await expect(page.getByText('Visits cannot be joined with conversions', { exact: false })).toBeVisible();
});
