import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { mergeOrder } from '#lib/domain/portfolio/list-order.ts';
import { type PortfolioList, portfolioLists, portfolioParts } from '#lib/domain/portfolio/merge-portfolio.ts';
import {
  type AnyEntry,
  createBlankEntry,
  entriesOf,
  type FieldPath,
  findEntry,
  pathOf,
  pickWritableFields,
  withEntries,
} from './document.ts';
import { checkField, entryRuleOf, type FieldRule, fieldRules, requiredFields } from './field-rules.ts';

export interface DraftValidation {
  /** The document that can be saved now: normalised, with the saved value in place of each invalid or held one. */
  sendable: Portfolio;
  /** Error messages by path. */
  errors: Readonly<Record<FieldPath, string>>;
}

/**
 * Says whether a value must wait: undefined when it may be saved, null when it waits without a message (an open
 * conflict), a message when the server rejected it.
 */
export type HoldCheck = (path: FieldPath, value: unknown) => string | null | undefined;

/** The validation of one entry, valid as long as the entry and its saved version are the same objects. */
interface EntryValidation {
  saved: AnyEntry | undefined;
  sendable: AnyEntry[];
  errors: DraftValidation['errors'];
}
type EntryCache = WeakMap<AnyEntry, EntryValidation>;

/**
 * Creates a function that validates the draft at every key. It validates only changed entries again, as long as `hold`
 * is the same function.
 */
export function createDraftValidator(): (
  draft: Portfolio,
  saved: Portfolio,
  hold: HoldCheck,
) => DraftValidation {
  let cache: EntryCache = new WeakMap();
  let latestHold: HoldCheck | null = null;
  return (draft, saved, hold) => {
    if (hold !== latestHold) cache = new WeakMap();
    latestHold = hold;
    return validateDraft(draft, saved, hold, cache);
  };
}

/** Returns the value to save at a path, or the fallback when the value is invalid or held. */
type ReadValue = (path: FieldPath, rule: FieldRule | undefined, value: unknown, fallback: unknown) => unknown;

function createReadValue(hold: HoldCheck, errors: Record<FieldPath, string>): ReadValue {
  return (path, rule, value, fallback) => {
    const result = checkField(rule, value);
    const error = result.error ?? hold(path, result.data);
    if (error) errors[path] = error;
    return error === undefined ? result.data : fallback;
  };
}

function validateDraft(
  draft: Portfolio,
  saved: Portfolio,
  hold: HoldCheck,
  cache: EntryCache,
): DraftValidation {
  const errors: Record<FieldPath, string> = {};
  const readValue = createReadValue(hold, errors);
  let sendable = { ...draft };
  for (const name of [...portfolioParts.fields, ...portfolioParts.sets])
    Object.assign(sendable, { [name]: readValue(name, fieldRules[name], draft[name], saved[name]) });
  for (const list of portfolioLists) {
    const validations = entriesOf(draft, list).map((entry) =>
      validateEntry(list, entry, findEntry(saved, list, entry.id), hold, cache),
    );
    for (const validation of validations) Object.assign(errors, validation.errors);
    const entries = validations.flatMap((validation) => validation.sendable);
    sendable = withEntries(sendable, list, withHeldEntries(list, entries, saved, hold));
  }
  const { featuredProjectId } = draft;
  const canFeature =
    featuredProjectId === null || sendable.projects.some(({ id }) => id === featuredProjectId);
  sendable.featuredProjectId = canFeature
    ? (readValue('featuredProjectId', undefined, featuredProjectId, saved.featuredProjectId) as string | null)
    : saved.featuredProjectId;
  return { sendable, errors };
}

function validateEntry(
  list: PortfolioList,
  entry: AnyEntry,
  saved: AnyEntry | undefined,
  hold: HoldCheck,
  cache: EntryCache,
): EntryValidation {
  const known = cache.get(entry);
  if (known && known.saved === saved) return known;
  const errors: Record<FieldPath, string> = {};
  const sendable = readEntry(list, entry, saved, createReadValue(hold, errors));
  const validation = { saved, sendable, errors };
  cache.set(entry, validation);
  return validation;
}

/** Returns the entry to save, or nothing while a new entry is incomplete or held. */
function readEntry(
  list: PortfolioList,
  entry: AnyEntry,
  saved: AnyEntry | undefined,
  readValue: ReadValue,
): AnyEntry[] {
  const { id } = entry;
  const fallback: Record<string, unknown> = { ...(saved ?? createBlankEntry(list)) };
  const fields: Record<string, unknown> = { ...entry };
  for (const name of portfolioParts.lists[list])
    fields[name] = readValue(
      pathOf(list, id, name),
      entryRuleOf(list, name, entry),
      fields[name],
      fallback[name],
    );
  const normalised = fields as unknown as AnyEntry;
  const isHeld = readValue(pathOf(list, id), undefined, pickWritableFields(list, normalised), null) === null;
  if (isHeld) return saved ? [saved] : [];
  const isComplete = requiredFields[list].every(
    (name) => checkField(entryRuleOf(list, name, fields), fields[name]).error === undefined,
  );
  return saved || isComplete ? [normalised] : [];
}

/** Keeps entries on the server that were deleted here and changed elsewhere, until the person has chosen. */
function withHeldEntries(
  list: PortfolioList,
  entries: AnyEntry[],
  saved: Portfolio,
  hold: HoldCheck,
): AnyEntry[] {
  const held = entriesOf(saved, list).filter(
    ({ id }) => !entries.some((entry) => entry.id === id) && hold(pathOf(list, id), null) !== undefined,
  );
  if (held.length === 0) return entries;
  const order = mergeOrder(
    entries.map(({ id }) => id),
    entriesOf(saved, list).map(({ id }) => id),
  );
  return order.flatMap((id) => [...entries, ...held].find((entry) => entry.id === id) ?? []);
}
