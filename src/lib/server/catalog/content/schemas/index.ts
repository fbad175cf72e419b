import { alumnusSchema } from './alumnus.ts';
import { batchSchema } from './batch.ts';
import { coachSchema } from './coach.ts';
import { companySchema } from './company.ts';
import { legalSchema } from './legal.ts';
import { paymentSchema } from './payment.ts';
import { programSchema } from './program.ts';
import { reviewSchema } from './review.ts';
import { testimonialSchema } from './testimonial.ts';

/** The schema of the files in each folder of src/content. */
export const schemas = {
  programs: programSchema,
  batches: batchSchema,
  coaches: coachSchema,
  alumni: alumnusSchema,
  reviews: reviewSchema,
  testimonials: testimonialSchema,
  company: companySchema,
  payments: paymentSchema,
  legal: legalSchema,
};
export type Folder = keyof typeof schemas;
