import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Db } from '#lib/server/db/index.ts';
import { findJobs, listJobs } from '#lib/server/hiring/jobs/search-jobs.ts';
import { listFreeSlots } from '#lib/server/hiring/seats.ts';
import { loadAuditOptions } from '#lib/server/staff/audit-log/find-subjects.ts';
import { listAudit } from '#lib/server/staff/audit-log/list-audit.ts';
import {
  listApplications,
  loadBoard,
  requireStaffApplication,
} from '#lib/server/staff/hiring/applications/find-applications.ts';
import { loadCalendar } from '#lib/server/staff/hiring/appointments/calendar.ts';
import { listSlots } from '#lib/server/staff/hiring/appointments/find-appointments.ts';
import { listRoster } from '#lib/server/staff/hiring/batches/roster.ts';
import { listCandidates } from '#lib/server/staff/hiring/candidates/find-candidates.ts';
import { listJobFilterNames, listStaffJobs } from '#lib/server/staff/hiring/jobs/find-jobs.ts';
import { maxCounted } from '#lib/server/staff/keyset.ts';
import { countLeads, listLeads } from '#lib/server/staff/leads/find-leads.ts';
import { requireLead } from '#lib/server/staff/leads/require-lead.ts';
import { listFailedMessages } from '#lib/server/staff/messages/failed-messages.ts';
import { listMessages } from '#lib/server/staff/messages/message-log.ts';
import { loadOverview } from '#lib/server/staff/overview.ts';
import { countOwnedWork } from '#lib/server/staff/people/hand-over-work.ts';
import { listOwners } from '#lib/server/staff/people/list-owners.ts';
import { loadHiringReport } from '#lib/server/staff/reports/hiring-report.ts';
import { listReportApplications } from '#lib/server/staff/reports/list-report-applications.ts';
import { searchStaffRecords } from '#lib/server/staff/search/search-staff-records.ts';
import { loadToday } from '#lib/server/staff/today/load-today.ts';
import { ownDatabase, type TestDatabase } from '../support/database.ts';
import { explainStatements, listScannedTables, seedManyRows } from '../support/plans.ts';

