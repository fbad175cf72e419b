import { beforeEach, expect, it } from 'vitest';
import { alertOfLeads } from '#lib/server/staff/leads/lead-alerts.ts';
import { useTestApi } from '../../support/api.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';
import { requestCall, requireLeadOf } from '../../support/leads/requests.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';
import type { Visitor } from '../../support/visitor.ts';

const to = 'counsellors@example.com';
const test = useTestApi({ LEADS_EMAIL: to });
let staff: Visitor;

beforeEach(async () => {
  ({ visitor: staff } = await signUpStaff(test));
  await test.db.deleteFrom('lead').execute();
});

const header = 'Name,Phone,Email,City,Country,Programmes,Note';
const importRows = async (rows: string[], isPreview = false) =>
  (
    await staff.call('POST /api/v1/staff/leads/import/', {
      csv: `${[header, ...rows].join('\n')}\n`,
      is_preview: isPreview,
    })
  ).body;
const list = async (query = '') => (await staff.call(`GET /api/v1/staff/leads/${query}`)).body;
const meera =
  'Meera Nair,98765 43210,meera@example.com,Kochi,,Embark Pro; career-accelerator-program,Met at the fair';

it('[API-53] a row becomes a lead with its programmes and note, and no alert announces it', async () => {
  expect(await importRows([meera], true)).toMatchObject({ is_preview: true, count: 1, problem: null });
  expect((await list()).count).toBe(0);
  expect(await importRows([meera, 'Ali,0501234567,,,AE,,', ',,ravi@example.com,,,,'])).toMatchObject({
    count: 3,
  });
  const { results } = await list('?source=IMPORT');
  expect(results).toHaveLength(3);
  const lead = results.find(({ person }: { person: { city: string } }) => person.city === 'Kochi');
  expect(lead).toMatchObject({
    person: { name: 'Meera Nair', phone: '+919876543210', email: 'meera@example.com' },
    status: 'NEW',
    sources: ['IMPORT'],
  });
  expect([...lead.interests].sort()).toEqual(['career-accelerator-program', 'embark-pro']);
  const { body } = await staff.call(`GET /api/v1/staff/leads/${lead.id}/`);
  expect(
    body.timeline.map(({ title, text }: { title: string; text: string }) => [title, text]),
  ).toContainEqual(['Note', 'Met at the fair']);
  await alertOfLeads(test);
  await deliverDue(test);
  expect(await test.sentTo(to)).toEqual([]);
});

it('[API-53] the same file twice changes nothing, also by two requests at once', async () => {
  await Promise.all([importRows([meera]), importRows([meera])]);
  const before = await list();
  expect(before.count).toBe(1);
  const read = async () =>
    (await staff.call(`GET /api/v1/staff/leads/${before.results[0].id}/`)).body.timeline;
  const timeline = await read();
  expect(timeline.filter(({ title }: { title: string }) => title === 'Note')).toHaveLength(1);
  expect(await importRows([meera])).toMatchObject({
    count: 1,
    rows: [{ label: expect.stringContaining('is LD-') }],
  });
  expect(await read()).toEqual(timeline);
  expect((await list()).results[0].asked_at).toBe(before.results[0].asked_at);
});

it('[API-53] a later file fills the gaps of an imported lead and adds a new note once', async () => {
  await importRows(['Ravi,98765 43219,,,,embark-pro,']);
  const row = 'Ravi,98765 43219,ravi@example.com,Pune,,embark-pro,Wants a call on Monday';
  await importRows([row]);
  await importRows([row]);
  expect(await requireLeadOf(test, '+919876543219')).toMatchObject({
    email: 'ravi@example.com',
    city: 'Pune',
  });
  const { results } = await list('?search=ravi');
  const { body } = await staff.call(`GET /api/v1/staff/leads/${results[0].id}/`);
  expect(
    body.timeline.filter(
      ({ title, text }: { title: string; text: string | null }) => title === 'Note' && text,
    ),
  ).toMatchObject([{ text: 'Wants a call on Monday' }]);
});

it('[API-53] somebody who is a lead already keeps the name, the status and the due time', async () => {
  const { phone, e164 } = await requestCall(test, { first_name: 'Zoya', last_name: 'Khan' });
  const before = await requireLeadOf(test, e164);
  await test.db.updateTable('lead').set({ status: 'NOT_INTERESTED' }).execute();
  await importRows([`Somebody Else,${phone},zoya@example.com,Pune,,,`]);
  expect(await requireLeadOf(test, e164)).toMatchObject({
    ...{ id: before.id, firstName: 'Zoya', lastName: 'Khan', dueAt: before.dueAt },
    ...{ status: 'NOT_INTERESTED', email: 'zoya@example.com', city: 'Pune' },
  });
  expect((await list('?search=zoya')).count).toBe(1);
});

it('a preview names the mistakes of each row, and the import leaves those rows out', async () => {
  const rows = [
    'No Contact,,,,,,',
    'Bad Phone,12345,,,,,',
    'Bad Email,,not-an-email,,,,',
    'Bad Country,9876543211,,,XX,,',
    'Bad Programme,9876543212,,,,Knitting,',
    `${'x'.repeat(70)},9876543213,,,,,`,
    `Long City,9876543215,,${'x'.repeat(81)},,,`,
    'First,9876543214,,,,,',
    'Second,+91 98765 43214,,,,,',
  ];
  const { rows: checked } = await importRows(rows, true);
  expect(
    checked.map(({ problems }: { problems: { column: string | null; message: string }[] }) =>
      problems.map(({ column, message }) => `${column}: ${message}`),
    ),
  ).toEqual([
    ['phone: Enter a phone number or an email.'],
    ['phone: Enter a mobile number, for example +91 98765 43210.'],
    ['email: Enter a valid email.'],
    ['country: Enter a country code such as IN or AE.'],
    ['programmes: There is no programme “Knitting”.'],
    ['name: Use at most 60 characters.'],
    ['city: Use at most 80 characters.'],
    [],
    ['null: This is the same person as in line 9.'],
  ]);
  expect(await importRows(rows)).toMatchObject({ count: 1 });
  expect((await list()).count).toBe(1);
});

it('the file of the export can be imported', async () => {
  const text = 'reference,name,phone,email,city,status\nLD-1,Asha,+91 98765 43210,,Pune,New\n';
  const { body } = await staff.call('POST /api/v1/staff/leads/import/', { csv: text, is_preview: false });
  expect(body).toMatchObject({ problem: null, count: 1 });
});
