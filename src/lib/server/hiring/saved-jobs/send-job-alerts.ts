import { sql } from 'kysely';
import type { JobCard } from '#lib/contract/hiring/jobs.ts';
import { dateText } from '#lib/domain/core/time-text.ts';
import { newJobsText } from '#lib/domain/hiring/jobs/job-alert.ts';
import { placesText } from '#lib/domain/hiring/jobs/job-text.ts';
import { salaryText } from '#lib/domain/hiring/jobs/salary-text.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { EmailTemplate } from '#lib/server/messages/email-template.ts';
import { isOpen } from '../job-rows.ts';
import { matchesFilters } from '../jobs/job-conditions.ts';
import { findJobCards } from '../jobs/search-jobs.ts';

type JobAlertDeps = Pick<ApiDeps, 'db' | 'messages' | 'log'> & {
  config: Pick<ApiDeps['config'], 'secretKeys' | 'siteOrigin' | 'whatsapp'>;
};

/** The email lists at most this many jobs; the searches show the rest. */
const maxJobs = 10;
/** People in one round of the task. */
const batchSize = 200;

const isDue = sql<boolean>`checked_at <= now() - interval '1 day'`;

/**
 * Looks for new jobs for each person who has alerts and was not looked for within a day, and queues one email where there are
 * some. The time of the look and the email are one transaction: a process that dies in between has done neither, and of two
 * processes the second finds the row changed. [API-41] [C-41]
 */
export async function sendDueJobAlerts(deps: JobAlertDeps): Promise<void> {
  const due = await deps.db
    .selectFrom('jobAlertRound')
    .select('userId')
    .where(isDue)
    .orderBy(sql`greatest(checked_at, failed_at)`)
    .limit(batchSize)
    .execute();
  for (const { userId } of due)
    await sendJobAlert(deps, userId).catch(async (error) => {
      deps.log.error({ err: error, event: 'job-alert.error' }, 'job alert not sent');
      await recordFailure(deps.db, userId);
    });
}

/** A round that failed is tried again behind those of all others, and its jobs are still new then. */
async function recordFailure(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('jobAlertRound')
    .set({ failedAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .execute();
}

async function sendJobAlert({ db, messages, config }: JobAlertDeps, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const round = await trx
      .selectFrom('jobAlertRound')
      .select('checkedAt')
      .where('userId', '=', userId)
      .where(isDue)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!round) return;
    await trx
      .updateTable('jobAlertRound')
      .set({ checkedAt: sql<Date>`now()`, failedAt: null })
      .where('userId', '=', userId)
      .execute();
    const ids = await listNewJobs(trx, userId, round.checkedAt);
    if (!ids.length) return;
    await recordReports(trx, userId, ids);
    const person = await trx
      .selectFrom('appUser')
      .selectAll()
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const jobs = await findJobCards(trx, ids.slice(0, maxJobs), null);
    const body = buildEmail(jobs, ids.length, config.siteOrigin);
    await notify(
      { trx, messages, config },
      {
        sender: 'job-alert',
        recipient: { person },
        text: body.title,
        href: `${config.siteOrigin}${savedPath}`,
        email: { subject: body.title, body },
        dedupeKey: `job-alert:${userId}:${round.checkedAt.toISOString()}`,
      },
    );
  });
}

/** A job is visible some time after it was posted, when its transaction ends. No transaction takes this long. */
const overlap = sql`interval '1 hour'`;

/** Records postings as reported, and deletes those that no later round can find. */
async function recordReports(trx: Db, userId: string, jobIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('jobAlertReport')
    .where('userId', '=', userId)
    .where('postedAt', '<', sql<Date>`now() - interval '2 days'`)
    .execute();
  await trx
    .insertInto('jobAlertReport')
    .columns(['userId', 'jobId', 'postedAt'])
    .expression(
      trx
        .selectFrom('job')
        .select([sql<string>`${userId}::uuid`.as('userId'), 'id', 'postedAt'])
        .where('id', 'in', jobIds),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Lists the open jobs that are new since, match one of the person's alerts and were not reported, the newest first. */
async function listNewJobs(trx: Db, userId: string, since: Date): Promise<string[]> {
  const alerts = await trx.selectFrom('jobAlert').selectAll().where('userId', '=', userId).execute();
  if (!alerts.length) return [];
  const matches = alerts.map(
    ({ filters, createdAt }) => sql`(job.posted_at > ${createdAt} and ${matchesFilters(filters)})`,
  );
  const rows = await trx
    .selectFrom('job')
    .select('id')
    .where(isOpen)
    .where('postedAt', '>', sql<Date>`${since}::timestamptz - ${overlap}`)
    .where(isUnreported(userId))
    .where(sql<boolean>`(${sql.join(matches, sql` or `)})`)
    .orderBy('postedAt', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

const isUnreported = (userId: string) =>
  sql<boolean>`not exists (
    select from job_alert_report as report
    where report.user_id = ${userId} and report.job_id = job.id and report.posted_at = job.posted_at
  )`;

const savedPath = '/moonshot/saved/';

function buildEmail(jobs: readonly JobCard[], count: number, siteOrigin: string): EmailTemplate {
  const list = { label: 'See your searches', href: `${siteOrigin}${savedPath}` };
  const linkTo = ({ slug }: JobCard, label: string) => ({
    label,
    href: `${siteOrigin}/moonshot/jobs/${slug}/`,
  });
  const [only] = count === 1 ? jobs : [];
  return {
    title: newJobsText(count),
    paragraphs: [
      ...jobs.map(
        (job) =>
          `${job.title}, ${job.employer.name}. ${placesText(job.locations)}. ${salaryText(job.compensation)}. Apply by ${dateText(new Date(job.applyBy))}.`,
      ),
      ...(count > jobs.length ? ['There are more. Your searches list them all.'] : []),
    ],
    links: only
      ? [linkTo(only, 'See the job'), list]
      : [list, ...jobs.map((job) => linkTo(job, `${job.title}, ${job.employer.name}`))],
    footnote: 'You get this email because you asked for new jobs of a search, at most once a day.',
  };
}
