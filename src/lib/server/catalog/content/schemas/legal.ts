import * as z from 'zod';
import { text } from './field.ts';

/** `/terms/` and `/privacy-policy/` (APP-12): one Markdown file each, its `##` headings make the table of contents. */
export const legalSchema = z.strictObject({
  title: text(3, 40, 'The heading of the page.'),
  summary: text(40, 170, 'The opening line, and the description for search engines.'),
  effectiveOn: z.coerce
    .date('must be a day, written as 2026-12-05')
    .describe('The day from which this wording holds.'),
});
