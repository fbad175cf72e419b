import * as z from 'zod/mini';
import { largestUpload, pictureTypes, sizeText, uploadTypes } from '../domain/media.ts';

/** Apart from fields.ts, so that forms without files load nothing of files. The server looks at the bytes themselves. */

const required = 'Please choose a file';
const tooLarge = `Please choose a file of at most ${sizeText(largestUpload)}`;

/** A media upload requires a file (FORM-12); an empty one is none. */
export const file = z.file({ error: required }).check(z.minSize(1, required));

/** What an upload takes, by what the browser says of it (C-32). */
export const upload = file.check(
  z.mime([...uploadTypes], 'Please choose a JPEG, PNG, WebP or PDF file'),
  z.maxSize(largestUpload, tooLarge),
);

/** The same for where a picture is shown. */
export const picture = file.check(
  z.mime([...pictureTypes], 'Please choose a JPEG, PNG or WebP picture'),
  z.maxSize(largestUpload, tooLarge),
);
