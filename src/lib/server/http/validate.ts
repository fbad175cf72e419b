import * as z from 'zod/mini';
import { HttpError } from './http-error.ts';

/**
 * Returns the value as the schema outputs it. Throws VALIDATION_FAILED with the first message of each invalid field.
 */
export function validate<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues)
    for (const [field, message] of fieldErrorsOf(issue)) fields[field] ??= message;
  throw new HttpError('VALIDATION_FAILED', {
    fields,
    message: Object.values(fields)[0] ?? 'Please check the highlighted fields',
  });
}

/** Returns the invalid fields of an issue, each with its message; a strict schema names every unknown field. */
function fieldErrorsOf(issue: z.core.$ZodIssue): [field: string, message: string][] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => [[...path, key].join('.'), 'Unknown field']);
  return [[path.join('.') || '_', issue.message]];
}
