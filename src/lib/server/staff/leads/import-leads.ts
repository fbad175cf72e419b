import { sql } from 'kysely';
import { v5 as uuidv5 } from 'uuid';
import * as z from 'zod/mini';
import { email as emailField } from '#lib/contract/core/fields.ts';
import type { CsvOutcome } from '#lib/contract/staff/list.ts';
import { findCountry } from '#lib/domain/core/countries.ts';
import { parsePhoneInput } from '#lib/domain/core/phone-input.ts';
import { formatTrimmedText } from '#lib/domain/core/text.ts';
import { requirePhone } from '#lib/server/account/phone.ts';
import { findProgram, listPrograms } from '#lib/server/catalog/content/index.ts';
import type { ApiDeps } from '#lib/server/context.ts';
import { normalizeMailbox } from '#lib/server/core/normalize-mailbox.ts';
import { recordLead, recordLeadEvent } from '#lib/server/core/record-lead.ts';
import type { Db } from '#lib/server/db/index.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { recordStaffAudit } from '../audit.ts';
import { type CsvRow, importRows, parseCsv, type RowPlan } from '../csv.ts';

/** The columns that the import reads, of which a row needs a phone or an email. Others are ignored. */
export const leadImportColumns = ['name', 'phone', 'email', 'city', 'country', 'programmes', 'note'] as const;

/** A row of the file as it is imported. */
interface ImportedLead {
  firstName: string;
  lastName: string;
  /** E.164 */
  phoneE164: string | null;
  email: string | null;
  city: string | null;
  programSlugs: string[];
  note: string | null;
}

type Problem = RowPlan['problems'][number];
const maxNote = 2000;
const maxName = 60;
const maxCity = 80;

/**
 * Adds people of a CSV file to the leads. Somebody who is a lead already gets what the file knows besides, also from a
 * later file, and the same row counts once. Nobody is announced by `LEADS_EMAIL`, because whoever imports the file knows. [API-53]
 */
export function importLeads(
  { db, log }: Pick<ApiDeps, 'db' | 'log'>,
  staffId: string,
  { csv, isPreview }: { csv: string; isPreview: boolean },
): Promise<CsvOutcome> {
  return importRows(parseCsv(csv, ['name']), isPreview, log, async (rows) => {
    const parsed = rows.map(({ line, values }) => {
      const problems: Problem[] = [];
      const lead = parseRow(values, problems);
      return { line, lead, problems, key: keyOf(lead) };
    });
    const known = await findKnown(
      db,
      parsed.flatMap(({ key }) => key ?? []),
    );
    const lines = new Map<string, number>();
    return parsed.map((row) => planRow(db, staffId, row, { known, lines }));
  });
}

interface ParsedRow {
  line: number;
  lead: ImportedLead;
  problems: Problem[];
  /** The number or mailbox by which the person is known. */
  key: string | null;
}

/** Returns the references of leads that have one of these numbers or mailboxes. */
async function findKnown(db: Db, keys: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ value: string; reference: string }>`
    select c.value, lead.reference from lead_contact c join lead on lead.id = c.lead_id
    where c.kind in ('PHONE', 'EMAIL') and c.value = any(${keys}::text[])`.execute(db);
  return new Map(rows.map(({ value, reference }) => [value, reference]));
}

function planRow(
  db: Db,
  staffId: string,
  { line, lead, problems, key }: ParsedRow,
  { known, lines }: { known: ReadonlyMap<string, string>; lines: Map<string, number> },
): RowPlan {
  const earlier = key === null ? undefined : lines.get(key);
  if (earlier !== undefined)
    problems.push({ column: null, message: `This is the same person as in line ${earlier}.` });
  else if (key !== null) lines.set(key, line);
  return {
    line,
    label: describeRow(lead, known.get(key ?? '')),
    problems,
    async apply() {
      if (key !== null) await db.transaction().execute((trx) => insertRow(trx, staffId, lead, key));
      return [];
    },
  };
}

function describeRow({ firstName, lastName, phoneE164, email }: ImportedLead, reference?: string): string {
  const person = [`${firstName} ${lastName}`.trim(), phoneE164 ?? email].filter(Boolean).join(', ');
  return reference ? `${person}: is ${reference} already` : person;
}

const keyOf = ({ phoneE164, email }: ImportedLead): string | null =>
  phoneE164 ?? (email === null ? null : normalizeMailbox(email));

function parseRow(values: CsvRow['values'], problems: Problem[]): ImportedLead {
  const [firstName = '', ...rest] = formatTrimmedText(values.name ?? '').split(' ');
  if (`${firstName} ${rest.join(' ')}`.length > maxName)
    problems.push({ column: 'name', message: `Use at most ${maxName} characters.` });
  if (!values.phone && !values.email)
    problems.push({ column: 'phone', message: 'Enter a phone number or an email.' });
  const note = values.note?.trim() || null;
  if (note && note.length > maxNote)
    problems.push({ column: 'note', message: `Use at most ${maxNote} characters.` });
  return {
    ...{ firstName, lastName: rest.join(' '), note },
    phoneE164: parsePhone(values, problems),
    email: parseEmail(values.email, problems),
    city: parseCity(values.city, problems),
    programSlugs: parsePrograms(values.programmes ?? values.programme ?? '', problems),
  };
}

