import type { ApiError } from '#lib/client/api-error.ts';
import type { Portfolio } from '#lib/contract/portfolio/portfolios.ts';
import { isSame } from '#lib/domain/core/is-equivalent.ts';
import { portfolioLists, portfolioParts } from '#lib/domain/portfolio/portfolio-merge.ts';
import { type Path, pathOf } from './portfolio-checks.ts';
import { type AnyEntry, entriesOf, findEntry, withEntries, writtenFields } from './portfolio-document.ts';
import type { Fields, RowList, Write } from './portfolio-writes.ts';

/** What the server would not take, as it was sent: it waits there until the person changes it. */
export type Refusals = Readonly<Record<Path, { value: unknown; message: string }>>;

interface Settling {
  draft: Portfolio;
  /** What of the draft can be sent now. */
  wanted: Portfolio;
  saved: Portfolio;
  write: Write;
  entry: AnyEntry | null;
}

/**
 * The draft after a write was taken: where the server made something else of it, and the person has not gone on
 * meanwhile, the draft is what the server made.
 */
export function settleDraft({ draft, wanted, saved, write, entry }: Settling): Portfolio {
  const settled = withServerFields(draft, saved);
  if (write.kind === 'FIELDS')
    return { ...settled, ...takenOver(write.changes, fieldsOf(wanted), fieldsOf(saved)) };
  if (entry === null || (write.kind !== 'CREATE' && write.kind !== 'UPDATE')) return settled;
  const sent = write.kind === 'CREATE' ? write.fields : write.changes;
  const now = findEntry(wanted, write.list, write.id);
  const isDouble = entry.id !== write.id && findEntry(draft, write.list, entry.id) !== undefined;
  const entries = entriesOf(draft, write.list).flatMap((one): AnyEntry[] => {
    if (one.id !== write.id) return [one];
    // The server knew the address already: the two are one.
    if (isDouble) return [];
    const told = now ? takenOver(sent, { ...now }, { ...entry }) : {};
    return [{ ...one, ...told, id: entry.id } as AnyEntry];
  });
  return withEntries(settled, write.list, entries);
}

/** What nobody writes here, such as the version, is as the server says. */
export function withServerFields(draft: Portfolio, saved: Portfolio): Portfolio {
  const own: Fields = fieldsOf(draft);
  const names = [...portfolioParts.fields, ...portfolioParts.sets, ...portfolioLists, 'featuredProjectId'];
  return { ...saved, ...Object.fromEntries(names.map((name) => [name, own[name]])) };
}

function takenOver(sent: Fields, wanted: Fields, saved: Fields): Fields {
  const names = Object.keys(sent).filter(
    (name) => isSame(wanted[name], sent[name]) && !isSame(sent[name], saved[name]),
  );
  return Object.fromEntries(names.map((name) => [name, saved[name]]));
}

const fieldsOf = (portfolio: Portfolio): Fields => ({ ...portfolio });

/** Where what the server refused stands, so that it is said there (FORM-13) and not sent again as it is. */
export function refusalsOf(write: Write, wanted: Portfolio, error: ApiError): Refusals {
  const fallback = error.error ?? 'This could not be saved as it is';
  if (write.kind === 'FIELDS') return refusedFields(write.changes, wanted, error, fallback);
  if (write.kind === 'FEATURE')
    return { featuredProjectId: { value: wanted.featuredProjectId, message: fallback } };
  const sent = write.kind === 'CREATE' ? write.fields : write.kind === 'UPDATE' ? write.changes : {};
  const named = Object.entries(error.fieldErrors)
    .map(([name, message]) => [name === 'coverMediaId' ? 'coverImage' : name, message] as const)
    .filter(([name]) => name in sent)
    .map(([name, message]) => [pathOf(write.list, write.id, name), { value: sent[name], message }]);
  if (named.length > 0) return Object.fromEntries(named);
  if (write.kind === 'UPDATE')
    return Object.fromEntries(
      Object.entries(sent).map(([name, value]) => [
        pathOf(write.list, write.id, name),
        { value, message: fallback },
      ]),
    );
  return refuseEntry(write.list, write.id, wanted, fallback);
}

function refusedFields(changes: Fields, wanted: Portfolio, error: ApiError, fallback: string): Refusals {
  const named = Object.entries(error.fieldErrors).filter(([name]) => (name.split('.')[0] ?? '') in changes);
  const refused = named.length > 0 ? named : Object.keys(changes).map((name) => [name, fallback] as const);
  const entries = refused.flatMap(([name, message]) => {
    const [root = '', place, field] = name.split('.');
    if (root !== 'experience' && root !== 'education')
      return [[root, { value: changes[root], message }] as const];
    const { [Number(place)]: one } = wanted[root];
    if (!one)
      return wanted[root].map(
        (each) => [pathOf(root, each.id), { value: writtenFields(root, each), message }] as const,
      );
    const written = writtenFields(root, one);
    const value = field ? written[field] : written;
    return [[pathOf(root, one.id, field), { value, message }] as const];
  });
  return Object.fromEntries(entries);
}

function refuseEntry(list: RowList, id: string, wanted: Portfolio, message: string): Refusals {
  const entry = findEntry(wanted, list, id);
  return entry ? { [pathOf(list, id)]: { value: writtenFields(list, entry), message } } : {};
}
