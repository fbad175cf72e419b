import * as z from 'zod';
import { requiredPortrait, text } from './field.ts';

/** Quotes of people who consented to it (APP-11). The home page shows one of the three. */
export const testimonialSchema = z.strictObject({
  quote: text(
    40,
    320,
    'Without quotation marks: the page sets them. At most 320 characters, so that the three are alike in height.',
  ),
  name: text(4, 40, 'First and last name.'),
  role: text(3, 60, 'What they do.'),
  company: text(2, 40, 'Where.'),
  portrait: requiredPortrait,
});

export type TestimonialContent = z.output<typeof testimonialSchema>;
