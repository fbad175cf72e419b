import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import { educations, experiences, type Portfolio } from '#lib/contract/portfolio/portfolio.ts';
import type { portfolioImportRoutes } from '#lib/contract/portfolio/portfolio-import.ts';
import { type ImportPlan, planImport } from '#lib/domain/portfolio/import/portfolio-import.ts';
import { readJsonResume } from '#lib/domain/portfolio/import/read-json-resume.ts';
import { linkLabel } from '#lib/domain/portfolio/portfolio-link.ts';
import type { Handlers } from '#lib/server/context.ts';
import type { Db } from '#lib/server/db/index.ts';
import { findOwnPortfolio, noSuchPortfolio } from './find-portfolios.ts';
import { refusal, type Target, writePortfolio } from './write-portfolio.ts';

type Plan = ImportPlan<Portfolio>;

export const portfolioImportHandlers: Handlers<keyof typeof portfolioImportRoutes> = {
  'POST /api/v1/portfolios/{portfolioId}/import/': async ({ db, params, body, session }) => {
    const target = { ...params, userId: session.user.id };
    const { resume, version } = body;
    if (body.apply) return importResume(db, target, version, resume);
    const { changes } = planImport(await requireOwn(db, target), readJsonResume(resume));
    return { changes, portfolio: null };
  },
};

/** @throws HttpError as a write would, so that a preview promises nothing that the write refuses */
async function requireOwn(db: Db, target: Target): Promise<Portfolio> {
  const own = await findOwnPortfolio(db, target.userId);
  if (own?.id === target.portfolioId.toLowerCase()) return own;
  throw isUuid(target.portfolioId) ? await refusal(db, target) : noSuchPortfolio();
}

/** All of it or nothing, in one write of the version that the preview was made of. */
async function importResume(db: Db, target: Target, version: number, resume: unknown) {
  const read = readJsonResume(resume);
  let changes: Plan['changes'] = [];
  const portfolio = await writePortfolio(db, target, version, async (trx) => {
    const current = await findOwnPortfolio(trx, target.userId);
    if (!current) throw noSuchPortfolio();
    const plan = planImport(current, read);
    changes = plan.changes;
    await writeWhole(trx, current, plan);
    await writeLinks(trx, current, plan.links);
    await writeProjects(trx, current, plan.projects);
    await writeWorks(trx, current, plan.publishedWorks);
  });
  return { changes, portfolio };
}

async function writeWhole(trx: Db, current: Portfolio, { fields, experience, education }: Plan) {
  const { openTo, skills, ...plain } = fields;
  await trx
    .updateTable('portfolio')
    .set({
      ...plain,
      openTo: JSON.stringify(openTo),
      skills: JSON.stringify(skills),
      // As a save of the editor would be checked: what is kept here, every answer has to be able to give.
      experience: JSON.stringify(z.parse(experiences, merged(current.experience, experience))),
      education: JSON.stringify(z.parse(educations, merged(current.education, education))),
    })
    .where('id', '=', current.id)
    .execute();
}

/** Entries that stay in their places, the new ones behind them. */
function merged<Entry extends { id: string }>(
  current: readonly Entry[],
  { changed, added }: { changed: readonly Entry[]; added: readonly Omit<Entry, 'id'>[] },
): object[] {
  const byId = new Map(changed.map((entry) => [entry.id, entry]));
  return [
    ...current.map((entry) => byId.get(entry.id) ?? entry),
    ...added.map((entry) => ({ id: uuidv7(), ...entry })),
  ];
}

async function writeLinks(trx: Db, { id: portfolioId, links }: Portfolio, { changed, added }: Plan['links']) {
  for (const { id, url, label } of changed)
    await trx
      .updateTable('portfolioLink')
      .set({ label: ownWords(url, label) })
      .where('portfolioId', '=', portfolioId)
      .where('id', '=', id)
      .execute();
  const rows = added.map(({ url, label }, index) => ({
    ...place(portfolioId, links.length + index),
    url,
    label: ownWords(url, label),
  }));
  if (rows.length > 0) await trx.insertInto('portfolioLink').values(rows).execute();
}

/** A label that only repeats the address follows it. */
const ownWords = (url: string, label: string): string => (label === linkLabel(url) ? '' : label);

async function writeProjects(
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
    ...place(portfolioId, projects.length + index),
    ...fields,
    skills: JSON.stringify(skills),
  }));
  if (rows.length > 0) await trx.insertInto('portfolioProject').values(rows).execute();
}

async function writeWorks(
  trx: Db,
  { id: portfolioId, publishedWorks }: Portfolio,
  { changed, added }: Plan['publishedWorks'],
) {
  for (const { id, kind, title, publisher, publishedOn, summary } of changed)
    await trx
      .updateTable('portfolioWork')
      .set({ kind, title, publisher, publishedOn, summary })
      .where('portfolioId', '=', portfolioId)
      .where('id', '=', id)
      .execute();
  const rows = added.map((fields, index) => ({
    ...place(portfolioId, publishedWorks.length + index),
    ...fields,
  }));
  if (rows.length > 0) await trx.insertInto('portfolioWork').values(rows).execute();
}

const place = (portfolioId: string, position: number) => ({ portfolioId, id: uuidv7(), position });
