import * as z from 'zod';
import { courseModes } from '#lib/domain/catalog/batch-card.ts';
import { programTypes } from '#lib/domain/catalog/programs.ts';
import { keysOf } from '#lib/domain/core/record.ts';
import { day, instant, text, timeZone } from './field.ts';

const fee = z
  .strictObject({
    amount: z.int().min(0).describe('Taxes included, in whole units: 64000 for ₹64,000.'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be three capital letters, such as INR')
      .describe('ISO 4217: INR.'),
    instalments: z
      .int()
      .min(2)
      .max(12)
      .optional()
      .describe('Into how many equal monthly instalments it can be split; leave it out for one payment.'),
    discounts: z
      .array(
        z.strictObject({
          label: text(4, 40, 'Why it is less: Early seat.'),
          amount: z.int().min(1).describe('By how much, in whole units.'),
          until: instant(
            'The last moment to reserve with it; leave it out when it holds for the whole batch.',
          ).optional(),
        }),
      )
      .default([])
      .describe(
        'What everybody pays less who reserves a seat; it is taken off by itself. Leave it out when there is nothing.',
      ),
  })
  .nullable()
  .describe('What a place costs; null where we tell it on the call or nobody pays.');

/** One file per batch; the file's name is its id. Its status is computed from the clock and the seats (API-50). */
export const batchSchema = z
  .strictObject({
    programType: z.enum(programTypes).describe('Of which programme.'),
    name: text(4, 40, 'As learners call it: CAP 27. Reviews and alumni name it the same.'),
    startsOn: day('The day of the first session.'),
    endsOn: day('The day of the last session.'),
    timeZone,
    schedule: z
      .array(text(10, 70, 'Tuesday and Thursday, 8:00 pm to 9:30 pm'))
      .min(1)
      .max(4)
      .describe('When it meets, one line for each kind of session.'),
    mode: z.enum(keysOf(courseModes)).describe('Where it meets.'),
    seatsTotal: z.int().min(1).max(500).describe('How many people can join.'),
    seatsSoldElsewhere: z
      .int()
      .min(0)
      .describe('How many places were sold outside this site. The others are counted in the database.'),
    applicationsCloseAt: instant('The last moment to apply; from then on the batch is closed.'),
    fee,
    isPlanned: z.boolean().default(false).describe('true: announced, but applications are not open yet.'),
  })
  .refine(({ startsOn, endsOn }) => startsOn <= endsOn, {
    path: ['endsOn'],
    error: 'is before startsOn: the last session cannot come before the first',
  })
  .refine(({ seatsSoldElsewhere, seatsTotal }) => seatsSoldElsewhere <= seatsTotal, {
    path: ['seatsSoldElsewhere'],
    error: 'is more than seatsTotal',
  })
  .refine(({ applicationsCloseAt, endsOn }) => applicationsCloseAt.slice(0, 10) <= endsOn, {
    path: ['applicationsCloseAt'],
    error: 'is after endsOn: nobody can join a batch that is over',
  });

export type BatchFee = NonNullable<z.output<typeof fee>>;
