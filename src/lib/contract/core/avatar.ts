import * as z from 'zod/mini';

/** The variants of a person's picture, by size; pages show the square of 192 px. [USER-01] */
export const avatar = z.object({ '192X192': z.object({ url: z.string() }), s3Url: z.string() });
