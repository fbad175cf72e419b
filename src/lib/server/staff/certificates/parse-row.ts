import * as z from 'zod/mini';
import { certificateInput } from '#lib/contract/staff/certificates/certificate-schemas.ts';
import { certificateKindLabels } from '#lib/domain/certificates/certificate.ts';
import { listPrograms } from '#lib/server/catalog/content/index.ts';
import type { IssueInput } from '#lib/server/certificates/issue-certificate.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import type { CsvRow, RowPlan } from '../csv.ts';
import { toIssueInput } from './issue-input.ts';

type Problem = RowPlan['problems'][number];

/** A row of a file or a roster: what it issues, or why it cannot. */
export interface ParsedRow {
  line: number;
  label: string;
  /** Null with problems. */
  input: IssueInput | null;
  problems: Problem[];
}

/** The columns that the import reads, of which a row needs a name and a title. Others are ignored. */
export const certificateColumns = [
  ...['name', 'title', 'email', 'phone', 'kind', 'programme', 'batch', 'description', 'criteria'],
  ...['skills', 'hours', 'grade', 'completed_on', 'issued_on', 'expires_on'],
] as const;

/** The column of each field, where it has another name. */
const columnOf: Record<string, string> = {
  holderName: 'name',
  programType: 'programme',
  batchName: 'batch',
  completedOn: 'completed_on',
  issuedOn: 'issued_on',
  expiresOn: 'expires_on',
};

/** Parses a row of a CSV file. The day of issue is today unless the row has one. */
export function parseCertificateRow({ line, values }: CsvRow, today: string): ParsedRow {
  const problems: Problem[] = [];
  const text = (name: string) => values[name] ?? '';
  const program = findProgramNamed(text('programme'), problems);
  const parsed = z.safeParse(certificateInput, {
    kind: parseKind(text('kind')),
    ...{ holderName: text('name'), title: text('title'), programType: program?.type ?? null },
    ...{ programTitle: program?.name ?? '', batchName: text('batch') || null },
    ...{ description: text('description'), criteria: text('criteria'), grade: text('grade') || null },
    skills: text('skills')
      .split(/[,;]/)
      .flatMap((skill) => skill.trim() || []),
    hours: text('hours') ? Number(text('hours')) : null,
    ...{ completedOn: text('completed_on') || null, expiresOn: text('expires_on') || null },
    issuedOn: text('issued_on') || today,
    ...{ email: text('email') || null, phone: text('phone') || null },
  });
  for (const { path, message } of parsed.error?.issues ?? [])
    problems.push({ column: columnOf[String(path[0])] ?? String(path[0]), message });
  const label = [text('name'), text('title')].filter(Boolean).join(', ');
  if (!parsed.success || problems.length) return { line, label, input: null, problems };
  try {
    return { line, label, input: toIssueInput(parsed.data, 'CSV'), problems };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { error: message, fieldErrors } = error.body('');
    const [field = ''] = Object.keys(fieldErrors);
    return { line, label, input: null, problems: [{ column: columnOf[field] ?? field, message }] };
  }
}

/** Parses a kind by its name or its last word: `participation`. A row without one is a completion. */
function parseKind(text: string): string {
  const kind = text
    .trim()
    .toUpperCase()
    .replace(/^CERTIFICATE OF /, '');
  return kind in certificateKindLabels || kind ? kind : 'COMPLETION';
}

function findProgramNamed(text: string, problems: Problem[]) {
  const name = text.trim().toLowerCase();
  if (!name) return null;
  const program = listPrograms().find((one) => one.slug === name || one.name.toLowerCase() === name);
  if (!program) problems.push({ column: 'programme', message: `There is no programme “${text}”.` });
  return program ?? null;
}
