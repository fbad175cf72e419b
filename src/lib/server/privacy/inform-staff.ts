import { sql } from 'kysely';
import {
  applicationStatusLabels,
  finalStatuses,
} from '#lib/domain/hiring/applications/application-status.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';

interface EndedMatter {
  /** The member of staff who is responsible for it. */
  ownerId: string | null;
  title: string;
  text: string;
  link: { label: string; path: string };
  dedupeKey: string;
}

/**
 * Queues an email about a matter that ended with an account: to who is responsible for it, and otherwise to all staff who get the list
 * of Today. It names nobody, because the person is about to be erased.
 */
async function informStaff(
  work: UnitOfWork,
  { ownerId, title, text, link, dedupeKey }: EndedMatter,
): Promise<void> {
  const staff = await work.trx
    .selectFrom('appUser')
    .selectAll()
    .where('id', 'in', (roles) => roles.selectFrom('userRole').select('userId'))
    .where('disabledAt', 'is', null)
    .where((where) =>
      where.or([
        where('id', '=', ownerId),
        sql<boolean>`notification_preferences #>> '{agenda,email}' = 'true'`,
      ]),
    )
    .orderBy('id')
    .execute();
  const owner = staff.filter(({ id }) => id === ownerId);
  const href = `${work.config.siteOrigin}${link.path}`;
  for (const person of owner.length > 0 ? owner : staff)
    await notify(work, {
      sender: 'ended-account',
      recipient: { person },
      ...{ text: `${title}. ${text}`, href },
      email: {
        subject: title,
        body: {
          title,
          paragraphs: [text],
          links: [{ label: link.label, href }],
          footnote:
            owner.length > 0
              ? 'You get this email because you were responsible for it.'
              : 'You get this email because you get the list of Today.',
        },
      },
      dedupeKey: `${dedupeKey}:${person.id}`,
    });
}

/** Informs staff that an application, which is still with the employer, is about to be withdrawn. A draft is no work of theirs. */
export async function informOfApplication(work: UnitOfWork, id: string): Promise<void> {
  const application = await work.trx
    .selectFrom('jobApplication as application')
    .innerJoin('job', 'job.id', 'application.jobId')
    .innerJoin('employer', 'employer.id', 'job.employerId')
    .select(['application.number', 'application.status', 'application.ownerId'])
    .select(['job.title', 'employer.name as employerName'])
    .where('application.id', '=', id)
    .where('application.submittedAt', 'is not', null)
    .where('application.status', 'not in', [...finalStatuses])
    .executeTakeFirst();
  if (!application) return;
  const { number, status, ownerId, title, employerName } = application;
  await informStaff(work, {
    ownerId,
    title: `Application ${number} was withdrawn`,
    text: `The candidate deleted their account. The application for ${title} at ${employerName} had the status “${applicationStatusLabels[status]}”. It is no longer in your lists.`,
    link: { label: 'Open the applications', path: '/staff/applications/' },
    dedupeKey: `ended-account:application:${id}`,
  });
}

/** Informs staff that a learner with a seat or a payment is about to leave. */
export async function informOfEnrolment(work: UnitOfWork, id: string): Promise<void> {
  const enrolment = await work.trx
    .selectFrom('enrolment')
    .select(['reference', 'programSlug'])
    .where('id', '=', id)
    .where('status', 'in', ['HELD', 'CONFIRMED'])
    .where((where) =>
      where.or([
        where('status', '=', 'CONFIRMED'),
        where.exists(
          where.selectFrom('enrolmentPayment').select('id').whereRef('enrolmentId', '=', 'enrolment.id'),
        ),
      ]),
    )
    .executeTakeFirst();
  if (!enrolment) return;
  await informStaff(work, {
    ownerId: null,
    title: `Enrolment ${enrolment.reference} ended`,
    text: 'The learner deleted their account. The seat is free. The payments stay, without a name.',
    link: { label: 'Open the enrolment', path: `/staff/enrolments/${id}/` },
    dedupeKey: `ended-account:enrolment:${id}`,
  });
}
