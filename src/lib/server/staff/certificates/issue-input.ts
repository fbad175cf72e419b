import { sql } from 'kysely';
import type { CertificateInput } from '#lib/contract/staff/certificates/certificate-schemas.ts';
import { parsePhoneInput } from '#lib/domain/core/phone-input.ts';
import { requirePhone } from '#lib/server/account/phone.ts';
import { getCompany } from '#lib/server/catalog/content/index.ts';
import type { IssueInput } from '#lib/server/certificates/issue-certificate.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';

/** The name under which certificates are issued. */
const issuerName = 'Liftoff';

/**
 * Turns what staff wrote into a certificate to issue, signed by those who sign today. Throws `VALIDATION_FAILED` for days in the
 * wrong order and for a number that is none.
 */
export function toIssueInput(
  { email, phone, ...values }: CertificateInput,
  source: IssueInput['source'],
  userId: string | null = null,
): IssueInput {
  requireOrder(values);
  return {
    ...values,
    programTitle: values.programTitle || values.title,
    ...{ source, userId, issuerName, holderEmail: email, holderPhone: phone && parsePhone(phone) },
    signatories: getCompany().certificateSignatories,
  };
}

const invalid = (field: string, message: string) =>
  new HttpError('VALIDATION_FAILED', { message, fields: { [field]: message } });

function requireOrder({
  completedOn,
  issuedOn,
  expiresOn,
}: Pick<CertificateInput, 'completedOn' | 'issuedOn' | 'expiresOn'>): void {
  if (completedOn && completedOn > issuedOn)
    throw invalid('completedOn', 'The day of completion must not be after the day of issue');
  if (expiresOn && expiresOn < issuedOn)
    throw invalid('expiresOn', 'The last day must not be before the day of issue');
}

/** Parses a number as people write it, Indian unless it has a calling code. */
function parsePhone(text: string): string {
  try {
    return requirePhone(parsePhoneInput(text, 'IN')).e164;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw invalid('phone', 'Enter a mobile number, for example +91 98765 43210.');
  }
}

/** Finds a certificate of the same title that the same holder has or that was revoked, and returns its 12 characters; null where there is none. */
export async function findSimilar(db: Db, input: IssueInput): Promise<string | null> {
  const { holderEmail, holderPhone, userId, title } = input;
  const { rows } = await sql<{ shortUuid: string }>`
    select short_uuid from certificate
    where status in ('ISSUED', 'REVOKED') and lower(title) = ${title.toLowerCase()} and (
      holder_email = ${holderEmail?.toLowerCase() ?? null}::text or holder_phone = ${holderPhone}::text
      or user_id = ${userId}::uuid
      or (${holderEmail === null && holderPhone === null && userId === null} and lower(holder_name) = ${input.holderName.toLowerCase()}))
    order by id limit 1`.execute(db);
  return rows[0]?.shortUuid ?? null;
}
