import { alumnusSchema } from './alumnus.ts';
import { batchSchema } from './batch.ts';
import { coachSchema } from './coach.ts';
import { legalSchema } from './legal.ts';
import { programSchema } from './program.ts';
import { reviewSchema } from './review.ts';
import { testimonialSchema } from './testimonial.ts';

/** What a file in each folder of src/content holds. */
export const schemas = {
  programs: programSchema,
  batches: batchSchema,
  coaches: coachSchema,
  alumni: alumnusSchema,
  reviews: reviewSchema,
  testimonials: testimonialSchema,
  legal: legalSchema,
};
export type Folder = keyof typeof schemas;
