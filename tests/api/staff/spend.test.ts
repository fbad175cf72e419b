import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { createExport } from '#lib/server/staff/export.ts';
import { rollUpReports } from '#lib/server/staff/reports/roll-up/index.ts';
import { useTestApi } from '../../support/api.ts';
import { restoreJobs } from '../../support/hiring/job-catalogue.ts';
import { requireJobBySlug, signUpStaff } from '../../support/hiring/staff.ts';
import { insertPastApplication, insertPlacement } from '../../support/staff/hiring-history.ts';
import {
  insertApplicationConversion,
  insertLead,
  insertPastConversion,
  insertReportPerson,
  insertSeat,
} from '../../support/staff/visit-rows.ts';
import type { Visitor } from '../../support/visitor.ts';

const test = useTestApi();
const march = 'from=2026-03-01&to=2026-03-31';
let staff: Visitor;
let staffId: string;

beforeEach(async () => {
  ({ visitor: staff, id: staffId } = await signUpStaff(test));
  await sql`delete from conversion`.execute(test.db);
});

const header = 'Day,Source,Campaign,Amount';
const send = async (rows: readonly string[], more: object = {}) =>
  staff.call('POST /api/v1/staff/reports/spend/import/', {
    ...{ csv: [header, ...rows].join('\n'), is_preview: false, mode: 'REPLACE', ...more },
  });
const importRows = async (rows: readonly string[], more: object = {}) => (await send(rows, more)).body;
const load = async (query = '') =>
  (await staff.call(`GET /api/v1/staff/reports/costs/?${march}${query}`)).body;
const list = async () => (await staff.call('GET /api/v1/staff/reports/spend/')).body.imports;
const change = (id: string, action: 'delete' | 'restore') =>
  staff.call(`POST /api/v1/staff/reports/spend/${id}/${action}/`, {});
const spentOn = async (source: string): Promise<number | undefined> =>
  (await load()).groups.find((group: { source: string }) => group.source === source)?.spend;

it('[API-42] a preview shows each row and its mistakes, and stores nothing', async () => {
  const rows = [
    '2026-03-02,Google-Ads,Brand,"1,250.50"',
    '03/03/2026,google-ads,,₹ 200',
    '2026-02-30,google-ads,brand,10',
    '2026-03-02,GOOGLE-ADS,brand,5',
    ',,,-3',
    '2099-01-01,linkedin,x,100',
    '2026-03-05,linkedin,x,2e9',
  ];
  const outcome = await importRows(rows, { is_preview: true });
  expect(outcome).toMatchObject({ is_preview: true, problem: null, count: 2 });
  expect(
    outcome.rows.map(
      (row: { line: number; label: string; problems: { column: string; message: string }[] }) => [
        ...[row.line, row.label],
        ...row.problems.map(({ column, message }) => `${column}: ${message}`),
      ],
    ),
  ).toEqual([
    [2, '2 Mar 2026, google-ads, brand: ₹1,251'],
    [3, '3 Mar 2026, google-ads: ₹200'],
    [4, '2026-02-30, google-ads, brand', 'day: Enter the day, for example 2026-11-03 or 03/11/2026.'],
    [5, '2 Mar 2026, google-ads, brand: ₹5', 'null: This is the same day, source and campaign as in line 2.'],
    [
      ...[6, 'Empty row', 'day: Enter the day, for example 2026-11-03 or 03/11/2026.'],
      'source: Enter the source as links have it in utm_source.',
      'amount: Enter an amount in rupees, for example 1,250 or 1250.50.',
    ],
    [7, '2099-01-01, linkedin, x', 'day: Enter a day that is not in the future.'],
    [8, '2026-03-05, linkedin, x', 'amount: Enter an amount in rupees, for example 1,250 or 1250.50.'],
  ]);
  expect(outcome.rows[0].notes).toEqual([
    'No visit or request has this source yet. Is it spelled as in the links?',
  ]);
  expect(await list()).toEqual([]);
  expect((await importRows(rows)).count).toBe(2);
  expect(await list()).toMatchObject([{ rows: 2, amount: 145_050, from: '2026-03-02', to: '2026-03-03' }]);
});

it('[API-42] a file replaces or adds, and deleting an import restores what it had replaced', async () => {
  await importRows(['2026-03-02,news,,100', '2026-03-03,news,,10']);
  expect(await spentOn('news')).toBe(11_000);
  const preview = await importRows(['2026-03-02,News,,70'], { is_preview: true });
  expect(preview.rows[0].notes[0]).toBe('Replaces ₹100.');
  const replaced = await importRows(['2026-03-02,News,,70']);
  expect(await spentOn('news')).toBe(8_000);
  const added = await importRows(['2026-03-02,news,,5', '2026-03-02,mail,,3'], { mode: 'ADD' });
  expect(added.rows[0].notes[0]).toBe('Adds to ₹70: ₹75.');
  expect(await spentOn('news')).toBe(8_500);

  expect((await change(replaced.import_id, 'delete')).status).toBe(200);
  expect(await spentOn('news')).toBe(11_500);
  expect(await list()).toMatchObject([
    { id: added.import_id, mode: 'ADD', deleted_at: null },
    { id: replaced.import_id, deleted_by: expect.any(String) },
    { rows: 2 },
  ]);
  await change(replaced.import_id, 'restore');
  await change(replaced.import_id, 'restore');
  expect(await spentOn('news')).toBe(8_500);
  await change(added.import_id, 'delete');
  expect(await spentOn('news')).toBe(8_000);
  expect(await spentOn('mail')).toBeUndefined();
  const audited = await test.db.selectFrom('auditEvent').select('action').orderBy('at').execute();
  expect(audited.map(({ action }) => action).filter((action) => action.startsWith('spend.'))).toEqual([
    ...['spend.IMPORT', 'spend.IMPORT', 'spend.IMPORT', 'spend.DELETE', 'spend.RESTORE', 'spend.DELETE'],
  ]);
  for (const id of [staffId, 'no-id']) expect((await change(id, 'delete')).status).toBe(404);
});

