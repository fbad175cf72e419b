import { createServer, type RequestListener, type Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { withRequest } from './current-request.ts';
import { withErrorBoundary } from './http/error-boundary.ts';
import { handleApiRequests } from './http/node/api-requests.ts';
import type { BuildEntry, ServedBuild } from './http/node/app-hook.ts';
import { respondToBrokenRequests } from './http/node/broken-requests.ts';
import { redirectFormerOrigins } from './http/node/former-origins.ts';
import { answerHealthChecks } from './http/node/health-checks.ts';
import { logOutput } from './http/node/log-output.ts';
import { hasValidHost, rejectRequests } from './http/node/reject-requests.ts';
import { identifyRequest } from './http/node/request-id.ts';
import { closeStalledConnections, serveInOrder } from './http/node/serve-in-order.ts';
import { drain, limitConnections, limitRequestTime, serverOptions } from './http/node/server-limits.ts';
import { type Header, securityHeaders } from './http/security-headers.ts';
import { fillInOrigin } from './http/static/fill-in-origin.ts';
import { readPagePolicies } from './http/static/page-policies.ts';
import { StaticFiles } from './http/static/static-files.ts';
import { returnFreedPagesEachMinute } from './return-freed-pages.ts';
import type { Runtime } from './runtime.ts';

let isStopping = false;

/**
 * Serves a build. It opens the database before the first visitor comes, and resolves once the server listens and has rendered a page.
 * Rejects with a sentence for the operator.
 */
export async function serveBuild(
  { folder, astro }: BuildEntry,
  { start, setBuild }: { start(): Promise<Runtime>; setBuild(build: ServedBuild): void },
): Promise<void> {
  let files: StaticFiles | undefined;
  const clientFolder = `${folder}/client`;
  setBuild({ errorPage: (status) => files?.errorPages.get(status) ?? null, clientFolder });
  const runtime = await start();
  const { config } = runtime;

  // In production everything that is printed from now on is a line of the log (C-40). A developer reads plain text.
  if (config.isProduction) logOutput(runtime.log);
  const https = config.siteOrigin.startsWith('https:');
  const policies = readPagePolicies(`${folder}/_headers.json`);
  // [APP-01]
  const substitutes: Record<string, string> = config.hasServiceWorker
    ? {}
    : { '/service-worker.js': '/service-worker-off.js' };
  const filled = await fillInOrigin(clientFolder, config.siteOrigin);
  files = new StaticFiles({ folder: clientFolder, policies, https, filled, substitutes });
  const server = createServer(serverOptions, serveInOrder(createRequestListener(files, astro, runtime)));
  respondToBrokenRequests(server, securityHeaders({ https }));
  closeStalledConnections(server, config);
  limitConnections(server, config.trustedProxies);
  await listen(server, runtime);
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(server, runtime));
  await warmUp(server);
  returnFreedPagesEachMinute();
  printAddress(runtime);
}

function createRequestListener(
  files: StaticFiles,
  astro: RequestListener,
  { api, checkReadiness, config, log, pages, requestObserver: observer }: Runtime,
): RequestListener {
  const { host, protocol } = new URL(config.siteOrigin);
  const https = protocol === 'https:';
  const secure = securityHeaders({ https });
  const reject = rejectRequests({ host, headers: secure, notFoundPage: () => files.errorPages.get(404) });
  const redirect = redirectFormerOrigins({ ...config, headers: secure });
  const answerHealth = answerHealthChecks({ headers: secure, isStopping: () => isStopping, checkReadiness });
  const handleApi = handleApiRequests(withErrorBoundary(api, log), secure);
  // A response that is not in memory may depend on the visitor, so it is private unless a page or an endpoint says
  // otherwise.
  const headers: Header[] = [...secure, ['Cache-Control', 'private, no-cache']];
  const servePage = pages.createListener(headers);
  return (req, res) => {
    limitRequestTime(req, secure);
    // Whoever keeps the connection would find it closed.
    if (isStopping) res.shouldKeepAlive = false;
    if (answerHealth(req, res)) return;
    if (redirect(req, res)) return observer?.count('rejected', req, res);
    // What is in memory at just this address needs none of the checks below, and no id.
    if (hasValidHost(req)) {
      if (files.serveExact(req, res)) return observer?.count('file', req, res);
      if (servePage(req, res)) return observer?.count('cached page', req, res);
    }
    const id = identifyRequest(req, res, config.trustedProxies);
    const request = { id, route: null, isRead: req.method === 'GET' || req.method === 'HEAD' };
    withRequest(request, () => {
      if (reject(req, res)) return observer?.count('rejected', req, res);
      if (files.serve(req, res)) return observer?.count('file', req, res);
      observer?.observe(request, req, res);
      if (handleApi(req, res)) return;
      for (const [name, value] of headers) res.setHeader(name, value);
      astro(req, res);
    });
  };
}

async function listen(server: Server, { config, close }: Runtime): Promise<void> {
  const failure = await new Promise<NodeJS.ErrnoException | null>((done) => {
    server.once('error', done).listen(config.port, config.host, () => done(null));
  });
  if (!failure) return;
  await close();
  if (failure.code !== 'EADDRINUSE') throw failure;
  throw new Error(`Port ${config.port} is in use. Choose another one: PORT=8001 npm start`);
}

/**
 * Makes Astro render once before the first visitor comes. Without it, Astro also prints a false warning about unused
 * features when the very first request is an API call.
 */
async function warmUp(server: Server): Promise<void> {
  const address = server.address();
  if (!address || typeof address === 'string') return;
  const host = address.address.replace('0.0.0.0', '127.0.0.1').replace(/^::$/, '::1');
  await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${address.port}/warm-up/`).catch(() => null);
}

/** Prints where the site is, and in development how to sign in. */
function printAddress({ config: { siteOrigin, messages }, notices }: Runtime): void {
  const lines = [`Liftoff is ready at ${siteOrigin}`];
  if (messages === 'inbox')
    lines.push(
      `  Codes and mails arrive in the inbox: ${siteOrigin}/dev/inbox/`,
      '  Sign in with the demo number +91 98765 43210, or sign up with any Indian mobile number.',
    );
  console.log([...lines, ...notices.map((notice) => `  ${notice}`)].join('\n'));
}

async function stop(server: Server, runtime: Runtime): Promise<void> {
  // After a second signal the process still waits for the first, because the database is not closed yet.
  if (isStopping) return;
  isStopping = true;
  await setTimeout(runtime.config.shutdownDelaySeconds * 1000);
  await drain(server);
  await runtime.close();
  process.exit(0);
}
