import { sql } from 'kysely';
import { type EnrolmentStatus, enrolmentStatusLabels } from '#lib/domain/enrolment/enrolment-flow.ts';
import { parseEnrolmentReference } from '#lib/domain/enrolment/enrolment-text.ts';
import { leadStatusLabels } from '#lib/domain/leads/lead-flow.ts';
import { formatPhoneNumber } from '#lib/server/account/phone.ts';
import { findBatch, findProgram } from '#lib/server/catalog/content/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type { LeadRow } from '../leads/find-leads.ts';
import { isOpen, leadWordsMatch } from '../leads/lead-query.ts';
import { formatPersonName } from '../person-names.ts';
import { matchingPeople } from './search-people.ts';
import { joinFacts, type SearchSource } from './search-source.ts';

/** A common word reads the rows of this many leads only. */
const maxLeads = 200;

type FoundLead = Pick<
  LeadRow,
  'id' | 'reference' | 'firstName' | 'lastName' | 'phoneE164' | 'email' | 'status'
>;

/** Leads by name, number, mailbox, or the reference of the lead or one of its requests; open ones first. [API-53] */
export const foundLeads: SearchSource = {
  kind: 'LEAD',
  find: async (db, { text }, limit) => {
    const { rows } = await sql<FoundLead>`
      with found as materialized (
        select id, reference, first_name, last_name, phone_e164, email, status, asked_at from lead
        where merged_into_id is null ${leadWordsMatch(text)} limit ${maxLeads})
      select * from found order by ${isOpen} desc, asked_at desc, id limit ${limit}`.execute(db);
    return rows.map(({ id, reference, phoneE164, email, status, ...person }) => ({
      ...{ id, title: formatPersonName(person) || email || reference, href: `/staff/leads/${id}/` },
      text: joinFacts(reference, phoneE164 ? formatPhoneNumber(phoneE164) : email, leadStatusLabels[status]),
    }));
  },
};

type FoundEnrolment = Pick<UserRow, 'firstName' | 'lastName'> & {
  id: string;
  reference: string;
  programSlug: string;
  batchId: string;
  status: EnrolmentStatus;
};

/** Enrolments by their reference or their learner, the latest first. */
export const foundEnrolments: SearchSource = {
  kind: 'ENROLMENT',
  find: async (db, terms, limit) => {
    const reference = parseEnrolmentReference(terms.text);
    const matching = reference
      ? sql`e as (select * from enrolment where reference = ${reference})`
      : sql`${matchingPeople(terms)}, e as (
          select enrolment.* from person join enrolment on enrolment.user_id = person.id)`;
    const { rows } = await sql<FoundEnrolment>`
      with ${matching}
      select e.id, e.reference, e.program_slug, e.batch_id, e.status, app_user.first_name, app_user.last_name
      from e join app_user on app_user.id = e.user_id
      order by e.id desc limit ${limit}`.execute(db);
    return rows.map(({ id, reference, programSlug, batchId, status, ...person }) => ({
      ...{ id, title: formatPersonName(person), href: `/staff/enrolments/${id}/` },
      text: joinFacts(
        reference,
        findProgram(programSlug)?.name ?? programSlug,
        findBatch(batchId)?.name ?? batchId,
        enrolmentStatusLabels[status],
      ),
    }));
  },
};
