import type { CurrentStatus } from '#lib/domain/enrolment/registration-person.ts';
import { requirePhone } from '#lib/server/account/phone.ts';
import { presentUser } from '#lib/server/account/present-user.ts';
import { findProgram, type Program } from '#lib/server/catalog/content/index.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type { RegistrationPersonColumns } from '#lib/server/db/schema/scholarships.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** What registrations for the scholarship test and PM Mastery have in common. [API-21] */

export interface RegistrationPersonInput {
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  countryIsoCode?: string | undefined;
  phone?: string | undefined;
  programSlug: string;
  currentStatus: CurrentStatus;
  yearsOfExperience: number;
  motivation?: string | undefined;
  timeZone?: string | undefined;
}

/** Returns the columns of a registration; name, email and number are the account's unless given. Throws `PHONE_INVALID`. */
export function registrationColumns(
  person: UserRow,
  input: RegistrationPersonInput,
): RegistrationPersonColumns {
  const { phone, countryIsoCode = person.countryIsoCode, ...given } = input;
  return {
    firstName: given.firstName ?? person.firstName,
    lastName: given.lastName ?? person.lastName,
    email: given.email ?? person.email,
    phoneE164: phone === undefined ? person.phoneE164 : requirePhone({ phone, countryIsoCode }).e164,
    currentStatus: given.currentStatus,
    yearsOfExperience: given.yearsOfExperience,
    motivation: given.motivation ?? '',
    timeZone: given.timeZone ?? presentUser(person).timeZone,
  };
}

/** Whether a programme has a fee and batches, so that an award and a session about it have a purpose. */
export const isPaidProgram = ({ fee, startsAnyTime, jobs }: Program): boolean =>
  fee.amount > 0 && !startsAnyTime && jobs.length === 0;

/** Returns a paid programme. Throws `PROGRAM_NOT_FOUND`. */
export function requirePaidProgram(slug: string): Program {
  const program = findProgram(slug);
  if (!program || !isPaidProgram(program))
    throw new HttpError('PROGRAM_NOT_FOUND', { fields: ['programSlug'] });
  return program;
}
