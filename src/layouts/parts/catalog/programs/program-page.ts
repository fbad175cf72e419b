import { allowInlineScript } from '#layouts/inline-script.ts';
import type { CourseFacts } from '#layouts/json-ld.ts';
import type { Review } from '#lib/contract/catalog/reviews.ts';
import { batchStatus, eligibleBatches } from '#lib/domain/catalog/batch.ts';
import { type RatingSummary, summarizeRatings } from '#lib/domain/catalog/rating.ts';
import {
  type BatchEntry,
  listAlumni,
  listBatches,
  listCoachesOf,
  listReviews,
  type Program,
} from '#lib/server/catalog/content/index.ts';

/** Returns the people, reviews and batches of a programme's page. */
export function loadProgramPage(program: Program) {
  const isOfProgram = ({ programType }: { programType: string }) => programType === program.type;
  const now = new Date();
  const reviews = listReviews().filter(isOfProgram);
  return {
    // A batch that closes after the build is hidden by the page's script.
    batches: listBatches().filter((batch) => isOfProgram(batch) && batchStatus(batch, now) !== 'CLOSED'),
    coaches: listCoachesOf(program),
    alumni: listAlumni().filter(isOfProgram).slice(0, 3),
    reviews: reviews.slice(0, 3),
    rating: summarizeRatings(reviews.map(({ rating }) => rating)),
  };
}

/** Returns the facts of a programme for search engines. */
export function getCourseFacts(
  program: Program,
  batches: readonly BatchEntry[],
  reviews: readonly Review[],
  rating: RatingSummary,
): CourseFacts {
  const { batch, nextBatch } = eligibleBatches(batches, program.type, new Date());
  const shown = batch ?? nextBatch;
  return {
    name: program.name,
    description: program.summary,
    path: `/programs/${program.slug}/`,
    batch: shown,
    fee: shown?.fee ?? null,
    ratingAverage: rating.average,
    ratingCount: rating.count,
    reviews: reviews.map((review) => ({
      author: review.author.name,
      rating: review.rating,
      title: review.title,
      body: review.body,
      publishedOn: review.publishedAt.slice(0, 10),
    })),
  };
}

/**
 * Allows and returns the script that marks the page for readers outside India. They see a second line with their own
 * time, whose space is reserved before the first paint.
 */
export const allowAbroadScript = (astro: Parameters<typeof allowInlineScript>[0]): string =>
  allowInlineScript(
    astro,
    "if(new Date().getTimezoneOffset()!==-330)document.documentElement.classList.add('abroad')",
  );
