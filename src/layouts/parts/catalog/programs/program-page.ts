import { allowInlineScript } from '#layouts/inline-script.ts';
import type { CourseFacts } from '#layouts/json-ld.ts';
import type { AlumnusWithTransition } from '#lib/contract/catalog/alumni.ts';
import type { Review } from '#lib/contract/catalog/reviews.ts';
import { batchStatus, eligibleBatches } from '#lib/domain/catalog/batch.ts';
import { anyTimeCard, type BatchCardText, describeBatch, jobsCard } from '#lib/domain/catalog/batch-card.ts';
import { countWeeks } from '#lib/domain/catalog/curriculum.ts';
import { formatFee, formatInstalments } from '#lib/domain/catalog/fee.ts';
import { type RatingSummary, summarizeRatings } from '#lib/domain/catalog/rating.ts';
import { listBatchesWithSeats } from '#lib/server/catalog/batch-seats.ts';
import {
  type BatchEntry,
  findPreviousField,
  listAlumni,
  listBatches,
  listCoachesOf,
  listReviews,
  type Program,
} from '#lib/server/catalog/content/index.ts';
import { getRuntime } from '#lib/server/runtime.ts';
import { toBatchView } from './batch-view.ts';

/** A batch, with its free seats where the page knows them. */
type ShownBatch = BatchEntry & { seatsLeft?: number };

/** Returns the people, reviews and batches of a programme's page. */
export function loadProgramPage(program: Program) {
  const isOfProgram = ({ programType }: { programType: string }) => programType === program.type;
  const reviews = listReviews().filter(isOfProgram);
  const alumni = listAlumni().filter(isOfProgram);
  return {
    batches: filterUpcoming(program, listBatches()),
    coaches: listCoachesOf(program),
    alumni: alumni.slice(0, 3),
    backgrounds: countBackgrounds(alumni),
    reviews: reviews.slice(0, 3),
    rating: summarizeRatings(reviews.map(({ rating }) => rating)),
  };
}

/** The build does not know the free seats, so it treats all of them as free. */
const withoutCount = (batch: BatchEntry) => ({ ...batch, seatsLeft: batch.seatsTotal });

/** Lists the kinds of work that these alumni did before, each with the number of them who did. */
function countBackgrounds(alumni: readonly AlumnusWithTransition[]) {
  const fields = new Set(alumni.map(({ slug }) => findPreviousField(slug)).filter((field) => field !== null));
  return [...fields].map((value) => ({
    value,
    count: alumni.filter(({ slug }) => findPreviousField(slug) === value).length,
  }));
}

/** Returns the batches of a programme as JSON, and the texts of its card at this moment for readers in India. */
export function describeOffer(program: Program, batches: readonly ShownBatch[]) {
  const views = batches.map((batch) => toBatchView(program, batch));
  const { fee, jobs, startsAnyTime } = program;
  const [job] = jobs;
  const whenJoined = startsAnyTime ? anyTimeCard : job && jobsCard(job.family);
  const shown = whenJoined ?? describeBatch(views, new Date());
  return {
    batches: views,
    shown: shown.fee ? shown : { ...shown, fee: formatFee(fee), instalments: formatInstalments(fee) },
  };
}

/** Returns the texts of a programme's card at this moment, with the free seats of its batches. */
export async function createOfferReader(): Promise<(program: Program) => BatchCardText> {
  const { db } = await getRuntime();
  // Without the database a page says how many seats there are in all.
  const batches: readonly ShownBatch[] = await listBatchesWithSeats(db).catch(() => listBatches());
  return (program) => describeOffer(program, filterUpcoming(program, batches)).shown;
}

/** Lists the batches of a programme that have not closed. One that closes after the build is hidden by the page's script. */
function filterUpcoming<B extends ShownBatch>({ type }: Program, batches: readonly B[]): B[] {
  const now = new Date();
  return batches.filter(
    (batch) => batch.programType === type && batchStatus(withoutCount(batch), now) !== 'CLOSED',
  );
}

/** Returns the facts of a programme for search engines. */
export function getCourseFacts(
  program: Program,
  batches: readonly BatchEntry[],
  reviews: readonly Review[],
  rating: RatingSummary,
): CourseFacts {
  const { batch, nextBatch } = eligibleBatches(batches.map(withoutCount), program.type, new Date());
  const shown = batch ?? nextBatch;
  return {
    name: program.name,
    description: program.summary,
    path: `/programs/${program.slug}/`,
    batch: shown,
    fee: { ...program.fee, ...shown?.fee },
    weeks: countWeeks(program.curriculum),
    hoursPerWeek: program.facts.hoursPerWeek,
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
