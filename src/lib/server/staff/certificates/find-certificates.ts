import { sql } from 'kysely';
import type {
  StaffCertificate,
  StaffCertificateCard,
} from '#lib/contract/staff/certificates/certificate-schemas.ts';
import type { StaffCertificateQuery } from '#lib/contract/staff/certificates/certificates.ts';
import {
  type CertificateStatus,
  certificateStatusLabels,
  certificateStatusOn,
} from '#lib/domain/certificates/certificate.ts';
import { certificateActionLabels, certificateFlow } from '#lib/domain/certificates/certificate-flow.ts';
import { parseShortId } from '#lib/domain/certificates/short-id.ts';
import { findOwn } from '#lib/domain/core/record.ts';
import { allowedActions } from '#lib/domain/core/state-machine.ts';
import { defaultTimeZone } from '#lib/domain/core/time-text.ts';
import { localDate } from '#lib/domain/core/zoned-time.ts';
import {
  type CertificateRow,
  factsOf,
  requireCertificateRow,
  selectCertificates,
} from '#lib/server/certificates/certificate-rows.ts';
import { countConversions, loadVisits } from '#lib/server/certificates/certificate-visits.ts';
import type { Db } from '#lib/server/db/index.ts';
import { toPrefixQuery } from '../hiring/applications/search.ts';
import { countUpToMax, parseCursor, toListPage } from '../keyset.ts';
import type { ListPage } from '../list-page.ts';
import { loadPersonNames } from '../person-names.ts';

/** The words of a holder's name, as migration 098 indexes them. */
const holderWords = sql`array_to_tsvector(regexp_split_to_array(lower(trim(holder_name)), '\\s+'))`;

const today = sql`(now() at time zone 'Asia/Kolkata')::date`;
const statusConditions: Record<CertificateStatus, ReturnType<typeof sql<boolean>>> = {
  ISSUED: sql<boolean>`status = 'ISSUED' and not is_hidden and coalesce(expires_on >= ${today}, true)`,
  EXPIRED: sql<boolean>`status = 'ISSUED' and not is_hidden and expires_on < ${today}`,
  REVOKED: sql<boolean>`status = 'REVOKED'`,
  REPLACED: sql<boolean>`status = 'REPLACED'`,
  HIDDEN: sql<boolean>`is_hidden`,
};

/** Returns the condition of a search: the 12 characters, or words of the holder's name. */
export function certificateCondition(search: string) {
  const shortId = parseShortId(search);
  if (shortId) return sql<boolean>`short_uuid = ${shortId}`;
  const query = toPrefixQuery(search);
  return query === null ? sql<boolean>`false` : sql<boolean>`${holderWords} @@ ${query}::tsquery`;
}

/** Lists certificates, the newest first. The order is by id, which never changes. */
export async function listStaffCertificates(
  db: Db,
  { limit, after, status, kind, search }: StaffCertificateQuery,
): Promise<ListPage<StaffCertificateCard>> {
  const [last] = parseCursor(after, ['id']) ?? [];
  const matching = selectCertificates(db)
    .$if(status !== undefined, (query) => query.where(statusConditions[status ?? 'ISSUED']))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'COMPLETION'))
    .$if(Boolean(search), (query) => query.where(certificateCondition(search ?? '')));
  const count = await countUpToMax(db, matching);
  const rows = await matching
    .$if(Boolean(last), (query) => query.where('id', '<', last ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = toListPage(count, rows, limit, ({ id }) => [id]);
  return { ...page, results: page.results.map(presentCard) };
}

/** Presents a row of the list. Staff see that a hidden certificate is hidden; a draft counts as issued. */
export function presentCard(row: CertificateRow): StaffCertificateCard {
  const { id, shortUuid, holderName, title, batchName, kind, issuedOn, userId } = row;
  const status = certificateStatusOn(row, localDate(row.now, defaultTimeZone)) ?? 'ISSUED';
  return {
    ...{ id, shortUuid, holderName, title, batchName, kind, issuedOn, status },
    statusLabel: certificateStatusLabels[status],
    isClaimed: userId !== null,
  };
}

/** Returns a certificate with its history. Throws `CERTIFICATE_NOT_FOUND`. */
export async function requireStaffCertificate(db: Db, id: string): Promise<StaffCertificate> {
  const row = await requireCertificateRow(db, id);
  const events = await db
    .selectFrom('certificateEvent')
    .selectAll()
    .where('certificateId', '=', id)
    .where('undoneAt', 'is', null)
    .orderBy('at')
    .execute();
  const versions = await db
    .selectFrom('certificateVersion')
    .select(['version', 'facts', 'createdAt'])
    .where('certificateId', '=', id)
    .orderBy('version', 'desc')
    .execute();
  const request = await db
    .selectFrom('certificateCorrection')
    .select(['requestedName', 'note', 'requestedAt'])
    .where('certificateId', '=', id)
    .where('status', '=', 'OPEN')
    .executeTakeFirst();
  const names = await loadPersonNames(
    db,
    events.flatMap(({ actorId }) => actorId ?? []),
  );
  const { holderEmail, holderPhone, userId, revocationReason, replacedById, version, programType } = row;
  const { signatories: _, ...facts } = factsOf(row);
  return {
    ...presentCard(row),
    values: { ...facts, skills: row.skills, programType, email: holderEmail, phone: holderPhone },
    ...{ userId, revocationReason, replacedById, version },
    visits: await loadVisits(db, id),
    conversions: await countConversions(db, row.shortUuid),
    request: request
      ? {
          ...{ holderName: request.requestedName, note: request.note },
          at: request.requestedAt.toISOString(),
        }
      : null,
    history: events.map(({ at, action, actorId, publicNote, privateNote }) => ({
      at: at.toISOString(),
      label: findOwn(certificateActionLabels, action) ?? action,
      by: actorId && (names.get(actorId) ?? null),
      ...{ publicNote, privateNote },
    })),
    versions: versions.map(({ version: number, facts: printed, createdAt }) => ({
      ...{ version: number, holderName: printed.holderName, at: createdAt.toISOString() },
    })),
    allowedActions: allowedActions(certificateFlow, 'STAFF', row.status, {
      ...{ isHidden: row.isHidden, reason: 'given' },
    }),
  };
}
