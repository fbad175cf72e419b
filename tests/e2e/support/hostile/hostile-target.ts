import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '#lib/contract/core/endpoint.ts';
import { contract } from '#lib/contract/index.ts';
import { namedSchemas } from '#lib/contract/schemas.ts';
import { openApi } from '#lib/server/http/openapi.ts';
import { freePort, type ServerProcess, startServer } from '../../../support/server-process.ts';
import type { JsonSchema } from './hostile-body.ts';
import type { ControlRequest, Ids, Memory, Role, Sessions } from './hostile-server.ts';
import { mergeForms, type PageForm, readForms } from './page-forms.ts';

const root = join(import.meta.dirname, '../../../..');

export interface Operation {
  method: string;
  /** With `{names}` in braces. */
  path: string;
  query: { name: string; schema: JsonSchema }[];
  body: JsonSchema | null;
}

/** A running server, and what an attacker with accounts would know about it. */
export interface HostileTarget {
  server: ServerProcess;
  port: number;
  origin: string;
  operations: Operation[];
  schemas: Record<string, JsonSchema>;
  /** The addresses of pages, with `[names]` in brackets. */
  pages: string[];
  programs: string[];
  /** Changes with `renew`. */
  sessions: Sessions;
  ids: Ids;
  forms: PageForm[];
  exports: Record<string, string>;
  /** Signs everybody in again and empties the limits. */
  renew(): Promise<void>;
  measureMemory(): Promise<Memory>;
  /** Returns the errors that the server has logged since the last call. */
  takeErrors(): string[];
}

