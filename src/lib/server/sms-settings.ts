import { readFileSync } from 'node:fs';
import { isRecord } from '#lib/domain/core/record.ts';
import type { Environment, environmentReader } from './environment-reader.ts';
import type { DltRegistration, DltTemplate } from './messages/delivery/dlt-templates.ts';
import type { Msg91Account } from './messages/msg91.ts';

/** The providers of SMS and calls besides the webhook. */
export interface SmsSettings {
  twilio: { accountSid: string; authToken: string; from: string } | null;
  msg91: Msg91Account | null;
  /** Part of the address of MSG91's reports, which have no signature; null where it reports nothing. */
  msg91ReportsKey: string | null;
  /** What is registered with India's DLT; null where nothing is. */
  dlt: DltRegistration | null;
}

type Read = ReturnType<typeof environmentReader>;

/** Reads the providers. Half a configuration is a mistake. */
export const readSmsSettings = (read: Read, env: Environment, mistakes: string[]): SmsSettings => ({
  twilio: readTwilio(read),
  msg91: readMsg91(read),
  msg91ReportsKey: readReportsKey(env.MSG91_REPORTS_KEY, mistakes),
  dlt: readDltRegistration(env.DLT_FILE, mistakes),
});

function readTwilio(read: Read): SmsSettings['twilio'] {
  const group = read.group('TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM');
  const [accountSid = '', authToken = '', from = ''] = group ?? [];
  return group && { accountSid, authToken, from };
}

function readMsg91(read: Read): SmsSettings['msg91'] {
  const group = read.group('MSG91_AUTH_KEY', 'MSG91_TEMPLATE_ID');
  const [authKey = '', templateId = ''] = group ?? [];
  return group && { authKey, templateId };
}

function readReportsKey(key: string | undefined, mistakes: string[]): string | null {
  if (key && !/^[\w-]{24,128}$/.test(key))
    mistakes.push(
      'MSG91_REPORTS_KEY must have 24 to 128 letters, digits, - and _: it is part of an address.',
    );
  return key || null;
}

/** Reads `DLT_FILE`: what is registered with India's DLT. Each mistake is a sentence. Null without a file. */
function readDltRegistration(path: string | undefined, mistakes: string[]): DltRegistration | null {
  if (!path) return null;
  const file = parseFile(path);
  if (!isRecord(file)) {
    mistakes.push('DLT_FILE must be a JSON file that can be read, see docs/messages.md.');
    return null;
  }
  const { entityId, senderId, templates } = file;
  if (!isText(entityId, /^\d{10,25}$/))
    mistakes.push('DLT_FILE: entityId must be the number of the company at the DLT.');
  if (!isText(senderId, /^[A-Za-z0-9]{3,11}$/))
    mistakes.push('DLT_FILE: senderId must be the registered header, such as LIFTOF.');
  const listed = Array.isArray(templates) ? templates.filter(isRecord) : [];
  if (listed.length === 0) mistakes.push('DLT_FILE: templates must list at least one template.');
  return {
    entityId: String(entityId),
    senderId: String(senderId),
    templates: listed.map((one, index) => readTemplate(one, index + 1, mistakes)),
  };
}

function readTemplate(
  { id, text, msg91 }: Record<string, unknown>,
  number: number,
  mistakes: string[],
): DltTemplate {
  const wrong = (what: string) => mistakes.push(`DLT_FILE: template ${number}: ${what}.`);
  if (!isText(id, /^\d{10,25}$/)) wrong('id must be its number at the DLT');
  if (!isText(text, /\S/)) wrong('text must be the registered text');
  // Any other mark would be sent as it is.
  else if (/\{#(?!var#\})/.test(text)) wrong('text may have no other variable than {#var#}');
  if (msg91 !== undefined && !isText(msg91, /^[\w-]{1,64}$/))
    wrong('msg91 must be the id of the template at MSG91');
  return { id: String(id), text: String(text), msg91: typeof msg91 === 'string' ? msg91 : null };
}

const isText = (value: unknown, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value);

function parseFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
