import type { Environment } from './environment-reader.ts';
import { signingKey } from './messages/webhook.ts';

/** Returns the keys of a setting, newest first. */
export const splitKeys = (text: string) => text.split(',').map((key) => key.trim());

/** Adds a sentence to `mistakes` unless `SECRET_KEY` is long enough, and set in production. */
export function checkSecretKey(text: string | undefined, isProduction: boolean, mistakes: string[]): void {
  if (isProduction && !text)
    mistakes.push('SECRET_KEY is required in production: 32 or more random characters.');
  if (text && splitKeys(text).some((key) => key.length < 32))
    mistakes.push(
      'SECRET_KEY must have 32 or more characters (several, newest first, are separated by commas).',
    );
}

/** Adds a sentence to `mistakes` for a secret that anybody could sign with, such as `whsec_` without base64 behind it, whose key is empty. */
export function checkWebhookSecrets(env: Environment, mistakes: string[]): void {
  for (const name of ['SMS_WEBHOOK_SECRET', 'LEADS_WEBHOOK_SECRET'])
    if (env[name] && signingKey(env[name]).length < 16)
      mistakes.push(`${name} must have 16 or more characters, or be whsec_ and 16 or more bytes in base64.`);
}

/** Returns what `CERTIFICATE_KEYS` holds, or null without it (docs/certificates.md). */
export function readCertificateKeys(
  text: string | undefined,
  mistakes: string[],
): readonly [string, ...string[]] | null {
  if (!text) return null;
  const [newest = '', ...older] = splitKeys(text);
  if (!isSeed(newest) || !older.every((key) => isSeed(key) || /^z6Mk[1-9A-HJ-NP-Za-km-z]{44}$/.test(key)))
    mistakes.push(
      'CERTIFICATE_KEYS must be 32 bytes in base64url (43 characters), newest first, separated by commas. Older ones may be public keys (z6Mk…).',
    );
  return [newest, ...older];
}

const isSeed = (key: string) => /^[\w-]{43}$/.test(key);
