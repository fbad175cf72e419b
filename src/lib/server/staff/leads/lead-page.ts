import type { StaffLead } from '#lib/contract/staff/lead-schemas.ts';
import { dateTimeText, defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { listPrograms } from '#lib/server/catalog/content/index.ts';
import type { Config } from '#lib/server/config.ts';
import type { Db } from '#lib/server/db/index.ts';
import { listMessages } from '../messages/message-log.ts';
import { listCurrentOwners } from '../people/list-owners.ts';
import { listLongUndos } from '../undo/list-long-undos.ts';
import { findNextDueLead } from './next-due-lead.ts';
import { requireLead } from './require-lead.ts';

interface Reader {
  staffId: string;
  timeZone: string;
}

/** Loads what the page of a lead shows. Throws `NOT_FOUND`. [API-53] */
export async function loadLeadPage(
  { db, config }: { db: Db; config: Pick<Config, 'whatsapp'> },
  id: string,
  { staffId, timeZone }: Reader,
) {
  const lead = await requireLead(db, id);
  const candidate = lead.person.userId
    ? await db
        .selectFrom('candidateRegistration')
        .select('userId')
        .where('userId', '=', lead.person.userId)
        .executeTakeFirst()
    : undefined;
  return {
    lead,
    /** The same person as a candidate. */
    candidateId: candidate?.userId ?? null,
    messages: await listMessages(db, lead.person, config.whatsapp !== null),
    undos: await listLongUndos(db, staffId, id),
    owners: await listCurrentOwners(db),
    /** The lead to work on after this one. */
    next: await findNextDueLead(db, staffId, id, timeZone),
    programNames: Object.fromEntries(listPrograms().map(({ slug, name }) => [slug, name])),
    /** What the message after a call was logged adds to what came of it. */
    nextCallText: formatNextCall(lead, staffId),
  };
}

/** Says whose the lead is, because a logged call gives a lead without an owner to the caller. */
function formatNextCall({ dueAt, owner }: Pick<StaffLead, 'dueAt' | 'owner'>, staffId: string): string {
  const text = `Next call: ${dateTimeText(new Date(dueAt), defaultTimeZone)}.`;
  return owner?.id === staffId ? `${text} You are the owner.` : text;
}
