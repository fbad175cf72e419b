import * as z from 'zod/mini';

/** Apart from fields.ts, so that forms without files load nothing of files. */

/** A media upload requires a file (FORM-12); an empty one is none. */
export const file = z.file({ error: 'Please choose a file' }).check(z.minSize(1, 'Please choose a file'));
