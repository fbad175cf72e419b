import { sql } from 'kysely';
import type { TestApi } from '../api.ts';
import { deliverDue } from '../messages/deliver-due.ts';
import type { Visitor } from '../visitor.ts';

let counter = 0;

/** Returns an unused Indian mobile number. Its prefix differs too, so that limits per prefix do not interfere. */
export function newPhone(): string {
  counter += 1;
  return `98${String(100_000 + ((counter * 101) % 900_000))}${String(10 + (counter % 90))}`;
}

export interface Person {
  phone: string;
  e164: string;
  email: string;
  visitor: Visitor;
}

/** Registers a person with an unverified number. */
export async function signUp(
  test: TestApi,
  details: Partial<{ phone: string; email: string; visitor: Visitor; product: string }> = {},
): Promise<Person> {
  const phone = details.phone ?? newPhone();
  const email = details.email ?? `person-${phone}@example.com`;
  const visitor = details.visitor ?? test.visitor();
  const answer = await visitor.call('POST /api/v3/auth/register/', {
    first_name: 'Asha',
    last_name: 'Verma',
    email,
    country_iso_code: 'IN',
    phone,
    ...(details.product ? { product: details.product } : {}),
  });
  if (answer.status !== 200)
    throw new Error(`register answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return { phone, e164: `+91${phone}`, email, visitor };
}

/** Registers a person, and verifies the number and the email. */
export async function signUpVerified(
  test: TestApi,
  details: Parameters<typeof signUp>[1] = {},
): Promise<Person> {
  const person = await signUp(test, details);
  // Stored before the number is verified, so that no email with a code is sent.
  await test.db
    .updateTable('appUser')
    .set({ emailVerifiedAt: sql<Date>`now()` })
    .where('phoneE164', '=', person.e164)
    .where('email', '=', person.email)
    .execute();
  return verifyPhone(test, person);
}

/** Registers a person and verifies the number, which sends a code to the email. */
export async function signUpWithUnverifiedEmail(
  test: TestApi,
  details: Parameters<typeof signUp>[1] = {},
): Promise<Person> {
  return verifyPhone(test, await signUp(test, details));
}

/** Returns the newest code that was sent to an email. */
export async function emailCodeFor(test: TestApi, email: string): Promise<string> {
  await deliverDue(test);
  return test.codeFor(email);
}

async function verifyPhone(test: TestApi, person: Person): Promise<Person> {
  const { body } = await person.visitor.call('POST /api/v1/user/phone-verification/request-otp/', {});
  const otp = await test.codeFor(person.e164);
  const answer = await person.visitor.call('POST /api/v1/user/phone-verification/verify-otp/', {
    otp_id: body.otp_id,
    otp,
  });
  if (answer.status !== 200)
    throw new Error(`verify answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return person;
}

/** Requests a login code. */
export async function requestLoginCode(visitor: Visitor, phone: string, more: object = {}) {
  return visitor.call('POST /api/v1/auth/login/request-otp/', { country_iso_code: 'IN', phone, ...more });
}
