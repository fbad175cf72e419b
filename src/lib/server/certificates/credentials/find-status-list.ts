import { sql } from 'kysely';
import { statusListLength } from '#lib/domain/certificates/credentials/credential-addresses.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { CredentialDeps } from './credential.ts';
import { signDocument } from './sign-credential.ts';
import { buildStatusList } from './status-list.ts';

/** The signed list of each origin and number, as it is while no bit of it changes. */
const latest = new Map<string, { key: string; text: string }>();

/**
 * Returns the signed status list of a number, or null for one that no certificate is in yet. Each call reads the database, so a
 * certificate that was revoked, replaced or corrected a moment ago has its bit set.
 */
export async function findStatusList({ db, config }: CredentialDeps, list: number): Promise<string | null> {
  const { isStarted, revoked, now } = await readRevokedIndexes(db, list);
  if (!isStarted && list !== 0) return null;
  const place = `${config.siteOrigin} ${list}`;
  const key = [config.certificateKeys[0], ...revoked].join();
  const known = latest.get(place);
  if (known?.key === key) return known.text;
  const text = JSON.stringify(
    await signDocument(config, await buildStatusList(config.siteOrigin, list, revoked), now),
  );
  latest.set(place, { key, text });
  return text;
}

/**
 * Reads the positions that no longer count: of a certificate that is not issued any more, of an earlier name, and of a version that
 * an undo has removed, whose credential somebody may have saved.
 */
async function readRevokedIndexes(db: Db, list: number) {
  const first = list * statusListLength;
  const { rows } = await sql<{ isStarted: boolean; revoked: number[]; now: Date }>`
    select count(*) > 0 as is_started, now() as now,
      coalesce(array_agg(place - ${first}::int order by place) filter (
        where version.id is null or certificate.status <> 'ISSUED' or exists (
          select from certificate_version later
          where later.certificate_id = version.certificate_id and later.version > version.version)
      ), '{}') as revoked
    from generate_series(${first}::int, least(${first + statusListLength - 1}::int, (
      select last_value::int from certificate_version_status_index_seq where is_called))) place
    left join certificate_version version on version.status_index = place
    left join certificate on certificate.id = version.certificate_id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('An aggregate always has a row.');
  return row;
}
