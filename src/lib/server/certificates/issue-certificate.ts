import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { CatalogType } from '#lib/domain/catalog/programs.ts';
import type { CertificateFacts } from '#lib/domain/certificates/certificate.ts';
import { createShortId } from '#lib/domain/certificates/short-id.ts';
import type { Actor } from '#lib/server/core/actor.ts';
import { normalizeMailbox } from '#lib/server/core/normalize-mailbox.ts';
import type { Db } from '#lib/server/db/index.ts';
import { recordCertificateEvent, recordVersion } from './record-certificate.ts';

export interface IssueInput extends CertificateFacts {
  programType: CatalogType | null;
  /** Where the holder is reached, by which the holder claims the certificate. */
  holderEmail: string | null;
  /** E.164. */
  holderPhone: string | null;
  /** The holder's account, where it is known. */
  userId: string | null;
  issuerName: string;
  source: 'SINGLE' | 'CSV' | 'BATCH' | 'EVENT';
  /** The event that it confirms. */
  eventId?: string | null;
  /** What the holder has chosen, where it takes the place of another certificate. */
  isHidden?: boolean;
  isInPortfolio?: boolean;
  /** The 12 characters; random ones unless given. */
  shortUuid?: string;
}

/**
 * Returns what is the same for every repetition of one issue: the holder, the title, the batch and the day of completion. A
 * holder without an address is known by name.
 */
function dedupeKeyOf(input: IssueInput): string {
  const { userId, holderEmail, holderPhone, holderName, title, batchName, completedOn } = input;
  const mailbox = holderEmail && normalizeMailbox(holderEmail);
  const holder = userId ?? holderPhone ?? mailbox ?? holderName.toLowerCase();
  return JSON.stringify([holder, title.toLowerCase(), batchName?.toLowerCase() ?? null, completedOn]);
}

/**
 * Issues a certificate with its first version and history, and returns its id. The same certificate for the same holder is
 * issued once: a repetition returns the id of the first, or of the one that took its place. With `replacedId` it is issued in
 * the place of that one. [API-52, C-42]
 */
export async function issueCertificate(
  trx: Db,
  by: Actor,
  input: IssueInput,
  replacedId: string | null = null,
): Promise<{ id: string; isExisting: boolean }> {
  const key = dedupeKeyOf(input);
  const dedupeKey = replacedId ? `${key} replaces ${replacedId}` : key;
  const replacement = await findReplacement(trx, dedupeKey);
  if (replacement) return { id: replacement, isExisting: true };
  const id = uuidv7();
  const inserted = await trx
    .insertInto('certificate')
    .values({ ...toColumns(input), id, dedupeKey, shortUuid: input.shortUuid ?? createShortId(randomInt) })
    // Neither the key nor, once in 2^57 issues, the random id may be in use.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) {
    const existing = await trx
      .selectFrom('certificate')
      .select('id')
      .where('dedupeKey', '=', dedupeKey)
      .where('status', 'in', ['DRAFT', 'ISSUED'])
      .executeTakeFirst();
    return existing ? { id: existing.id, isExisting: true } : issueCertificate(trx, by, input, replacedId);
  }
  await recordVersion(trx, id);
  await recordCertificateEvent(trx, by, { certificateId: id, action: 'ISSUE', from: null, to: 'ISSUED' });
  return { id, isExisting: false };
}

/** Returns the id of the certificate that took the place of the one with this key; null where there is none. */
async function findReplacement(trx: Db, dedupeKey: string): Promise<string | null> {
  const row = await trx
    .selectFrom('certificate')
    .select('replacedById')
    .where('dedupeKey', '=', dedupeKey)
    .where('status', '=', 'REPLACED')
    .executeTakeFirst();
  return row?.replacedById ?? null;
}

/** Returns the columns of a new certificate. The account of the verified phone or email is its holder. */
function toColumns({ shortUuid: _, ...input }: IssueInput) {
  const { userId, holderEmail, holderPhone, skills, signatories, ...columns } = input;
  const day = (text: string) => sql<string>`${text}::date`;
  const dayOrNull = (text: string | null) => (text === null ? null : day(text));
  const email = holderEmail?.toLowerCase() ?? null;
  return {
    ...columns,
    ...{ holderEmail: email, holderPhone, userId: userId ?? accountOf(email, holderPhone) },
    status: 'ISSUED' as const,
    skills: JSON.stringify(skills),
    signatories: JSON.stringify(signatories),
    issuedOn: day(input.issuedOn),
    completedOn: dayOrNull(input.completedOn),
    expiresOn: dayOrNull(input.expiresOn),
  };
}

/** Selects the account that has verified the phone, or else the email. */
const accountOf = (email: string | null, phone: string | null) => sql<string | null>`(
  select id from app_user
  where (phone_e164 = ${phone}::text and phone_verified_at is not null)
    or (lower(email) = ${email}::text and email_verified_at is not null)
  order by (phone_e164 = ${phone}::text and phone_verified_at is not null) desc nulls last limit 1)`;
