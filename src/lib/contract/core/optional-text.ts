import * as z from 'zod/mini';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { maxLength } from './fields.ts';

/** An optional text of at most `length` characters; an empty one becomes null. */
export const optionalText = (length: number) =>
  z.nullable(
    z.pipe(
      z.string({ error: 'Please enter text' }).check(maxLength(length)),
      z.transform((text) => text.trim() || null),
    ),
  );

/** A text that must not be empty; `message` asks for it. */
export const requiredText = (message: string, length: number) =>
  z
    .string({ error: message })
    .check(z.overwrite(formatTrimmedText), z.minLength(1, message), maxLength(length));