function parseCity(text: string | undefined, problems: Problem[]): string | null {
  const city = formatTrimmedText(text ?? '');
  if (city.length > maxCity) problems.push({ column: 'city', message: `Use at most ${maxCity} characters.` });
  return city || null;
}

function parsePhone({ phone, country = '' }: CsvRow['values'], problems: Problem[]): string | null {
  if (!phone) return null;
  const chosen = country.toUpperCase() || 'IN';
  if (!findCountry(chosen)) {
    problems.push({ column: 'country', message: 'Enter a country code such as IN or AE.' });
    return null;
  }
  try {
    return requirePhone(parsePhoneInput(phone, chosen)).e164;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    problems.push({ column: 'phone', message: 'Enter a mobile number, for example +91 98765 43210.' });
    return null;
  }
}

function parseEmail(text: string | undefined, problems: Problem[]): string | null {
  if (!text) return null;
  const parsed = z.safeParse(emailField, text);
  if (!parsed.success) problems.push({ column: 'email', message: 'Enter a valid email.' });
  return parsed.success ? parsed.data : null;
}

/** Finds programmes by their address or name; several are separated by commas or semicolons. */
function parsePrograms(text: string, problems: Problem[]): string[] {
  const names = text.split(/[,;]/).map(formatTrimmedText).filter(Boolean);
  return names.flatMap((name) => {
    const found =
      findProgram(name.toLowerCase()) ??
      listPrograms().find((program) => program.name.toLowerCase() === name.toLowerCase());
    if (!found) problems.push({ column: 'programmes', message: `There is no programme “${name}”.` });
    return found?.slug ?? [];
  });
}

/** The id of a row's request. It follows from the person, so that the same row is imported once. */
const requestNamespace = '6f0c1f53-6a0b-4b5e-9d0e-0d4f4f1f2a53';

async function insertRow(trx: Db, staffId: string, lead: ImportedLead, key: string): Promise<void> {
  const { note, programSlugs, ...person } = lead;
  // Of two imports of the same person at once, the second waits and finds what the first has written.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lead-import:${key}`}, 0))`.execute(trx);
  let leadId: string | null = null;
  for (const programSlug of new Set(programSlugs.length ? programSlugs : [null])) {
    const subjectId = uuidv5(`${key} ${programSlug ?? ''}`, requestNamespace);
    const importedId = await findImport(trx, subjectId);
    leadId ??= importedId;
    if (importedId !== null && !(await hasNews(trx, importedId, person))) continue;
    const recorded = await recordLead(trx, {
      source: 'IMPORT',
      subjectId,
      programSlug,
      userId: null,
      ...person,
    });
    if (!recorded) continue;
    leadId = recorded.id;
    if (!recorded.isExisting) await markAnnounced(trx, recorded.id);
    await recordStaffAudit(trx, staffId, 'lead.IMPORT', recorded.id);
  }
  if (note && leadId !== null) await addNote(trx, staffId, leadId, note);
}

/** Returns the lead that an earlier import of this person and programme belongs to. */
async function findImport(trx: Db, subjectId: string): Promise<string | null> {
  const request = await trx
    .selectFrom('leadRequest')
    .select('leadId')
    .where('kind', '=', 'IMPORT')
    .where('subjectId', '=', subjectId)
    .executeTakeFirst();
  return request?.leadId ?? null;
}

/** Returns whether a row fills a gap of its lead, or has a number or mailbox that nobody has. */
async function hasNews(
  trx: Db,
  leadId: string,
  { firstName, phoneE164, email, city }: Pick<ImportedLead, 'firstName' | 'phoneE164' | 'email' | 'city'>,
): Promise<boolean> {
  const contacts = [phoneE164, email && normalizeMailbox(email)].filter((value) => value !== null);
  const { rows } = await sql<{ hasNews: boolean }>`
    select (first_name = '' and ${firstName} <> '') or (email is null and ${email}::text is not null)
      or (city is null and ${city}::text is not null)
      or exists (select from unnest(${contacts}::text[]) as value
        where not exists (select from lead_contact c where c.kind in ('PHONE', 'EMAIL') and c.value = value))
      as has_news
    from lead where id = ${leadId}`.execute(trx);
  return rows[0]?.hasNews ?? false;
}

async function markAnnounced(trx: Db, id: string): Promise<void> {
  await trx.updateTable('lead').set({ newAlertedAt: sql<Date>`now()` }).where('id', '=', id).execute();
}

/** Adds a note to the history of a lead, once for the same words. */
async function addNote(trx: Db, staffId: string, leadId: string, note: string): Promise<void> {
  const { status } = await trx
    .selectFrom('lead')
    .select('status')
    .where('id', '=', leadId)
    .executeTakeFirstOrThrow();
  const known = await trx
    .selectFrom('leadEvent')
    .select('id')
    .where('leadId', '=', leadId)
    .where('action', '=', 'NOTE')
    .where('note', '=', note)
    .executeTakeFirst();
  if (known) return;
  const by = { actorType: 'STAFF', actorId: staffId } as const;
  await recordLeadEvent(trx, leadId, { action: 'NOTE', from: status, to: status, note, ...by });
}
