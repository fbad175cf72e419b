import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import type { portfolioImportRoutes } from '#lib/contract/portfolio/portfolio-import.ts';
import { educations, experiences, type Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import type { ImportChoices } from '#lib/domain/portfolio/import/import-change.ts';
import { parseJsonResume } from '#lib/domain/portfolio/import/parse-json-resume.ts';
import { type ImportPlan, planImport } from '#lib/domain/portfolio/import/plan-import.ts';
import { defaultLinkLabel } from '#lib/domain/portfolio/portfolio-link.ts';
import type { Handlers } from '#lib/server/context.ts';
import type { Db } from '#lib/server/db/index.ts';
import { createPortfolioNotFoundError, findOwnPortfolio } from './find-portfolios.ts';
import { type PortfolioTarget, toWriteError, writePortfolio } from './write-portfolio.ts';

type Plan = ImportPlan<Portfolio>;

export const portfolioImportHandlers: Handlers<keyof typeof portfolioImportRoutes> = {
  'POST /api/v1/portfolios/{portfolioId}/import/': async ({ db, params, body, session }) => {
    const target = { ...params, userId: session.user.id };
    const { resume, version } = body;
    const choices = body.choices ? new Map(body.choices.map(({ key, choice }) => [key, choice])) : null;
    if (body.apply) return importResume(db, target, { version, resume, choices });
    const { changes } = planImport(await requireOwnForWrite(db, target), parseJsonResume(resume));
    return { changes, portfolio: null };
  },
};

/**
 * Returns the caller's own portfolio. Throws the same errors as a write, so that a preview shows nothing that
 * the write would reject.
 */
async function requireOwnForWrite(db: Db, target: PortfolioTarget): Promise<Portfolio> {
  const own = await findOwnPortfolio(db, target.userId);
  if (own?.id === target.portfolioId.toLowerCase()) return own;
  throw isUuid(target.portfolioId) ? await toWriteError(db, target) : createPortfolioNotFoundError();
}

interface ImportInput {
  version: number;
  resume: unknown;
  choices: ImportChoices;
}

/** Imports what was chosen or nothing, in one write, on the version that the preview was based on. */
async function importResume(db: Db, target: PortfolioTarget, { version, resume, choices }: ImportInput) {
  const read = parseJsonResume(resume);
  let changes: Plan['changes'] = [];
  const portfolio = await writePortfolio(db, target, version, async (trx) => {
    const current = await findOwnPortfolio(trx, target.userId);
    if (!current) throw createPortfolioNotFoundError();
    const plan = planImport(current, read, choices);
    changes = plan.changes;
    await updateFields(trx, current, plan);
    await saveLinks(trx, current, plan.links);
    await saveProjects(trx, current, plan.projects);
    await savePublishedWorks(trx, current, plan.publishedWorks);
  });
  return { changes, portfolio };
}

async function updateFields(trx: Db, current: Portfolio, { fields, experience, education }: Plan) {
  const { openTo, skills, ...plain } = fields;
  await trx
    .updateTable('portfolio')
    .set({
      ...plain,
      openTo: JSON.stringify(openTo),
      skills: JSON.stringify(skills),
      // The same check as for a save of the editor, because responses must have valid values.
      experience: JSON.stringify(z.parse(experiences, mergeEntries(current.experience, experience))),
      education: JSON.stringify(z.parse(educations, mergeEntries(current.education, education))),
    })
    .where('id', '=', current.id)
    .execute();
}

/** Returns the current entries at their positions, followed by the new ones. */
function mergeEntries<Entry extends { id: string }>(
  current: readonly Entry[],
  { changed, added }: { changed: readonly Entry[]; added: readonly Omit<Entry, 'id'>[] },
): object[] {
  const byId = new Map(changed.map((entry) => [entry.id, entry]));
  return [
    ...current.map((entry) => byId.get(entry.id) ?? entry),
    ...added.map((entry) => ({ id: uuidv7(), ...entry })),
  ];
}

async function saveLinks(trx: Db, { id: portfolioId, links }: Portfolio, { changed, added }: Plan['links']) {
  for (const { id, url, label } of changed)
    await trx
      .updateTable('portfolioLink')
      .set({ label: customLabel(url, label) })
      .where('portfolioId', '=', portfolioId)
      .where('id', '=', id)
      .execute();
  const rows = added.map(({ url, label }, index) => ({
    ...newRowKeys(portfolioId, links.length + index),
    url,
    label: customLabel(url, label),
  }));
  if (rows.length > 0) await trx.insertInto('portfolioLink').values(rows).execute();
}

/** Returns no label if it only repeats the default, so that the label changes with the address. */
const customLabel = (url: string, label: string): string => (label === defaultLinkLabel(url) ? '' : label);

async function saveProjects(
  trx: Db,
  { id: portfolioId, projects }: Portfolio,
  { changed, added }: Plan['projects'],
) {
  for (const project of changed) {
    const { id, title, summary, role, problem, approach, outcome, startedOn, endedOn, documentUrl } = project;
    await trx
      .updateTable('portfolioProject')
      .set({ title, summary, role, problem, approach, outcome, startedOn, endedOn, documentUrl })
      .set({ skills: JSON.stringify(project.skills) })
      .where('portfolioId', '=', portfolioId)
      .where('id', '=', id)
      .execute();
  }
  const rows = added.map(({ skills, ...fields }, index) => ({
    ...newRowKeys(portfolioId, projects.length + index),
    ...fields,
    skills: JSON.stringify(skills),
  }));
  if (rows.length > 0) await trx.insertInto('portfolioProject').values(rows).execute();
}

async function savePublishedWorks(
  trx: Db,
  { id: portfolioId, publishedWorks }: Portfolio,
  { changed, added }: Plan['publishedWorks'],
) {
  for (const { id, url, kind, title, publisher, publishedOn, summary } of changed)
    await trx
      .updateTable('portfolioWork')
      .set({ url, kind, title, publisher, publishedOn, summary })
      .where('portfolioId', '=', portfolioId)
      .where('id', '=', id)
      .execute();
  const rows = added.map((fields, index) => ({
    ...newRowKeys(portfolioId, publishedWorks.length + index),
    ...fields,
  }));
  if (rows.length > 0) await trx.insertInto('portfolioWork').values(rows).execute();
}

const newRowKeys = (portfolioId: string, position: number) => ({ portfolioId, id: uuidv7(), position });
