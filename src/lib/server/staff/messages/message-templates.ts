import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { BodyOf } from '#lib/contract/core/endpoint.ts';
import type { MessageTemplate, messageTemplateRoutes } from '#lib/contract/staff/hiring/message-templates.ts';
import type { TemplatePurpose } from '#lib/domain/staff/message-templates.ts';
import type { Handlers } from '#lib/server/context.ts';
import { type Db, isUniqueViolation } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../audit.ts';
import { loadPersonNames } from '../person-names.ts';

/** Templates of messages to candidates. All staff use and change the same ones. */

type Routes = typeof messageTemplateRoutes;
type Patch = BodyOf<Routes['PATCH /api/v1/staff/message-templates/{templateId}/update/']>;

export const messageTemplateHandlers: Handlers<keyof Routes> = {
  'GET /api/v1/staff/message-templates/': async ({ db }) => {
    const results = await listTemplates(db);
    return { count: results.length, next: null, results };
  },
  'POST /api/v1/staff/message-templates/create/': ({ db, session, body }) =>
    createTemplate(db, session.user.id, body),
  'PATCH /api/v1/staff/message-templates/{templateId}/update/': ({ db, params, session, body }) =>
    updateTemplate(db, session.user.id, params.templateId, body),
  'POST /api/v1/staff/message-templates/{templateId}/delete/': async ({ db, params, session }) => {
    await setDeleted(db, session.user.id, params.templateId, true);
    return {};
  },
  'POST /api/v1/staff/message-templates/{templateId}/restore/': async ({ db, params, session }) => {
    await setDeleted(db, session.user.id, params.templateId, false);
    return requireTemplate(db, params.templateId);
  },
};

/** More than a picker can show well. */
const maxTemplates = 200;

/** Lists templates of these purposes, or all, by purpose and name. */
export async function listTemplates(
  db: Db,
  purposes?: readonly TemplatePurpose[],
): Promise<MessageTemplate[]> {
  const rows = await selectTemplates(db)
    .where('deletedAt', 'is', null)
    .$if(purposes !== undefined, (query) => query.where('purpose', 'in', purposes ?? []))
    .orderBy('purpose')
    .orderBy('name')
    .limit(maxTemplates)
    .execute();
  return presentTemplates(db, rows);
}

/** Loads a template. Throws NOT_FOUND, also for a deleted one. */
export async function requireTemplate(db: Db, id: string): Promise<MessageTemplate> {
  const row = isUuid(id)
    ? await selectTemplates(db).where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst()
    : null;
  const [template] = row ? await presentTemplates(db, [row]) : [];
  if (!template) throw createNotFoundError();
  return template;
}

const createNotFoundError = () => new HttpError('NOT_FOUND', { message: 'There is no such template' });

const selectTemplates = (db: Db) =>
  db
    .selectFrom('messageTemplate')
    .select(['id', 'purpose', 'name', 'subject', 'text', 'version', 'updatedById', 'updatedAt']);

async function presentTemplates(
  db: Db,
  rows: readonly Awaited<ReturnType<ReturnType<typeof selectTemplates>['executeTakeFirstOrThrow']>>[],
): Promise<MessageTemplate[]> {
  const names = await loadPersonNames(
    db,
    rows.flatMap(({ updatedById }) => updatedById ?? []),
  );
  return rows.map(({ updatedById, updatedAt, ...row }) => ({
    ...row,
    updatedBy: updatedById === null ? null : (names.get(updatedById) ?? null),
    updatedAt: updatedAt.toISOString(),
  }));
}

/** Adds a template, or returns the one with its id. Throws VALIDATION_FAILED and ALREADY_EXISTS. */
async function createTemplate(
  db: Db,
  staffId: string,
  { id, ...input }: BodyOf<Routes['POST /api/v1/staff/message-templates/create/']>,
) {
  const isExisting = await withUniqueName(() =>
    db.transaction().execute(async (trx) => {
      const inserted = await trx
        .insertInto('messageTemplate')
        .values({ id, ...columnsOf(input), updatedById: staffId })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (inserted) await recordStaffAudit(trx, staffId, 'template.CREATE', id, { name: input.name });
      return !inserted;
    }),
  );
  return { ...(await requireTemplate(db, id)), isExisting };
}

/** Changes the version that the caller has read. Throws NOT_FOUND, VALIDATION_FAILED, ALREADY_EXISTS, STALE_WRITE. */
async function updateTemplate(db: Db, staffId: string, id: string, { version, ...input }: Patch) {
  const before = await requireTemplate(db, id);
  const columns = columnsOf(input);
  await withUniqueName(() =>
    db.transaction().execute(async (trx) => {
      const updated = await trx
        .updateTable('messageTemplate')
        .set({ ...columns, version: sql`version + 1`, updatedById: staffId, updatedAt: sql`now()` })
        .where('id', '=', id)
        .where('version', '=', version)
        .where('deletedAt', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!updated) throw await createStaleError(trx, id);
      await recordStaffAudit(trx, staffId, 'template.UPDATE', id, {
        name: input.name,
        ...listChanges(before, columns),
      });
    }),
  );
  return requireTemplate(db, id);
}

const changeable = ['purpose', 'name', 'subject', 'text'] as const;
type Columns = Pick<MessageTemplate, (typeof changeable)[number]>;

/** Returns the columns that differ, before and after. */
function listChanges(before: Columns, after: Columns) {
  const changed = changeable.filter((name) => before[name] !== after[name]);
  const pick = (columns: Columns) => Object.fromEntries(changed.map((name) => [name, columns[name]]));
  return { from: pick(before), to: pick(after) };
}

/** A note has no subject, and a message needs one. Throws VALIDATION_FAILED. */
function columnsOf({ purpose, name, subject, text }: Columns): Columns {
  if (purpose !== 'MESSAGE') return { purpose, name, subject: null, text };
  const message = 'Enter a subject';
  if (!subject) throw new HttpError('VALIDATION_FAILED', { message, fields: { subject: message } });
  return { purpose, name, subject, text };
}

async function createStaleError(trx: Db, id: string): Promise<HttpError> {
  const current = await requireTemplate(trx, id);
  const message = `${current.updatedBy ?? 'Somebody'} has changed this template. Look at it again before you save.`;
  return new HttpError('STALE_WRITE', { message, extra: { current } });
}

/** Deletes a template or restores it; a repeat changes nothing. Throws NOT_FOUND and ALREADY_EXISTS. */
function setDeleted(db: Db, staffId: string, id: string, isDeleted: boolean): Promise<void> {
  if (!isUuid(id)) throw createNotFoundError();
  return withUniqueName(() =>
    db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom('messageTemplate')
        .select(['name', 'deletedAt'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!row) throw createNotFoundError();
      if ((row.deletedAt !== null) === isDeleted) return;
      await trx
        .updateTable('messageTemplate')
        .set({ deletedAt: isDeleted ? sql<Date>`now()` : null })
        .where('id', '=', id)
        .execute();
      const action = isDeleted ? 'template.DELETE' : 'template.RESTORE';
      await recordStaffAudit(trx, staffId, action, id, { name: row.name });
    }),
  );
}

async function withUniqueName<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const message = 'Another template has this name';
    throw new HttpError('ALREADY_EXISTS', { message, fields: { name: message } });
  }
}
