import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#lib/server/db/index.ts';
import { cleanMedia } from '#lib/server/media/clean-media.ts';
import { openMediaStore } from '#lib/server/media/store/index.ts';
import { expect } from '../test.ts';
import type { KilledSite } from './killed-site.ts';
import type { Person, Stage } from './person.ts';
import type { Decision } from './staff-member.ts';

type Row = Record<string, unknown>;

const read = async (db: Db, query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(db)).rows;

/** Expects that what each person was told is stored, and once. */
export async function expectAcknowledged(
  db: Db,
  people: readonly Person[],
  decisions: readonly Decision[],
): Promise<void> {
  const stored = await read(
    db,
    sql`
    select u.phone_e164 as phone, count(*)::int as accounts, max(u.email) as email,
      bool_and(u.email_verified_at is not null) as "isProved",
      (select string_agg(reference, ' ') from callback_request c where c.phone_e164 = u.phone_e164) as callbacks,
      (select string_agg(r.number || ' ' || r.status, ' ') from event_registration r where r.user_id = max(u.id::text)::uuid) as seats,
      (select string_agg(p.version || ' ' || p.headline, ' ') from portfolio p where p.user_id = max(u.id::text)::uuid) as portfolios,
      (select string_agg(a.id || '', ' ') from job_application a where a.user_id = max(u.id::text)::uuid) as applications,
      (select count(*)::int from lead l where l.phone_e164 = u.phone_e164 and l.merged_into_id is null) as leads,
      (select string_agg(c.kind, ' ' order by c.kind) from conversion c
        where c.user_id = max(u.id::text)::uuid and c.kind <> 'CALLBACK') as conversions
    from app_user u where u.phone_verified_at is not null and u.email like 'killed-%' group by u.phone_e164`,
  );
  const expected = people.map(({ e164, email, callback, registration, portfolio, applicationId }) => ({
    ...{ phone: e164, accounts: 1, email, isProved: true, callbacks: callback },
    seats: `${registration} REGISTERED`,
    portfolios: `${portfolio?.version} ${portfolio?.headline}`,
    ...{ applications: applicationId, leads: 1, conversions: 'EVENT JOB_APPLICATION SIGN_UP' },
  }));
  const byPhone = (rows: Row[]) => new Map(rows.map((row) => [row.phone, row]));
  expect(byPhone(stored)).toEqual(byPhone(expected));

  const statuses = await read(
    db,
    sql`
    select a.id as "applicationId", a.status from job_application a join app_user u on u.id = a.user_id
    where u.email like 'killed-%'`,
  );
  const byId = (rows: readonly { applicationId?: unknown; status?: unknown }[]) =>
    new Map(rows.map(({ applicationId, status }) => [applicationId, status]));
  expect(byId(statuses)).toEqual(byId(decisions));
}

/** Expects that each row has the rows that are written with it, and none twice. */
export async function expectNoHalfRow(db: Db, { eventId }: Stage): Promise<void> {
  const found = {
    seats: await read(
      db,
      sql`select taken from live_event where id = ${eventId} and taken <>
        (select count(*) from event_registration where event_id = live_event.id and status in ('REGISTERED', 'OFFERED', 'ATTENDED', 'NO_SHOW'))`,
    ),
    conversions: await read(
      db,
      sql`select kind, subject_id from conversion group by kind, subject_id having count(*) > 1`,
    ),
    callbacks: await read(
      db,
      sql`select reference from callback_request c join app_user u using (phone_e164) where u.email like 'killed-%' and (
        (select count(*) from conversion where kind = 'CALLBACK' and subject_id = c.id) <> 1
        or not exists (select from callback_event e where e.callback_id = c.id and e.from_status is null))`,
    ),
    submissions: await read(
      db,
      sql`select a.number from job_application a join app_user u on u.id = a.user_id where u.email like 'killed-%' and (
        a.candidate_snapshot is null or a.submitted_at is null
        or (select count(*) from application_event e where e.application_id = a.id and e.action = 'SUBMIT') <> 1)`,
    ),
    histories: await read(
      db,
      sql`select a.number, a.status from job_application a join app_user u on u.id = a.user_id where u.email like 'killed-%'
        and a.status <> (select e.to_status from application_event e
          where e.application_id = a.id and e.subject = 'APPLICATION' and e.undone_at is null order by e.at desc, e.id desc limit 1)`,
    ),
    usage: await read(
      db,
      sql`select user_id from media_usage where (files, bytes) <>
        (select count(*)::int, coalesce(sum(bytes), 0)::bigint from media where media.user_id = media_usage.user_id)`,
    ),
    sessions: await read(
      db,
      sql`select phone_e164 from app_user u where email like 'killed-%' and phone_verified_at is null
        and exists (select from app_user other where other.phone_e164 = u.phone_e164 and other.phone_verified_at is not null)
        and exists (select from session where user_id = u.id)`,
    ),
  };
  expect(found).toEqual({
    ...{ seats: [], conversions: [], callbacks: [], submissions: [], histories: [], usage: [], sessions: [] },
  });
}

/** Lists all files below a folder. */
const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/**
 * Expects that after the hourly cleaning each row of an upload has its file, with what was sent, and each file its row. What a killed process
 * was doing counts as dead after an hour.
 */
export async function expectWholeFiles(db: Db, site: KilledSite, people: readonly Person[]): Promise<number> {
  await sql`update stray_file set since = since - interval '2 hours'`.execute(db);
  const uploads = join(site.dataDir, 'uploads');
  const [media, hoursAgo] = [join(site.dataDir, 'media'), new Date(Date.now() - 7_200_000)];
  const left = listFiles(uploads);
  for (const path of left) utimesSync(path, hoursAgo, hoursAgo);
  const config = { mediaStore: 'disk', dataDir: site.dataDir } as const;
  const before = listFiles(media).length + left.length;
  await cleanMedia({ db, mediaStore: openMediaStore(config), config });

  const rows = await db.selectFrom('media').select(['id', 'bytes', 'mimeType', 'userId']).execute();
  const pathOf = (id: string) => join(media, id.slice(-2), id);
  expect(listFiles(uploads)).toEqual([]);
  expect(new Set(listFiles(media))).toEqual(new Set(rows.map(({ id }) => pathOf(id))));
  expect(rows.filter(({ id, bytes }) => statSync(pathOf(id)).size !== bytes)).toEqual([]);
  expect(await db.selectFrom('strayFile').selectAll().execute()).toEqual([]);
  for (const { id, bytes, isPublic } of people.flatMap((person) => person.uploads)) {
    const file = readFileSync(pathOf(id));
    // A picture is encoded anew; a document is stored as it is.
    if (isPublic) expect(file.subarray(8, 12).toString('latin1')).toBe('WEBP');
    else expect(file.equals(bytes)).toBe(true);
  }
  return before - rows.length;
}
