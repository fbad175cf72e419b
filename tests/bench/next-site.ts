import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Builds three of our pages with Next.js, for comparison: a prerendered one, the list of jobs and a job, with the same texts, mark-up of
 * the same shape, and the same rows of PostgreSQL in one statement each. It has no header, no footer, no filters and no header of
 * C-35, so what it does for a request is less than what we do. npm installs Next.js into a temporary folder.
 */

const packages = { next: '16.4.6', pg: '8.23.1', react: '19.3.1', 'react-dom': '19.3.1' };

export interface NextSite {
  folder: string;
  /** The arguments of Node that start it. */
  args: string[];
  remove(): void;
}

/** Builds the site and returns it, or a sentence that says why it could not be built. `about` is the mark-up of the prerendered page. */
export function buildNextSite(about: string): NextSite | string {
  const folder = mkdtempSync(join(tmpdir(), 'liftoff-next-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(filesOf(about))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, {
      cwd: folder,
      stdio: 'pipe',
      timeout: 300_000,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    });
  try {
    run('npm', ['install', '--no-audit', '--no-fund']);
  } catch {
    remove();
    return 'npm could not install it.';
  }
  try {
    run(process.execPath, ['node_modules/next/dist/bin/next', 'build']);
  } catch (error) {
    remove();
    return `it could not be built: ${error instanceof Error ? error.message.slice(0, 500) : error}`;
  }
  return { folder, args: [join(folder, 'node_modules/next/dist/bin/next'), 'start', folder], remove };
}

const database = `import pg from 'pg';
globalThis.pool ??= new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
export const query = (text, values) => globalThis.pool.query({ name: text.slice(0, 40), text, values }).then(({ rows }) => rows);
`;

const columns = `job.slug, job.title, job.summary, job.level, job.work_mode, job.apply_by, job.status, employer.name as employer, employer.about,
  (select coalesce(sum(j.openings), 0)::int from job_job_location j where j.job_id = job.id) as openings,
  (select json_agg(l.city order by j.position) from job_job_location j join job_location l on l.id = j.job_location_id where j.job_id = job.id) as cities`;

const list = `import { query } from '../../../database.mjs';
export const dynamic = 'force-dynamic';
export default async function Jobs() {
  const jobs = await query(\`select ${columns}, count(*) over ()::int as found
    from job join employer on employer.id = job.employer_id where job.status = 'OPEN' order by job.posted_at desc limit 20\`);
  return (
    <main>
      <h1 className="text-4xl">Find your next job</h1>
      <p>{jobs[0]?.found} jobs</p>
      <ul>{jobs.map((job) => (
        <li key={job.slug}><article className="card card-link job-card">
          <p className="text-sm text-ink-muted">{job.employer}</p>
          <h2 className="mt-1 text-lg"><a href={'/moonshot/jobs/' + job.slug + '/'}>{job.title}</a></h2>
          <p className="mt-2 text-ink-muted">{job.summary}</p>
          <dl>
            <div><dt className="sr-only">Place</dt><dd>{job.cities?.join(', ')} · {job.work_mode} · {job.openings} openings</dd></div>
            <div><dt className="sr-only">Level</dt><dd className="job-card-salary">{job.level}</dd></div>
          </dl>
          <ul><li className="badge">{job.level}</li><li className="badge">{String(job.apply_by)}</li></ul>
        </article></li>))}
      </ul>
    </main>
  );
}
`;

const job = `import { notFound } from 'next/navigation';
import { query } from '../../../../database.mjs';
export const dynamic = 'force-dynamic';
export default async function Job({ params }) {
  const { slug } = await params;
  const [job] = await query(\`select ${columns}, job.description from job join employer on employer.id = job.employer_id where job.slug = $1\`, [slug]);
  if (!job) notFound();
  return (
    <main>
      <p>{job.employer}</p><h1 className="text-4xl">{job.title}</h1><p className="lead">{job.summary}</p>
      <p>{job.cities?.join(', ')} · {job.openings} openings</p>
      <section><h2>About the job</h2>{job.description?.split('\\n\\n').map((text, at) => <p key={at}>{text}</p>)}</section>
      <section><h2>About the employer</h2><p>{job.about}</p></section>
    </main>
  );
}
`;

function filesOf(about: string): Record<string, string> {
  return {
    'package.json': JSON.stringify({ private: true, type: 'module', dependencies: packages }),
    'next.config.mjs':
      'export default { trailingSlash: true, poweredByHeader: false, serverExternalPackages: ["pg"] };\n',
    'database.mjs': database,
    'app/layout.jsx':
      'export default ({ children }) => <html lang="en"><head><title>Liftoff</title></head><body>{children}</body></html>;\n',
    'app/about/page.jsx': `const html = ${JSON.stringify(about)};\nexport default () => <main dangerouslySetInnerHTML={{ __html: html }} />;\n`,
    'app/moonshot/jobs/page.jsx': list,
    'app/moonshot/jobs/[slug]/page.jsx': job,
  };
}