export async function startHostileTarget(): Promise<HostileTarget> {
  const controlPort = await freePort();
  const server = await startServer(
    { CONTROL_PORT: String(controlPort), TRUSTED_PROXIES: '127.0.0.1,::1', ...highLimits },
    ['--expose-gc', '--import', './scripts/vite-imports.mjs', 'tests/e2e/support/hostile/hostile-server.ts'],
  );
  const logged: string[] = [];
  for (const stream of [server.child.stdout, server.child.stderr])
    stream?.on('data', (chunk: Buffer) =>
      logged.push(
        ...String(chunk)
          .split('\n')
          .filter((line) => /"level":50|^\S*Error\b|\[ERROR\]/.test(line)),
      ),
    );
  const control = async <T>(request: ControlRequest): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${controlPort}/`, {
      method: 'POST',
      body: JSON.stringify(request),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as T;
  };
  const target: HostileTarget = {
    server,
    port: Number(new URL(server.url).port),
    origin: server.url,
    ...readOperations(),
    pages: listPages(),
    programs: readdirSync(join(root, 'src/content/programs')).map((name) => name.replace(/\.yaml$/, '')),
    sessions: await control<Sessions>({ do: 'sign-in' }),
    ids: await control<Ids>({ do: 'read-ids' }),
    forms: [],
    exports: {},
    async renew() {
      target.sessions = await control<Sessions>({ do: 'sign-in' });
    },
    measureMemory: () => control<Memory>({ do: 'measure-memory' }),
    takeErrors: () => logged.splice(0),
  };
  target.forms = await listForms(target);
  for (const kind of ['jobs', 'applications', 'leads'])
    target.exports[kind] = await read(target, `/staff/${kind}.csv`, 'staff');
  return target;
}

/** The limits for all people together would reject most of the requests. */
const highLimits = {
  OTP_SENDS_PER_HOUR: '1000000',
  OTP_SENDS_PER_HOUR_FOREIGN_COUNTRY: '1000000',
  OTP_SENDS_PER_HOUR_PREFIX: '1000000',
  VOICE_CALLS_PER_HOUR: '1000000',
  BROCHURES_PER_HOUR: '1000000',
  CALLBACKS_PER_HOUR: '1000000',
};

/** Reads the whole API, because the document that the site publishes leaves out the staff's endpoints. */
function readOperations(): Pick<HostileTarget, 'operations' | 'schemas'> {
  const { paths, components } = openApi(contract as Record<string, Endpoint>, namedSchemas);
  const operations: Operation[] = [];
  for (const [path, methods] of Object.entries(paths as Record<string, Record<string, OpenApiOperation>>))
    for (const [method, { parameters = [], requestBody }] of Object.entries(methods))
      operations.push({
        method: method.toUpperCase(),
        path,
        query: parameters.filter((parameter) => parameter.in === 'query'),
        body: requestBody?.content['application/json']?.schema ?? null,
      });
  return { operations, schemas: components.schemas as Record<string, JsonSchema> };
}

interface OpenApiOperation {
  parameters?: { name: string; in: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}

/** Returns the address of every file under src/pages. */
function listPages(): string[] {
  return readdirSync(join(root, 'src/pages'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('_'))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, 'src/pages').length))
    .map((path) =>
      path.endsWith('.astro')
        ? path.replace(/(index)?\.astro$/, '').replace(/[^/]$/, '$&/')
        : path.replace(/\.ts$/, ''),
    )
    .sort();
}

/** Returns the ids that stand for the name in a path, such as `[id]` in `/staff/jobs/[id]/` or `{job_id}`. */
export function idsFor(path: string, name: string, { ids, programs }: HostileTarget): string[] {
  const bare = name.replace(/_id$/, '');
  if (/programs\//.test(path)) return programs;
  if (/slug$/.test(name)) return (/portfolio/.test(path) ? ids.portfolio_slug : ids.job_slug) ?? [];
  if (name === 'key' && path.includes('shortlist')) return ids.shortlist_key ?? [];
  if (name === 'kind') return path.includes('.csv') ? exportKinds : ['interview', 'training', 'reminders'];
  if (path.startsWith('/dev/')) return ['1', '2', '3'];
  const table = Object.entries(tables).find(
    ([part]) => bare === part || (bare === 'id' && path.includes(`/${part}`)),
  );
  return (table && ids[table[1]]) ?? Object.values(ids).flat();
}

const exportKinds = [
  'applications',
  'candidates',
  'jobs',
  'leads',
  'enrolments',
  'placements',
  'roster',
  'hiring-report',
];

/** The table whose ids stand for a name in an address, or for the `[id]` in a folder of that name. */
const tables: Record<string, string> = {
  ...{ job: 'job', jobs: 'job', job_application: 'job_application', applications: 'job_application' },
  application: 'job_application',
  ...{ batch: 'training_batch', batches: 'training_batch', slot: 'interview_slot', slots: 'interview_slot' },
  ...{ interviewer: 'interviewer', scorecard: 'scorecard', placement: 'placement', offer: 'job_offer' },
  ...{ user: 'app_user', candidates: 'candidate_registration', message: 'outbox', action: 'staff_action' },
  ...{ portfolio: 'portfolio', project: 'portfolio_project', link: 'portfolio_link' },
  ...{ webhook: 'webhook', webhooks: 'webhook', delivery: 'outbox' },
  ...{ published_work: 'portfolio_work', media: 'media' },
  ...{ enrolment: 'enrolment', enrolments: 'enrolment', lead: 'lead', leads: 'lead', filter: 'lead_filter' },
  ...{ 'scholarship-test': 'scholarship_registration', scholarships: 'scholarship_registration' },
  'pm-mastery': 'mastery_registration',
  reference: 'reference',
};

/** Returns the forms of every page, as the people see them who may open it. */
async function listForms(target: HostileTarget): Promise<PageForm[]> {
  const forms: PageForm[] = [];
  for (const page of target.pages.filter((path) => path.endsWith('/'))) {
    const name = /\[(\w+)\]/.exec(page)?.[1];
    const paths = name
      ? idsFor(page, name, target)
          .slice(0, 3)
          .map((id) => page.replace(/\[\w+\]/, id))
      : [page];
    if (page === '/staff/jobs/[id]/') paths.push('/staff/jobs/new/');
    const role = roleOf(page);
    for (const path of paths) forms.push(...readForms(await read(target, path, role), path, role));
  }
  return mergeForms(forms);
}

/** Returns who may open an address. Admins may do all that staff do. */
export const roleOf = (path: string): Role =>
  /\/staff\/(people|settings|webhooks)\//.test(path)
    ? 'admin'
    : path.includes('/staff/')
      ? 'staff'
      : 'candidate';

/** Returns an export that an import on this address accepts. */
export const exportFor = (path: string, { exports }: HostileTarget): string =>
  exports[/jobs|leads/.exec(path)?.[0] ?? 'applications'] ?? '';

async function read({ origin, sessions }: HostileTarget, path: string, role: Role): Promise<string> {
  return (await fetch(origin + path, { headers: { cookie: `sid=${sessions[role]}` } })).text();
}
