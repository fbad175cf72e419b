import type { AlumnusWithTransition } from '#lib/contract/catalog/alumni.ts';
import type { Coach } from '#lib/contract/catalog/coaches.ts';
import type { Batch } from '#lib/contract/catalog/programs.ts';
import type { Review } from '#lib/contract/catalog/reviews.ts';
import type { ProgramType } from '#lib/domain/catalog/programs.ts';
import { readFiles } from './files.ts';
import { portraitAvatar } from './portraits.ts';
import { findBrokenReferences } from './references.ts';
import type { ProgramContent } from './schemas/program.ts';
import type { TestimonialContent } from './schemas/testimonial.ts';

/**
 * The content of src/content for pages and the API: validated, sorted, with addresses of pictures. All files are read once,
 * when the first is needed.
 */

export type Program = ProgramContent & { slug: string };
export type Testimonial = Omit<TestimonialContent, 'portrait'> & Pick<Coach, 'slug' | 'avatar'>;
/** A batch without its status, which depends on the clock: see `batchStatus` in domain/catalog/batch.ts. */
export type BatchEntry = Omit<Batch, 'status' | 'applicationsCloseAt'> & {
  applicationsCloseAt: Date;
  isPlanned: boolean;
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
    .alumni.map(({ portrait, ...person }) => ({
      ...person,
      id: person.slug,
      avatar: portraitAvatar(portrait),
    }))
    .toSorted(
      (a, b) => Number(b.featured) - Number(a.featured) || b.graduatedOn.localeCompare(a.graduatedOn),
    ),
);

/** Lists featured reviews first, then the newest. */
export const listReviews = once((): Review[] =>
  content()
    .reviews.map(({ slug, author: { portrait, ...author }, ...review }) => ({
      ...review,
      id: slug,
      author: { ...author, avatar: portraitAvatar(portrait) },
    }))
    .toSorted(
      (a, b) => Number(b.featured) - Number(a.featured) || b.publishedAt.localeCompare(a.publishedAt),
    ),
);

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

export const listTestimonials = once((): Testimonial[] =>
  content().testimonials.map(({ portrait, ...one }) => ({ ...one, avatar: portraitAvatar(portrait) })),
);

function once<T>(read: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= read();
    return value;
  };
}