/** PGlite has PostgreSQL's planner, so these tests run on PostgreSQL only. */
describe.runIf(inject('databaseUrl'))('with 10,000 applications, 20,000 leads and 1,000 jobs', () => {
  let database: TestDatabase;
  let jobId: string;
  let applicationId: string;
  let leadId: string;
  let candidateId: string;
  let locationId: string;
  let employerId: string;

  beforeAll(async () => {
    database = await ownDatabase();
    const { db } = database;
    await seedManyRows(db);
    jobId = (await db.selectFrom('interviewSlot').select('jobId').executeTakeFirstOrThrow()).jobId ?? '';
    ({ id: leadId } = await db.selectFrom('lead').select('id').executeTakeFirstOrThrow());
    ({ id: applicationId, userId: candidateId } = await db
      .selectFrom('jobApplication')
      .select(['id', 'userId'])
      .executeTakeFirstOrThrow());
    ({ jobLocationId: locationId } = await db
      .selectFrom('jobJobLocation')
      .select('jobLocationId')
      .where('jobId', '=', jobId)
      .executeTakeFirstOrThrow());
    ({ employerId } = await db
      .selectFrom('job')
      .select('employerId')
      .where('id', '=', jobId)
      .executeTakeFirstOrThrow());
  }, 120_000);
  afterAll(() => database.close());

  it('detects a sequential scan', async () => {
    const byNote = (db: Db) =>
      db.selectFrom('jobApplication').select('id').where('coverNote', '=', 'x').execute();
    expect(listScannedTables(await explainStatements(database.db, byNote))).toEqual(['job_application']);
  });

  const week = { from: new Date(), to: new Date(Date.now() + 7 * 86_400_000) };
  const limit = 50;
  const timeZone = 'Asia/Kolkata';
  const page = { limit: 20, offset: 0 };
  const lists: [string, (db: Db, after?: string) => Promise<unknown>][] = [
    ['the queue', (db, after) => listApplications(db, { limit, after })],
    ['the queue of a status', (db, after) => listApplications(db, { limit, after, status: 'SHORTLISTED' })],
    ['the late ones', (db, after) => listApplications(db, { limit, after, late: 'true' })],
    ['the queue of a job', (db, after) => listApplications(db, { limit, after, jobId })],
    ['the queue of a batch', (db, after) => listApplications(db, { limit, after, batchId: jobId })],
    ...(['newest', 'oldest', 'fit', 'name'] as const).flatMap((sort): typeof lists => [
      [`the queue by ${sort}`, (db, after) => listApplications(db, { limit, after, sort })],
      [
        `a status by ${sort}`,
        (db, after) => listApplications(db, { limit, after, sort, status: 'SUBMITTED' }),
      ],
      [`a job by ${sort}`, (db, after) => listApplications(db, { limit, after, sort, jobId })],
      [`late ones by ${sort}`, (db, after) => listApplications(db, { limit, after, sort, late: 'true' })],
      [
        `a search by ${sort}`,
        (db, after) => listApplications(db, { limit, after, sort, search: 'applicant' }),
      ],
    ]),
    ...(
      [
        ['sent on a day', { from: '2026-11-20', to: '2026-11-20' }],
        ['sent since a day', { from: '2026-01-01' }],
        ['of a city', () => ({ locationId })],
        ['of an employer', () => ({ employerId })],
        ['without an owner', { owner: 'none' }],
        ['of an owner', () => ({ owner: candidateId })],
        ['that fit', { fit: 'ALL' }],
        ['that miss some requirements', { fit: 'SOME' }],
      ] as const
    ).map(([name, filters]): (typeof lists)[number] => [
      `applications ${name}`,
      (db, after) =>
        listApplications(db, { limit, after, ...(typeof filters === 'function' ? filters() : filters) }),
    ]),
    ['messages to a person', (db) => listMessages(db, { userId: jobId, email: 'x@example.com' })],
    ['messages that failed', (db, after) => listFailedMessages(db, { limit, after })],
    [
      'messages of a kind that failed',
      (db, after) => listFailedMessages(db, { limit, after, kind: 'reminder', channel: 'SMS' }),
    ],
    ['the roster of a batch', (db) => listRoster(db, jobId)],
    ['a person', (db, after) => listApplications(db, { limit, after, search: 'applicant-711' })],
    ['a number', (db) => listApplications(db, { limit, search: 'MS-26-00042' })],
    ['the board', (db) => loadBoard(db, {})],
    ['the board of a job', (db) => loadBoard(db, { jobId })],
    ['one application', (db) => requireStaffApplication(db, applicationId)],
    ['staff’s jobs', (db, after) => listStaffJobs(db, { limit, after })],
    ['staff’s open jobs', (db, after) => listStaffJobs(db, { limit, after, status: 'OPEN' })],
    ['staff’s closed jobs', (db, after) => listStaffJobs(db, { limit, after, status: 'CLOSED' })],
    ['staff’s filled jobs', (db, after) => listStaffJobs(db, { limit, after, status: 'FILLED' })],
    ['slots to come', (db, after) => listSlots(db, { limit, after })],
    ['slots that are over', (db, after) => listSlots(db, { limit, after, past: 'true' })],
    ['slots of a job', (db, after) => listSlots(db, { limit, after, jobId })],
    ['a week of interviews', (db) => loadCalendar(db, week, { view: 'week', date: '' })],
    ['a week of a job', (db) => loadCalendar(db, week, { view: 'week', date: '', jobId })],
    [
      'a week of an interviewer',
      (db) => loadCalendar(db, week, { view: 'week', date: '', interviewerId: jobId }),
    ],
    ['free times of a job', (db) => listFreeSlots(db, { jobId, stageKey: 'interview' })],
    ['candidates', (db, after) => listCandidates(db, { limit, after })],
    ['candidates of a status', (db, after) => listCandidates(db, { limit, after, status: 'VERIFIED' })],
    ['a candidate', (db) => listCandidates(db, { limit, search: 'candidate-711@' })],
    ['the audit', (db, after) => listAudit(db, { limit, after })],
    ['the audit of a person', (db, after) => listAudit(db, { limit, after, actorId: jobId })],
    ['the audit of a kind', (db, after) => listAudit(db, { limit, after, kind: 'lead' })],
    ['the audit of a search', (db) => listAudit(db, { limit, search: 'MS-26-00042' })],
    ['the filters of the audit', loadAuditOptions],
    ['the overview', loadOverview],
    ['the owners of applications and leads', listOwners],
    ['what somebody owns', (db) => countOwnedWork(db, [candidateId])],
    ['today', (db) => loadToday(db)],
    ['the search for a number', (db) => searchStaffRecords(db, 'admin', '+91 70100 00711')],
    ['the search for a reference', (db) => searchStaffRecords(db, 'admin', 'MS-26-00042')],
    ['the search for a lead', (db) => searchStaffRecords(db, 'staff', 'lead-711@example.com')],
    ['leads', (db, after) => listLeads(db, jobId, { limit, after })],
    ['leads of a status', (db, after) => listLeads(db, jobId, { limit, after, status: 'CONVERTED' })],
    ['late leads', (db, after) => listLeads(db, jobId, { limit, after, late: 'true' })],
    ['own leads', (db) => listLeads(db, jobId, { limit, mine: 'true' })],
    [
      'leads of a programme and a source',
      (db, after) => listLeads(db, jobId, { limit, after, programSlug: 'embark-pro', source: 'CALLBACK' }),
    ],
    ['leads that are searched for', (db) => listLeads(db, jobId, { limit, search: '60 00000711' })],
    ['leads before their first class', (db) => listLeads(db, jobId, { limit, due: 'first-class' })],
    ['one lead', (db) => requireLead(db, leadId)],
    ['what counsellors have to do', (db) => countLeads(db, jobId)],
    ['the jobs with applications', (db) => listJobFilterNames(db, 'applications')],
    ['the jobs with batches', (db) => listJobFilterNames(db, 'batches')],
    ['the jobs with interviews', (db) => listJobFilterNames(db, 'interviews')],
    ['the report of a week', (db) => loadHiringReport(db, { period: '7' }, timeZone)],
    ['a job’s report of 90 days', (db) => loadHiringReport(db, { period: '90', jobId }, timeZone)],
    [
      'a week’s applications by source',
      (db) => loadHiringReport(db, { period: '7', by: 'FIRST_SOURCE', firstSource: 'Direct' }, timeZone),
    ],
    [
      'the applications behind a number of the report',
      (db, after) => listReportApplications(db, { limit, after, period: '7', reached: 'REVIEWED' }, timeZone),
    ],
    ['jobs with their counts', (db) => listJobs(db, page, null)],
    ['a later page of jobs', (db) => listJobs(db, { ...page, offset: 400 }, null)],
    [
      'jobs of a place and a family',
      (db) => listJobs(db, { ...page, city: 'Pune', family: 'INSIDE_SALES' }, null),
    ],
    ['jobs that are searched for', (db) => listJobs(db, { ...page, search: 'payable in Pune' }, null)],
    ['the newest jobs', (db) => findJobs(db, { limit: 3, offset: 0 }, null)],
  ];
  it.each(lists)('%s: the statements use indexes, on later pages too', async (_, ask) => {
    const { after } = (await ask(database.db)) as { after?: string | null };
    for (const from of after ? [undefined, after] : [undefined]) {
      const plans = await explainStatements(database.db, (db) => ask(db, from));
      expect(plans.join('\n')).toMatch(/Index (Only )?Scan/);
      expect(listScannedTables(plans), plans.join('\n\n')).toEqual([]);
    }
  });

  it('stops counting at a bound where rows grow for ever', async () => {
    expect((await listAudit(database.db, { limit })).count).toBe(maxCounted + 1);
  });

  it('does not count where no page shows the count', async () => {
    expect(await explainStatements(database.db, (db) => findJobs(db, page, null))).toHaveLength(2);
  });

  it('finds leads by their words before it sorts them by their due times', async () => {
    const plans = await explainStatements(database.db, (db) =>
      listLeads(db, jobId, { limit, search: 'lead711' }),
    );
    expect(plans.join('\n')).toContain('lead_words');
    expect(plans.join('\n')).not.toMatch(/using lead_(open_)?due/);
  });

  it('starts reading past and future slots at the current time', async () => {
    for (const past of [undefined, 'true'] as const) {
      const plans = (await explainStatements(database.db, (db) => listSlots(db, { limit, past }))).join('\n');
      expect(plans.match(/Scan (Backward )?using interview_slot_list/g)?.length, plans).toBe(2);
      expect(plans.match(/Index Cond: .*starts_at [<>] .*now\(\)/g)?.length, plans).toBe(2);
    }
  });
});
