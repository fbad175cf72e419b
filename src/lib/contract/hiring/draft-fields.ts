import * as z from 'zod/mini';
import { maxLength } from '#lib/contract/core/fields.ts';
import { formatTrimmedLines } from '#lib/domain/core/text.ts';
import { maxAnswerLength } from '#lib/domain/hiring/jobs/question.ts';

/** The fields that a candidate fills in. */

/** A text of limited length; an empty one is stored as null. */
export const note = (length: number) =>
  z.nullable(
    z.pipe(
      z.string({ error: 'Please enter text' }).check(z.overwrite(formatTrimmedLines), maxLength(length)),
      z.transform((text) => text || null),
    ),
  );

export const answers = z
  .array(
    z.object({
      key: z.string().check(maxLength(60)),
      value: z
        .string({ error: 'Please answer with text' })
        .check(z.overwrite(formatTrimmedLines), maxLength(maxAnswerLength)),
    }),
    { error: 'Please send a list of answers' },
  )
  .check(z.maxLength(40, 'Please send at most 40 answers'));

/** One of the job's cities. */
export const chosenLocation = z.uuid({ error: 'Please choose a city' });
