import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { isOpenLead, leadStatusLabels } from '#lib/domain/leads/lead-flow.ts';
import { findCurrentOwners } from '#lib/server/core/current-owner.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { formatPersonName, loadPersonNames } from '../person-names.ts';
import type { LeadRow } from './find-leads.ts';
import { mergeLeadValues } from './merge-leads.ts';
import { createLeadNotFoundError } from './require-lead.ts';

/** What a merge of two leads would do. */

export interface MergePreview {
  /** The lead that stays, and the one that becomes part of it. */
  kept: { id: string; reference: string; name: string };
  other: { id: string; reference: string; name: string };
  /** What both leads have, and what the one that stays has afterwards. */
  facts: { name: keyof typeof factLabels; kept: string; other: string; merged: string }[];
  /** How much of the other lead moves. */
  moved: { contacts: number; requests: number; attempts: number; notes: number };
}

/** The facts of a preview, in their order. `due` is an instant in ISO 8601 or empty. */
export const factLabels = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  city: 'City',
  status: 'Status',
  owner: 'Owner',
  due: 'Due',
};

/** Returns what a merge would keep and move, without changing anything. Throws `NOT_FOUND`, `VALIDATION_FAILED`, `INVALID_STATE`. */
export async function previewMerge(db: Db, id: string, otherId: string): Promise<MergePreview> {
  if (id === otherId) throw new HttpError('VALIDATION_FAILED', { message: 'Choose another lead.' });
  const kept = await requireUnmerged(db, id);
  const other = await requireUnmerged(db, otherId);
  const currentOwners = await findCurrentOwners(db, [kept.ownerId, other.ownerId]);
  const merged = { ...kept, ...mergeLeadValues(kept, other, currentOwners) };
  const owners = await loadPersonNames(
    db,
    [kept.ownerId, other.ownerId].filter((owner) => owner !== null),
  );
  const [before, beside, after] = [kept, other, merged].map((lead) => factsOf(lead, owners));
  const names = Object.keys(factLabels) as (keyof typeof factLabels)[];
  return {
    kept: nameOf(kept),
    other: nameOf(other),
    facts: names.map((name) => ({
      name,
      ...{ kept: before?.[name] ?? '', other: beside?.[name] ?? '', merged: after?.[name] ?? '' },
    })),
    moved: await countMoved(db, other.id),
  };
}

async function requireUnmerged(db: Db, id: string): Promise<LeadRow> {
  const lead = isUuid(id)
    ? await db.selectFrom('lead').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!lead) throw createLeadNotFoundError();
  if (lead.mergedIntoId !== null)
    throw new HttpError('INVALID_STATE', { message: 'This lead was merged already.' });
  return lead;
}

const nameOf = (lead: LeadRow) => ({
  ...{ id: lead.id, reference: lead.reference },
  name: formatPersonName(lead) || (lead.email ?? lead.reference),
});

const factsOf = (lead: LeadRow, owners: ReadonlyMap<string, string>) => ({
  name: formatPersonName(lead),
  phone: lead.phoneE164 ?? '',
  email: lead.email ?? '',
  city: lead.city ?? '',
  status: leadStatusLabels[lead.status],
  owner: lead.ownerId ? (owners.get(lead.ownerId) ?? 'Deleted account') : 'Nobody',
  due: isOpenLead(lead.status) ? lead.dueAt.toISOString() : '',
});

async function countMoved(db: Db, id: string): Promise<MergePreview['moved']> {
  const { rows } = await sql<MergePreview['moved']>`
    select (select count(*)::int from lead_contact where lead_id = ${id}) as contacts,
      (select count(*)::int from lead_request where lead_id = ${id}) as requests,
      (select count(*)::int from lead_attempt where lead_id = ${id}) as attempts,
      (select count(*)::int from lead_event where lead_id = ${id} and action = 'NOTE' and undone_at is null) as notes`.execute(
    db,
  );
  return rows[0] ?? { contacts: 0, requests: 0, attempts: 0, notes: 0 };
}
