import type { ApiError } from '#lib/client/api-error.ts';
import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import {
  type FieldPath,
  type FieldValues,
  findEntry,
  type PendingChange,
  pathOf,
  pickWritableFields,
  type RowList,
} from './document.ts';

/** Values that the server rejected, by path. They wait until the person changes them. */
export type RejectedFields = Readonly<Record<FieldPath, { value: unknown; message: string }>>;

/** Returns the fields that an error is about, so that it is shown there and not sent again unchanged (FORM-13). */
export function findRejectedFields(change: PendingChange, sent: Portfolio, error: ApiError): RejectedFields {
  const fallback = error.error ?? 'This could not be saved as it is';
  if (change.kind === 'FIELDS') return findInFields(change.changes, sent, error, fallback);
  if (change.kind === 'FEATURE')
    return { featuredProjectId: { value: sent.featuredProjectId, message: fallback } };
  const { list, id } = change;
  const fields = change.kind === 'CREATE' ? change.fields : change.kind === 'UPDATE' ? change.changes : {};
  const named = namedErrors(error)
    .filter(([name]) => name in fields)
    .map(([name, message]) => [pathOf(list, id, name), { value: fields[name], message }]);
  if (named.length > 0) return Object.fromEntries(named);
  if (change.kind !== 'UPDATE') return rejectEntry(list, id, sent, fallback);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [pathOf(list, id, name), { value, message: fallback }]),
  );
}

/** Maps `experience.2.title` to the path of that entry; without field names, every sent field is rejected. */
function findInFields(
  changes: FieldValues,
  sent: Portfolio,
  error: ApiError,
  fallback: string,
): RejectedFields {
  const named = namedErrors(error).filter(([name]) => (name.split('.')[0] ?? '') in changes);
  const rejected = named.length > 0 ? named : Object.keys(changes).map((name) => [name, fallback] as const);
  const entries = rejected.flatMap(([name, message]) => {
    const [root = '', index, field] = name.split('.');
    if (root !== 'experience' && root !== 'education')
      return [[root, { value: changes[root], message }] as const];
    const { [Number(index)]: entry } = sent[root];
    if (!entry)
      return sent[root].map(
        (each) => [pathOf(root, each.id), { value: pickWritableFields(root, each), message }] as const,
      );
    const fields = pickWritableFields(root, entry);
    return [[pathOf(root, entry.id, field), { value: field ? fields[field] : fields, message }] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns the messages by the draft's names of the fields. */
const namedErrors = ({ fieldErrors }: ApiError) =>
  Object.entries(fieldErrors).map(
    ([name, message]) => [name === 'coverMediaId' ? 'coverImage' : name, message] as const,
  );

function rejectEntry(list: RowList, id: string, sent: Portfolio, message: string): RejectedFields {
  const entry = findEntry(sent, list, id);
  return entry ? { [pathOf(list, id)]: { value: pickWritableFields(list, entry), message } } : {};
}
