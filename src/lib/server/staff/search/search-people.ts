import { sql } from 'kysely';
import {
  type ApplicationStatus,
  applicationStatusLabels,
} from '#lib/domain/hiring/applications/application-status.ts';
import {
  type RegistrationStatus,
  registrationStatusLabels,
} from '#lib/domain/hiring/registration/registration-flow.ts';
import { formatPhoneNumber } from '#lib/server/account/phone.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type { Role } from '#lib/server/db/schema/staff.ts';
import { parseApplicationNumber, personWords } from '../hiring/applications/search.ts';
import { formatPersonName } from '../person-names.ts';
import { joinFacts, type SearchSource, type SearchTerms } from './search-source.ts';

/** People are matched first and by their index, so that a common word reads the rows of this many people only. */
const maxPeople = 200;

/** Selects the people whom a search matches as the common table `person`. */
export const matchingPeople = ({ query }: Pick<SearchTerms, 'query'>) => sql`
  person as materialized (
    select id, first_name, last_name, email, phone_e164 from app_user
    where ${personWords} @@ ${query}::tsquery limit ${maxPeople})`;

type PersonName = Pick<UserRow, 'firstName' | 'lastName'>;
type PersonRow = PersonName & Pick<UserRow, 'id' | 'email' | 'phoneE164'>;

/** Registered candidates, the latest change first. [API-40] */
export const foundCandidates: SearchSource = {
  kind: 'CANDIDATE',
  find: async (db, terms, limit) => {
    const { rows } = await sql<PersonRow & { status: RegistrationStatus }>`
      with ${matchingPeople(terms)}
      select person.*, c.status from person
      join candidate_registration c on c.user_id = person.id
      order by c.updated_at desc, person.id limit ${limit}`.execute(db);
    return rows.map(({ status, ...person }) => ({
      ...{ id: person.id, title: formatPersonName(person), href: `/staff/candidates/${person.id}/` },
      text: joinFacts(formatPhoneNumber(person.phoneE164), person.email, registrationStatusLabels[status]),
    }));
  },
};

/** Applications by their number or their candidate, the latest first. [API-42] */
export const foundApplications: SearchSource = {
  kind: 'APPLICATION',
  find: async (db, terms, limit) => {
    const number = parseApplicationNumber(terms.text);
    const matching = number
      ? sql`a as (select * from job_application where number = ${number})`
      : sql`${matchingPeople(terms)}, a as (
          select job_application.* from person join job_application on job_application.user_id = person.id)`;
    const { rows } = await sql<
      PersonName & { id: string; number: string; status: ApplicationStatus; title: string }
    >`
      with ${matching}
      select a.id, a.number, a.status, job.title, app_user.first_name, app_user.last_name
      from a join app_user on app_user.id = a.user_id join job on job.id = a.job_id
      order by a.started_at desc, a.id limit ${limit}`.execute(db);
    return rows.map(({ id, number, status, title, ...person }) => ({
      ...{ id, title: formatPersonName(person), href: `/staff/applications/${id}/` },
      text: joinFacts(number, title, applicationStatusLabels[status]),
    }));
  },
};

/** People with a role. [C-39] */
export const foundStaff: SearchSource = {
  kind: 'STAFF',
  isForAdmins: true,
  find: async (db, terms, limit) => {
    const { rows } = await sql<PersonRow & { role: Role }>`
      with ${matchingPeople(terms)}
      select distinct on (person.id) person.*, user_role.role from person
      join user_role on user_role.user_id = person.id
      order by person.id, user_role.role limit ${limit}`.execute(db);
    return rows.map(({ role, ...person }) => ({
      ...{ id: person.id, title: formatPersonName(person), href: '/staff/people/' },
      text: joinFacts(formatPhoneNumber(person.phoneE164), person.email, role),
    }));
  },
};
