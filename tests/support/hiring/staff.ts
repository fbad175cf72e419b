import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ApplicationStatus } from '#lib/domain/hiring/applications/application-status.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { FormPage } from '#lib/server/http/page-form.ts';
import { grantRole } from '#lib/server/staff/grant-role.ts';
import type { PendingAction } from '#lib/server/staff/staff-form.ts';
import type { TestApi } from '../api.ts';
import { type Person, signUpVerified } from '../auth/people.ts';
import type { Visitor } from '../visitor.ts';

/** Signs up a person and grants the staff role. */
export async function signUpStaff(test: TestApi): Promise<Person & { id: string }> {
  const person = await signUpVerified(test);
  await grantRole(test.db, person.e164, 'staff');
  return { ...person, id: await requireUserId(test.db, person.e164) };
}

/** Returns a form as a browser posts it to a staff page. */
export function postStaffForm(
  { config }: TestApi,
  staff: Visitor,
  path: string,
  fields: Record<string, string | string[]>,
): FormPage {
  const pairs = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  const body = String(new URLSearchParams(pairs));
  const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const request = new Request(`${config.siteOrigin}${path}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
      origin: config.siteOrigin,
      'sec-fetch-site': 'same-origin',
      cookie,
    },
  });
  return { request };
}

/** What a page shows after a form, where it may ask before somebody is informed. */
interface AskedResult {
  pending?: PendingAction | null;
}

/** Posts a form, and confirms what the page asks: the same fields with the fingerprint of the preview. */
export async function confirmStaffForm<Result extends AskedResult>(
  post: (fields: Record<string, string | string[]>) => Promise<Result>,
  fields: Record<string, string | string[]>,
): Promise<Result> {
  const asked = await post(fields);
  return asked.pending ? post(confirmedFields(asked.pending)) : asked;
}

/** Returns the fields of the button that confirms. */
export const confirmedFields = ({ fields, preview }: PendingAction): Record<string, string[]> => ({
  ...Object.fromEntries(
    [...Map.groupBy(fields, ([name]) => name)].map(([name, all]) => [name, all.map(([, value]) => value)]),
  ),
  confirmed: [preview.fingerprint],
});

export async function requireUserId(db: Db, phone: string): Promise<string> {
  const { id } = await db
    .selectFrom('appUser')
    .select('id')
    .where('phoneE164', '=', phone)
    .executeTakeFirstOrThrow();
  return id;
}

export const requireJobBySlug = (db: Db, slug: string) =>
  db.selectFrom('job').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow();

/** Inserts registered candidates directly, because lists are tested with thousands. Returns their ids. */
export async function insertManyCandidates(db: Db, count: number, first = 0): Promise<string[]> {
  const ids: string[] = [];
  for (let begin = 0; begin < count; begin += 500) {
    const some = Array.from({ length: Math.min(500, count - begin) }, (_, index) => {
      const n = first + begin + index;
      return { id: uuidv7(), n };
    });
    await db
      .insertInto('appUser')
      .values(
        some.map(({ id, n }) => ({
          id,
          firstName: names[n % names.length] ?? 'Asha',
          lastName: `Number${n}`,
          email: `candidate-${n}@example.com`,
          emailVerifiedAt: new Date(),
          countryIsoCode: 'IN',
          phoneE164: `+9170${String(10_000_000 + n)}`,
          phoneVerifiedAt: new Date(),
          notificationPreferences: '{}',
        })),
      )
      .execute();
    await db
      .insertInto('candidateRegistration')
      .values(some.map(({ id }) => ({ userId: id, status: 'DETAILS_SUBMITTED' as const })))
      .execute();
    ids.push(...some.map(({ id }) => id));
  }
  return ids;
}

const names = ['Asha', 'Meera', 'Ravi', 'Farhan', 'Kavya', 'Imran'];
let applications = 0;

export interface ApplicationInput {
  userId: string;
  jobId: string;
  status?: ApplicationStatus;
  stageKey?: string;
  /** Hours until the reply is due. Negative when it is late. */
  dueInHours?: number | null;
  repliedAt?: Date | null;
}

/** Inserts applications directly and returns their ids in order. */
export async function insertApplications(db: Db, rows: readonly ApplicationInput[]): Promise<string[]> {
  const hour = 3_600_000;
  const inserted = rows.map((row) => {
    const { status = 'SUBMITTED', dueInHours = 20, repliedAt = null } = row;
    applications += 1;
    return {
      id: uuidv7(),
      number: `MS-26-${String(applications).padStart(5, '0')}`,
      userId: row.userId,
      jobId: row.jobId,
      status,
      stageKey: row.stageKey ?? 'review',
      expiresAt: new Date(Date.now() + 720 * hour),
      submittedAt: dueInHours === null ? null : new Date(Date.now() + (dueInHours - 24) * hour),
      replyDueAt: dueInHours === null ? null : new Date(Date.now() + dueInHours * hour),
      repliedAt,
      coverNote: null,
      portfolioSlug: null,
      resumeMediaId: null,
      previousApplicationId: null,
      decidedAt: null,
      holdFromStatus: status === 'ON_HOLD' ? ('IN_REVIEW' as const) : null,
    };
  });
  for (let begin = 0; begin < inserted.length; begin += 500)
    await db
      .insertInto('jobApplication')
      .values(inserted.slice(begin, begin + 500))
      .execute();
  return inserted.map(({ id }) => id);
}

/**
 * Copies the demo jobs with their places until there are `count`. Seven of ten are open, unless `areAllOpen`; the others are
 * paused, closed or filled.
 */
export async function insertManyJobs(db: Db, count: number, { areAllOpen = false } = {}): Promise<void> {
  await sql`
    with model as (
      select job.id as like_id, job, row_number() over (order by slug) - 1 as at, count(*) over () as total from job
    ), wanted as (
      select gen_random_uuid() as id, like_id, job, n, case when ${areAllOpen} then 0 else n % 10 end as kind
      from model join generate_series(0, ${count}::int - 1) n on n % total = at where n >= total
    ), made as (
      insert into job select (jsonb_populate_record(wanted.job, jsonb_build_object(
        'id', wanted.id, 'slug', (wanted.job).slug || '-' || n, 'code', (wanted.job).code || '-' || n,
        'status', case kind when 7 then 'PAUSED' when 8 then 'CLOSED' when 9 then 'FILLED' else 'OPEN' end,
        'posted_at', now() - make_interval(days => n), 'apply_by', now() + make_interval(days => 60 - kind * 10),
        'closed_at', case when kind > 7 then now() - make_interval(days => n / 2) end))).* from wanted
      returning id
    )
    insert into job_job_location select wanted.id, job_location_id, position, openings
    from wanted join job_job_location on job_id = like_id where (select count(*) from made) > 0`.execute(db);
}

/** Inserts past records: copies of all slots for each fortnight of the last half-year, and 12,000 audit events. */
export async function insertPastRecords(db: Db): Promise<void> {
  await sql`
    insert into interview_slot (id, job_id, starts_at, ends_at, time_zone, mode, capacity)
    select gen_random_uuid(), job_id, starts_at - make_interval(days => 14 * n), ends_at - make_interval(days => 14 * n),
      time_zone, mode, capacity
    from interview_slot, generate_series(1, 12) n where job_id is not null`.execute(db);
  await sql`
    insert into audit_event (id, at, actor_id, action, subject_type, subject_id)
    select gen_random_uuid(), now() - make_interval(mins => n), md5((n % 7)::text)::uuid, 'application.NOTE',
      'application', md5((n % 3000)::text)::uuid
    from generate_series(1, 12000) n`.execute(db);
}
