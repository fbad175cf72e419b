import { sql } from 'kysely';
import { dateTimeText, defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { leadSourceLabels } from '#lib/domain/leads/lead-source.ts';
import { notify } from '#lib/server/account/notifications/notify.ts';
import { formatPhoneNumber } from '#lib/server/account/phone.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import { runEach } from '#lib/server/core/run-each.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { EmailTemplate } from '#lib/server/messages/email-template.ts';
import type { UnitOfWork } from '#lib/server/messages/unit-of-work.ts';
import { queueWebhook } from '#lib/server/messages/webhooks/queue-webhook.ts';
import { formatPersonName } from '../person-names.ts';
import { listAlertRecipients } from './alert-recipients.ts';
import type { LeadRow } from './find-leads.ts';
import { isOpen } from './lead-query.ts';

type AlertDeps = Pick<ApiDeps, 'db' | 'messages' | 'log'> & {
  config: Pick<ApiDeps['config'], 'leadsEmail' | 'leadsWebhook' | 'secretKeys' | 'siteOrigin' | 'whatsapp'>;
};

/** The next round handles the rest. */
const batchSize = 50;

// Older ones were there before somebody asked to hear of leads.
const isRecent = (column: string) => sql<boolean>`${sql.ref(column)} > now() - interval '1 day'`;

type Alert = 'New lead' | 'Late lead';

/**
 * Announces each new lead, each one that asks again and each one whose due time is over, once per request and due time: by email to the staff who want it,
 * or else to `LEADS_EMAIL`, and as an event to `LEADS_WEBHOOK_URL`. The claim of a lead and its messages are one transaction, so
 * several processes and a crash in between send each once. A lead that fails is logged and does not stop the others. [C-41]
 */
export async function alertOfLeads(deps: AlertDeps): Promise<void> {
  for (const what of ['New lead', 'Late lead'] as const) {
    const rows = await selectDue(deps.db, what).select('id').limit(batchSize).execute();
    const ids = rows.map(({ id }) => id);
    await runEach({ log: deps.log, event: 'lead.alert-error' }, ids, (id) => announce(deps, id, what));
  }
}

/** The leads that are yet to be announced, the oldest first. */
const selectDue = (db: Db, what: Alert) =>
  what === 'New lead'
    ? db
        .selectFrom('lead')
        .where('mergedIntoId', 'is', null)
        .where('newAlertedAt', 'is', null)
        .where(isRecent('asked_at'))
        .orderBy('createdAt')
    : db
        .selectFrom('lead')
        .where('mergedIntoId', 'is', null)
        .where(isOpen)
        .where('dueAt', '<', sql<Date>`now()`)
        .where(isRecent('due_at'))
        .where(sql<boolean>`late_alerted_due is distinct from due_at`)
        .orderBy('dueAt');

/** Claims one lead, unless another process has it or nothing is due any more, and queues its messages. */
async function announce(deps: AlertDeps, id: string, what: Alert): Promise<void> {
  const { leadsEmail, leadsWebhook } = deps.config;
  await deps.db.transaction().execute(async (trx) => {
    const lead = await trx
      .updateTable('lead')
      .set(what === 'New lead' ? { newAlertedAt: sql<Date>`now()` } : { lateAlertedDue: sql<Date>`due_at` })
      .where('id', 'in', selectDue(trx, what).select('id').where('id', '=', id).forUpdate().skipLocked())
      .returningAll()
      .executeTakeFirst();
    if (!lead) return;
    const { sender, people } = await listAlertRecipients(trx, lead);
    for (const person of people) {
      const key = `${keyOf(lead, what)}:${person.id}`;
      await notify(
        { ...deps, trx },
        { sender, recipient: { person }, ...formatAlert(deps, lead, what), dedupeKey: key },
      );
    }
    if (leadsEmail && people.length === 0) await queueForAddress(deps, trx, leadsEmail, lead, what);
    if (leadsWebhook) await queueLeadEvent({ ...deps, trx }, lead, what);
  });
}

/** Queues the email for `LEADS_EMAIL`, about a lead of which no member of staff hears. */
const queueForAddress = (deps: AlertDeps, trx: Db, to: string, lead: LeadRow, what: Alert): Promise<void> =>
  notify(
    { ...deps, trx },
    {
      sender: 'lead-alert',
      recipient: { address: { userId: null, email: to } },
      ...formatAlert(deps, lead, what, 'You get this email because this address is set as LEADS_EMAIL.'),
      dedupeKey: keyOf(lead, what),
    },
  );

function formatAlert(
  { config }: Pick<AlertDeps, 'config'>,
  lead: LeadRow,
  what: Alert,
  footnote = 'You get this email because you work with leads. The switch is below Today.',
) {
  const { id, reference, phoneE164, email, sources, dueAt } = lead;
  const name = formatPersonName(lead) || email || reference;
  const title = `${isRepeated(lead, what) ? 'Asked again' : what}: ${name}, ${reference}`;
  const due = dateTimeText(dueAt, defaultTimeZone);
  const href = `${config.siteOrigin}/staff/leads/${id}/`;
  const body: EmailTemplate = {
    title,
    paragraphs: [
      [phoneE164 && formatPhoneNumber(phoneE164), email].filter(Boolean).join(', '),
      `Source: ${sources.map((source) => leadSourceLabels[source]).join(', ')}.`,
      what === 'New lead' ? `Get in touch by ${due}.` : `This was due at ${due}.`,
    ],
    links: [{ label: 'Open the lead', href }],
    footnote,
  };
  return { text: title, href, email: { subject: title, body } };
}

/** Each lead is announced within this time, so a request after it is not the first that staff hear of. */
const firstAlertMs = 60_000;

/** Whether staff heard of the lead before, or already work on it. */
const isRepeated = ({ status, createdAt, askedAt }: LeadRow, what: Alert) =>
  what === 'New lead' && (status !== 'NEW' || askedAt.getTime() - createdAt.getTime() > firstAlertMs);

const sinceOf = ({ askedAt, dueAt }: LeadRow, what: Alert) => (what === 'New lead' ? askedAt : dueAt);
const keyOf = (lead: LeadRow, what: Alert) => `lead:${lead.id}:${what}:${sinceOf(lead, what).toISOString()}`;

const eventTypes: Record<Alert, string> = { 'New lead': 'lead.created', 'Late lead': 'lead.late' };

/** Queues the event of a lead, with what another system needs to open a record of its own. */
function queueLeadEvent(
  { config, ...work }: Pick<UnitOfWork, 'trx' | 'messages'> & Pick<AlertDeps, 'config'>,
  lead: LeadRow,
  what: Alert,
): Promise<void> {
  const data = {
    ...{ id: lead.id, reference: lead.reference, status: lead.status },
    ...{ name: formatPersonName(lead) || null, phone: lead.phoneE164, email: lead.email, city: lead.city },
    ...{ sources: lead.sources, interests: lead.programSlugs },
    ...{ due_at: lead.dueAt.toISOString(), asked_at: lead.askedAt.toISOString() },
    url: `${config.siteOrigin}/staff/leads/${lead.id}/`,
  };
  const event = { type: eventTypes[what], timestamp: sinceOf(lead, what), data };
  return queueWebhook(work, 'lead-alert', event, `${keyOf(lead, what)}:webhook`);
}
