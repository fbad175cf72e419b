import { createHash } from 'node:crypto';
import { derive } from '#lib/server/config.ts';

/**
 * Secrets of webhooks, which are derived from the secret key and never stored. A row has the hash of its secret, so a secret that was
 * derived from an older key is found as long as that key is listed in `SECRET_KEY`.
 */

/** Returns the secret as a receiver enters it: `whsec_` and 32 bytes in base64, as the standard has it. */
export function deriveWebhookSecret(secretKey: string, id: string, number: number): string {
  const bytes = Buffer.from(derive(secretKey, `webhook:${id}:${number}`), 'base64url');
  return `whsec_${bytes.toString('base64')}`;
}

/** Hashes a secret of 256 bits, which needs no salt. [C-19] */
export const hashWebhookSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');

interface SecretColumns {
  id: string;
  secretNumber: number;
  secretHash: string;
  oldSecretHash: string | null;
}

/** Finds the current secret by its hash; null if it was derived from a key that is no longer listed. */
export const findWebhookSecret = (
  secretKeys: readonly string[],
  { id, secretNumber, secretHash }: Omit<SecretColumns, 'oldSecretHash'>,
): string | null => findByHash(secretKeys, id, secretNumber, secretHash);

/** Finds the secret before the current one, if there is one. */
export const findOldWebhookSecret = (
  secretKeys: readonly string[],
  { id, secretNumber, oldSecretHash }: Omit<SecretColumns, 'secretHash'>,
): string | null =>
  oldSecretHash === null ? null : findByHash(secretKeys, id, secretNumber - 1, oldSecretHash);

function findByHash(secretKeys: readonly string[], id: string, number: number, hash: string): string | null {
  const secrets = secretKeys.map((key) => deriveWebhookSecret(key, id, number));
  return secrets.find((secret) => hashWebhookSecret(secret) === hash) ?? null;
}
