import { sql } from 'kysely';
import type { BodyOf, ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { shortlistRoutes } from '#lib/contract/hiring/shortlists.ts';
import { waitText } from '#lib/domain/core/limits/wait-text.ts';
import type { Handlers } from '#lib/server/context.ts';
import { consume } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { isOpenLink, isShareable } from './link-key.ts';
import { countShortlistMiss } from './shortlist-misses.ts';

type AnswerRoute = (typeof shortlistRoutes)['POST /api/v1/moonshot/shortlist/answer/'];

export const shortlistHandlers: Handlers<keyof typeof shortlistRoutes> = {
  'POST /api/v1/moonshot/shortlist/answer/': async ({ db, body, network }) => {
    const review = await answerShortlist(db, body);
    if (!review) throw await countShortlistMiss(db, network());
    return review;
  },
};

/**
 * Stores the employer's answer for a candidate and returns it, or null where the link does not show the candidate. One write
 * checks the version. A repeated answer changes nothing. Throws `STALE_WRITE` when the
 * answer was changed in another window, and `RATE_LIMITED` when the link has given too many answers. [API-42]
 */
async function answerShortlist(
  db: Db,
  { key, applicationId, version, answer, note }: BodyOf<AnswerRoute>,
): Promise<ResponseOf<AnswerRoute> | null> {
  return db.transaction().execute(async (trx) => {
    const review = await findReview(trx, key, applicationId);
    if (!review) return null;
    const changed = await trx
      .updateTable('employerReview')
      .set({ answer, note, answeredAt: sql<Date>`now()`, readAt: null, version: version + 1 })
      .where('id', '=', review.id)
      .where('version', '=', version)
      .where(sql<boolean>`(answer, note) is distinct from (${answer}, ${note}::text)`)
      .returning('version')
      .executeTakeFirst();
    if (changed) {
      await trx
        .insertInto('employerAnswer')
        .values({ reviewId: review.id, version: changed.version, answer, note })
        .execute();
      await consumeLinkLimit(trx, review.linkId);
      await deleteOldAnswers(trx, review.id, changed.version);
      return { answer, note, version: changed.version };
    }
    const current = await trx
      .selectFrom('employerReview')
      .select(['answer', 'note', 'version'])
      .where('id', '=', review.id)
      .executeTakeFirstOrThrow();
    if (current.answer !== answer || current.note !== note)
      throw new HttpError('STALE_WRITE', {
        message: 'This answer was changed in another window. Read it, then save yours again.',
      });
    return { answer, note, version: current.version };
  });
}

/** A link may change this many answers, of all its candidates together. [C-12] */
const linkLimit = { max: 60, windowSeconds: 3600 };

/** Counts a changed answer; the caller's transaction is rolled back when there are too many. */
async function consumeLinkLimit(trx: Db, linkId: string): Promise<void> {
  const exceeded = await consume(trx, [{ key: `shortlist-answer:${linkId}`, ...linkLimit }]);
  if (!exceeded) return;
  const { retryAfter } = exceeded;
  const message = `You have changed many answers. Try again in ${waitText(retryAfter)}.`;
  throw new HttpError('RATE_LIMITED', { message, retryAfter });
}

/** The first answer, which says when the employer answered, and the latest ones. */
const maxStoredAnswers = 20;

async function deleteOldAnswers(trx: Db, reviewId: string, version: number): Promise<void> {
  await trx
    .deleteFrom('employerAnswer')
    .where('reviewId', '=', reviewId)
    .where('version', '>', 1)
    .where('version', '<=', version - (maxStoredAnswers - 1))
    .execute();
}

/**
 * Finds the row of a candidate that the link shows now. The link stays locked until the end, so that nothing is stored after
 * its revocation has been confirmed.
 */
const findReview = (trx: Db, key: string, applicationId: string) =>
  trx
    .selectFrom('employerReview')
    .innerJoin('employerLink', 'employerLink.id', 'employerReview.linkId')
    .innerJoin('jobApplication', 'jobApplication.id', 'employerReview.applicationId')
    .innerJoin('appUser', 'appUser.id', 'jobApplication.userId')
    .select(['employerReview.id', 'linkId'])
    .where('employerReview.applicationId', '=', applicationId)
    .where(isShareable)
    .where(isOpenLink(key))
    .forShare('employerLink')
    .executeTakeFirst();