it('[C-42] an import that is sent twice, also at once, counts once, and a preview that is out of date is not imported', async () => {
  const rows = ['2026-03-02,news,,100'];
  const first = await importRows(rows, { is_preview: true });
  const sent = { import_id: first.import_id, version: first.version };
  const answers = await Promise.all([1, 2, 3].map(() => send(rows, { ...sent, mode: 'ADD' })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await spentOn('news')).toBe(10_000);
  const late = await send(rows, {
    import_id: '3c1f9d4e-6a0b-4b5e-9d0e-0d4f4f1f2a53',
    version: first.version,
  });
  expect([late.status, late.body.error_code]).toEqual([409, 'STALE_WRITE']);
});

it('[API-42] spend is divided by leads, enrolments and hires of its source, by the first visit or that of the request', async () => {
  const { db } = test;
  await restoreJobs(db);
  const { id: jobId } = await requireJobBySlug(db, 'inside-sales-associate-cl13');
  const news = { utmSource: 'News', utmCampaign: 'Spring' };
  const mail = { utmSource: 'mail' };
  for (let n = 0; n < 4; n += 1)
    await insertPastConversion(db, {
      ...{ kind: 'EVENT', at: `2026-03-0${n + 1} 10:00`, leadId: await insertLead(db), firstTouch: news },
      ...(n === 0 && { sessionTouch: mail }),
    });
  const userId = await insertReportPerson(db);
  const seat = { userId, program: 'embark-pro', firstTouch: { utmSource: 'news' } };
  await insertSeat(db, { ...seat, at: '2026-03-09 10:00', confirmedAt: '2026-05-01 10:00' });
  await insertSeat(db, { ...seat, at: '2026-03-10 10:00' });
  const applicationId = await insertPastApplication(db, { jobId, sentAt: '2026-03-12 10:00' });
  await insertApplicationConversion(db, applicationId, { at: '2026-03-12 10:00', firstTouch: mail });
  await insertPlacement(db, applicationId, '2026-04-01');
  await rollUpReports(db);
  await importRows([
    ...[
      '2026-03-01,news,spring,1000',
      '2026-03-31,news,,600',
      '2026-03-05,mail,,300',
      '2026-04-01,news,,9000',
    ],
    '2026-03-05,radio,,50',
  ]);

  const report = await load();
  expect(report).toMatchObject({ first_day: '2026-03-01', last_day: '2026-04-01' });
  expect(report.total).toEqual({ spend: 195_000, leads: 4, enrolled: 1, joined: 1 });
  expect(report.groups).toEqual([
    { source: 'news', campaign: null, spend: 160_000, leads: 4, enrolled: 1, joined: 0 },
    { source: 'mail', campaign: null, spend: 30_000, leads: 0, enrolled: 0, joined: 1 },
    { source: 'radio', campaign: null, spend: 5_000, leads: 0, enrolled: 0, joined: 0 },
  ]);
  expect((await load('&by=CAMPAIGN')).groups.slice(0, 2)).toEqual([
    { source: 'news', campaign: 'spring', spend: 100_000, leads: 4, enrolled: 0, joined: 0 },
    { source: 'news', campaign: null, spend: 60_000, leads: 0, enrolled: 1, joined: 0 },
  ]);
  expect((await load('&touch=SESSION')).groups).toMatchObject([
    { source: 'news', leads: 0 },
    { source: 'mail', leads: 1, joined: 0 },
    { source: 'radio', leads: 0 },
    { source: 'Direct', spend: 0, leads: 3, enrolled: 1, joined: 1 },
  ]);
  const file = await createExport(db, staffId, 'cost-report', new URLSearchParams(march));
  const lines = (await new Response(file).text()).trim().split('\r\n');
  expect(lines[2]).toBe('2026-03-01,2026-03-31,FIRST,news,,1600,4,1,0,400,1600,');
});

it('[C-40] what counts can be downloaded and imported again', async () => {
  await importRows(['2026-03-02,news,"spring, late",100.5', '2026-03-03,news,,10']);
  await importRows(['2026-03-03,news,,20']);
  const read = async () =>
    (await new Response(await createExport(test.db, staffId, 'spend', new URLSearchParams())).text()).trim();
  const text = await read();
  expect(text.split('\r\n').slice(1)).toEqual([
    '2026-03-03,news,,20',
    '2026-03-02,news,"spring, late",100.5',
  ]);
  const again = await importRows([], { csv: text });
  expect(again.rows.map(({ notes }: { notes: string[] }) => notes[0])).toEqual([
    'Is stored already.',
    'Is stored already.',
  ]);
  expect(await read()).toBe(text);
});

it('[API-42] a file without its columns is named as a whole', async () => {
  const { body } = await staff.call('POST /api/v1/staff/reports/spend/import/', {
    ...{ csv: 'day,source\n2026-03-01,news', is_preview: true, mode: 'ADD' },
  });
  expect(body.problem).toBe('Add these columns to the first line: amount.');
});
