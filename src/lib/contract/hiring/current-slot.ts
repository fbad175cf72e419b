import * as z from 'zod/mini';

/** The slot that was booked when somebody chose another one, null for none: of two who choose at once, the second is told. */
export const currentSlotId = z.optional(z.nullable(z.uuid({ error: 'Please send the time that is booked' })));
