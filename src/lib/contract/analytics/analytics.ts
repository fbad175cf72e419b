import * as z from 'zod/mini';
import { endpoint } from '#lib/contract/core/endpoint.ts';
import { analyticsLimits } from '#lib/contract/core/limits.ts';
import { type EventName, eventCatalog, propertiesSchema } from './event-catalog.ts';

/** The collector of events: bounded batches of one visit. */

const maxBatchLength = 40;
const maxVisitLength = 500;

const toEventSchema = ([name, definition]: [string, (typeof eventCatalog)[EventName]]) =>
  z.strictObject({
    name: z.literal(name),
    /** Its place in the visit, from 1. An event that arrives twice is stored once. */
    number: z.int().check(z.minimum(1), z.maximum(maxVisitLength)),
    /** Milliseconds between the event and the sending, because the clocks of devices are wrong. */
    age: z.int().check(z.minimum(0), z.maximum(86_400_000)),
    path: z.string().check(z.maxLength(300), z.regex(/^\//)),
    properties: propertiesSchema(definition),
  });

const [first, ...others] = (
  Object.entries(eventCatalog) as [EventName, (typeof eventCatalog)[EventName]][]
).map(toEventSchema) as [ReturnType<typeof toEventSchema>, ...ReturnType<typeof toEventSchema>[]];

export const analyticsEvent = z.discriminatedUnion('name', [first, ...others]);
export type AnalyticsEvent = z.output<typeof analyticsEvent>;

export const analyticsRoutes = {
  'POST /api/v1/analytics/events/': endpoint({
    row: 'TRACK-03',
    summary: 'Collect events of one visit; answers whether the visit is in the sample',
    access: 'public',
    limits: analyticsLimits,
    maxBodyBytes: 32 * 1024,
    maxBodyKeys: 800,
    body: z.strictObject({
      /** A random id of the visit, of version 4. */
      visitId: z.uuid({ version: 'v4', error: 'The id of the visit is not valid' }),
      events: z
        .array(analyticsEvent)
        .check(z.minLength(1), z.maxLength(maxBatchLength, `Send at most ${maxBatchLength} events`)),
    }),
    /** When false, nothing is stored and the browser need not send more of this visit. */
    response: z.object({ isSampled: z.boolean() }),
  }),
};
