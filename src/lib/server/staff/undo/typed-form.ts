import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { type Db, runAtomically } from '#lib/server/db/index.ts';
import type { FormPage, WrapHandler } from '#lib/server/http/page-form.ts';

/** What was typed for a change is stored with its action, so that the form has it again after an undo. */

export interface TypedForm {
  /** The path of the form's page. */
  path: string;
  fields: [name: string, value: string][];
}

/** The field of an address that names the undone action. */
export const undoneField = 'undone';

/** The table of applications; the board has the same form. */
export const queuePath = '/staff/applications/';
const boardPath = `${queuePath}board/`;

/** The pages with one record that fill in their forms again. */
const restoringPages = /^\/staff\/(applications|candidates|batches)\/(?!board\/)[^/]+\/$/;

/** The buttons of a confirmation, which nobody has typed. */
const unstoredFields = ['confirmed', 'isCancelled', 'previewedId', 'messageId', 'step'];

/** Returns a wrapper of handlers that stores the posted form with the action that the handler records. */
export const rememberTyped =
  ({ request }: FormPage, form: FormData): WrapHandler =>
  (handler) =>
  (input) =>
    runAtomically((input as { db: Db }).db, async (trx) => {
      const response = await handler({ ...input, db: trx });
      const fields = [...form].filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string' && !unstoredFields.includes(pair[0]),
      );
      await storeTyped(trx, { path: new URL(request.url).pathname, fields });
      return response;
    });

/** Stores what was typed with the action that this transaction has recorded. */
export async function storeTyped(trx: Db, typed: TypedForm): Promise<void> {
  await trx
    .updateTable('staffAction')
    .set({ typedForm: JSON.stringify(typed) })
    .where('id', '=', sql<string>`nullif(current_setting('liftoff.staff_action', true), '')::uuid`)
    .execute();
}

export interface UndoneForm extends TypedForm {
  /** Whether this page has the form; otherwise `href` leads to it, if a page fills it in again. */
  isHere: boolean;
  href: string | null;
  /** Whether a text was written, and not only something chosen. */
  hasText: boolean;
}

/** Returns the form of the undone action that an address names, to the person who undid it, or null. */
export async function findUndoneForm(db: Db, staffId: string, url: URL): Promise<UndoneForm | null> {
  const id = url.searchParams.get(undoneField);
  if (!isUuid(id)) return null;
  const action = await db
    .selectFrom('staffAction')
    .select('typedForm')
    .where('id', '=', id)
    .where('actorId', '=', staffId)
    .where('undoneAt', 'is not', null)
    .executeTakeFirst();
  if (!action?.typedForm) return null;
  const { path, fields } = action.typedForm;
  return {
    ...{ path, fields },
    isHere: path === url.pathname || (path === queuePath && url.pathname === boardPath),
    href: restoringPages.test(path) ? `${path}?${undoneField}=${id}` : null,
    hasText: fields.some(([name, value]) => textFields.includes(name) && value.trim() !== ''),
  };
}

/** The fields for a text. */
const textFields = ['publicNote', 'privateNote', 'reason', 'subject', 'text', 'terms'];

/** Returns the result of a page's form, or, after an undo, what was typed for what was undone. */
export async function withUndoneForm<Result extends { values: Record<string, string> }>(
  db: Db,
  { request, url, locals }: { request: Request; url: URL; locals: { staffId?: string | undefined } },
  form: Result,
): Promise<Result & { ids?: string[] }> {
  const undone =
    request.method === 'GET' && locals.staffId ? await findUndoneForm(db, locals.staffId, url) : null;
  if (!undone?.isHere) return form;
  const ids = undone.fields.flatMap(([name, value]) => (name === 'id' ? [value] : []));
  return { ...form, values: Object.fromEntries(undone.fields), ids };
}
