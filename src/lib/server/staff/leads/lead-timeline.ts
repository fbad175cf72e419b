import { sql } from 'kysely';
import type { LeadTimelineEntry, LeadTouch } from '#lib/contract/staff/lead-schemas.ts';
import { dateTimeText, defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { attemptChannelLabels, attemptOutcomeText, lostReasons } from '#lib/domain/leads/lead-attempt.ts';
import { leadStatusLabels } from '#lib/domain/leads/lead-flow.ts';
import { type LeadSource, leadSourceLabels } from '#lib/domain/leads/lead-source.ts';
import { findProgram } from '#lib/server/catalog/content/index.ts';
import type { Db } from '#lib/server/db/index.ts';
import { loadPersonNames } from '../person-names.ts';

/** Loads all requests, attempts and changes of a lead, the latest first. */
export async function loadLeadTimeline(db: Db, leadId: string): Promise<LeadTimelineEntry[]> {
  const attempts = await db.selectFrom('leadAttempt').selectAll().where('leadId', '=', leadId).execute();
  const events = await db
    .selectFrom('leadEvent')
    .selectAll()
    .where('leadId', '=', leadId)
    .where('undoneAt', 'is', null)
    .execute();
  const names = await loadPersonNames(db, [
    ...attempts.map(({ byId }) => byId),
    ...events.flatMap(({ actorId }) => actorId ?? []),
  ]);
  const logged = attempts.map(({ at, byId, channel, outcome, note }) => ({
    ...{ kind: 'ATTEMPT' as const, at: at.toISOString(), reference: null },
    title: `${attemptChannelLabels[channel]}: ${attemptOutcomeText(outcome, channel)}`,
    text: note,
    ...{ actorType: 'STAFF' as const, actorName: names.get(byId) ?? null },
  }));
  const changed = events
    .filter(({ action }) => !['CREATE', 'CONNECT', 'MISS', 'CALL_AGAIN'].includes(action))
    .map(({ at, action, toStatus, reasonCode, note, actorType, actorId }) => ({
      ...{ kind: 'EVENT' as const, at: at.toISOString(), reference: null },
      title: eventTitle(action, leadStatusLabels[toStatus], reasonCode),
      text: note,
      ...{ actorType, actorName: actorId ? (names.get(actorId) ?? null) : null },
    }));
  return [...(await loadRequests(db, leadId)), ...logged, ...changed].toSorted((one, other) =>
    other.at.localeCompare(one.at),
  );
}

const reasonLabels: Record<string, string> = lostReasons;

function eventTitle(action: string, status: string, reasonCode: string | null): string {
  if (action === 'NOTE') return 'Note';
  if (action === 'MERGE') return 'Merged';
  if (action === 'ASSIGN') return 'Assigned';
  if (action === 'PLAN_CALL') return 'Next call planned';
  const reason = reasonLabels[reasonCode ?? ''];
  return reason ? `${status}: ${reason}` : status;
}

interface RequestRow {
  kind: LeadSource;
  at: Date;
  programSlug: string | null;
  reference: string | null;
  message: string | null;
  topic: string | null;
  expectedBy: Date | null;
}

/** Loads the requests of every kind. What a kind tells besides its programme is joined here. */
async function loadRequests(db: Db, leadId: string): Promise<LeadTimelineEntry[]> {
  const { rows } = await sql<RequestRow>`
    select r.kind, r.at, r.program_slug, coalesce(c.reference, e.reference, v.number) as reference, c.message,
      coalesce(c.topic, l.title) as topic, c.expected_by
    from lead_request r
    left join callback_request c on r.kind = 'CALLBACK' and c.id = r.subject_id
    left join enrolment e on r.kind = 'ENROLMENT' and e.id = r.subject_id
    left join event_registration v on r.kind = 'EVENT' and v.id = r.subject_id
    left join live_event l on l.id = v.event_id
    where r.lead_id = ${leadId}`.execute(db);
  return rows.map(({ kind, at, programSlug, reference, message, topic, expectedBy }) => ({
    ...{ kind: 'REQUEST' as const, at: at.toISOString(), reference },
    title: [...new Set([leadSourceLabels[kind], formatTopic(programSlug), formatTopic(topic)])]
      .filter(Boolean)
      .join(', '),
    text:
      [expectedBy && `Call promised by ${dateTimeText(expectedBy, defaultTimeZone)}.`, message]
        .filter(Boolean)
        .join(' ') || null,
    ...{ actorType: 'CANDIDATE' as const, actorName: null },
  }));
}

/** Returns the name of a programme for its slug, and other words as they are. */
const formatTopic = (topic: string | null) => topic && (findProgram(topic)?.name ?? topic);

interface StoredTouch {
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  landingPath: string | null;
  referrerHost: string | null;
  at: string | null;
}

/** Loads the first visit of the person and the visit of the latest request, from the attribution of all their requests. */
export async function loadLeadTouches(
  db: Db,
  leadId: string,
): Promise<{ firstTouch: LeadTouch; lastTouch: LeadTouch }> {
  const { rows } = await sql<{ firstTouch: StoredTouch | null; sessionTouch: StoredTouch | null }>`
    select c.first_touch, c.session_touch from lead_request r
    join conversion c on c.kind = r.kind and c.subject_id = r.subject_id
    where r.lead_id = ${leadId} order by c.at`.execute(db);
  const first = rows.find(({ firstTouch }) => firstTouch)?.firstTouch ?? null;
  const last = rows.findLast(({ sessionTouch }) => sessionTouch)?.sessionTouch ?? null;
  return { firstTouch: presentTouch(first), lastTouch: presentTouch(last) };
}

const presentTouch = (touch: Partial<StoredTouch> | null): LeadTouch =>
  touch && {
    source: touch.utmSource ?? null,
    medium: touch.utmMedium ?? null,
    campaign: touch.utmCampaign ?? null,
    landingPath: touch.landingPath ?? null,
    referrerHost: touch.referrerHost ?? null,
    at: touch.at ?? null,
  };
