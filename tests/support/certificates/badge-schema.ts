import { readFileSync } from 'node:fs';
import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';

/**
 * The schema that 1EdTech publishes at https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json,
 * unchanged.
 */
const schema = JSON.parse(
  readFileSync(new URL('./ob_v3p0_achievementcredential_schema.json', import.meta.url), 'utf8'),
);

const ajv = new Ajv2019({ strict: false, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);

/** Returns what the published schema of Open Badges 3.0 finds wrong with a credential. */
export function checkBadgeSchema(credential: unknown): string[] {
  validate(credential);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
