import type { AlumnusWithTransition } from '#lib/contract/catalog/alumni.ts';
import type { Coach } from '#lib/contract/catalog/coaches.ts';
import type { Batch } from '#lib/contract/catalog/programs.ts';
import type { Review } from '#lib/contract/catalog/reviews.ts';
import type { ProgramType } from '#lib/domain/catalog/programs.ts';
import { type Files, readFiles } from './files.ts';
import { portraitAvatar } from './portraits.ts';
import { findBrokenReferences } from './references.ts';
import type { BatchFee } from './schemas/batch.ts';
import type { CompanyContent } from './schemas/company.ts';
import type { PaymentDetails } from './schemas/payment.ts';
import type { ProgramContent } from './schemas/program.ts';
import type { TestimonialContent } from './schemas/testimonial.ts';

/**
 * The content of src/content for pages and the API: validated, sorted, with addresses of pictures. All files are read once,
 * when the first is needed.
 */

export type Program = ProgramContent & { slug: string };
export type Testimonial = Omit<TestimonialContent, 'portrait'> & Pick<Coach, 'slug' | 'avatar'>;
/** A batch without its free seats and its status, which depend on the database and the clock: see `listBatchesWithSeats`. */
export type BatchEntry = Omit<Batch, 'status' | 'seatsLeft' | 'applicationsCloseAt' | 'fee'> & {
  applicationsCloseAt: Date;
  isPlanned: boolean;
  /** Seats that were sold outside this site. */
  seatsSoldElsewhere: number;
  fee: BatchFee | null;
};

const content = once(() => {
  const files = readFiles();
  const errors = findBrokenReferences(files);
  if (errors.length > 0) throw new Error(errors.join('\n'));
  return files;
});

export const listPrograms = once((): Program[] => content().programs.toSorted((a, b) => a.order - b.order));

export const findProgram = (slug: string): Program | null =>
  listPrograms().find((program) => program.slug === slug) ?? null;

export const findProgramOfType = (type: ProgramType): Program | null =>
  listPrograms().find((program) => program.type === type) ?? null;

export const listCoaches = once((): Coach[] =>
  content()
    .coaches.map(({ portrait, ...coach }) => ({ ...coach, id: coach.slug, avatar: portraitAvatar(portrait) }))
    .toSorted((a, b) => a.order - b.order),
);

/** Lists the coaches of a programme, in the order in which its file names them. */
export const listCoachesOf = (program: Program): Coach[] =>
  program.coachSlugs.flatMap((slug) => listCoaches().filter((coach) => coach.slug === slug));

/** Lists featured alumni first, then those who finished last. */
export const listAlumni = once((): AlumnusWithTransition[] =>
  content()
    .alumni.map(({ portrait, previousField: _, ...person }) => ({
      ...person,
      id: person.slug,
      avatar: portraitAvatar(portrait),
    }))
    .toSorted(
      (a, b) => Number(b.featured) - Number(a.featured) || b.graduatedOn.localeCompare(a.graduatedOn),
    ),
);

/** Returns the kind of work that an alumnus did before; null for a first job. Only pages show it, the API does not. */
export const findPreviousField = (slug: string): string | null =>
  content().alumni.find((person) => person.slug === slug)?.previousField ?? null;

/** Lists featured reviews first, then the newest. */
export const listReviews = once((): Review[] =>
  content()
    .reviews.map(({ slug, coachSlugs: _, author: { portrait, ...author }, ...review }) => ({
      ...review,
      id: slug,
      author: { ...author, avatar: portraitAvatar(portrait) },
    }))
    .toSorted(
      (a, b) => Number(b.featured) - Number(a.featured) || b.publishedAt.localeCompare(a.publishedAt),
    ),
);

/** Lists the reviews that name a coach, also by a first name, in the order of all reviews. */
export function listReviewsNaming(coachSlug: string): Review[] {
  const named = content().reviews.filter(({ coachSlugs }) => coachSlugs.includes(coachSlug));
  return listReviews().filter(({ id }) => named.some(({ slug }) => slug === id));
}

/** Lists batches by their first day. */
export const listBatches = once((): BatchEntry[] =>
  content()
    .batches.map(({ slug, ...batch }) => ({
      ...batch,
      id: slug,
      applicationsCloseAt: new Date(batch.applicationsCloseAt),
    }))
    .toSorted((a, b) => a.startsOn.localeCompare(b.startsOn)),
);

export const findBatch = (id: string): BatchEntry | null =>
  listBatches().find((batch) => batch.id === id) ?? null;

/** Returns where learners pay and what stands on their receipts. Throws where the file is missing. */
export const getPaymentDetails = once((): PaymentDetails => {
  const [details] = content().payments;
  if (!details) throw new Error('src/content/payments needs the file bank-transfer.yaml.');
  return details;
});

export const listTestimonials = once((): Testimonial[] =>
  content().testimonials.map(({ portrait, ...one }) => ({ ...one, avatar: portraitAvatar(portrait) })),
);

export type TeamMember = Omit<CompanyContent['team'][number], 'portrait'> & Pick<Coach, 'avatar'>;
export type Company = Omit<CompanyContent, 'team'> & { team: TeamMember[] };

/** Returns the company behind the site: who it is, how to reach it, and its people. */
export const getCompany = once((): Company => {
  const { team, ...company } = content().company[0] as Files['company'][number];
  return {
    ...company,
    team: team.map(({ portrait, ...member }) => ({ ...member, avatar: portraitAvatar(portrait) })),
  };
});

function once<T>(read: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= read();
    return value;
  };
}
