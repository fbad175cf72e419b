import * as z from 'zod/mini';
import { HttpError } from './http-error.ts';

/** @throws HttpError VALIDATION_FAILED with the first message of each field at fault */
export function validate<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of result.error.issues)
    fields[path.length ? path.map(String).join('.') : '_'] ??= message;
  throw new HttpError('VALIDATION_FAILED', {
    fields,
    message: Object.values(fields)[0] ?? 'Please check the highlighted fields',
  });
}
