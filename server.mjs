// @ts-check
// The production server. It serves the built files from memory and leaves everything else to the API and to Astro.
// `node server.mjs [build folder]`; settings come from the environment, see .env.example.
import { existsSync, realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { withRequest } from './src/lib/server/current-request.ts';
import { withErrorBoundary } from './src/lib/server/http/error-boundary.ts';
import { handleApiRequests } from './src/lib/server/http/node/api-requests.ts';
import { registeredApp } from './src/lib/server/http/node/app-hook.ts';
import { respondToBrokenRequests } from './src/lib/server/http/node/broken-requests.ts';
import { redirectFormerOrigins } from './src/lib/server/http/node/former-origins.ts';
import { answerHealthChecks } from './src/lib/server/http/node/health-checks.ts';
import { logOutput } from './src/lib/server/http/node/log-output.ts';
import { hasValidHost, rejectRequests } from './src/lib/server/http/node/reject-requests.ts';
import { identifyRequest } from './src/lib/server/http/node/request-id.ts';
import { closeStalledConnections, serveInOrder } from './src/lib/server/http/node/serve-in-order.ts';
import {
  drain,
  extendProxyTimeout,
  limitConnections,
  limitRequestTime,
  serverOptions,
} from './src/lib/server/http/node/server-limits.ts';
import { securityHeaders } from './src/lib/server/http/security-headers.ts';
import { fillInOrigin } from './src/lib/server/http/static/fill-in-origin.ts';
import { readPagePolicies } from './src/lib/server/http/static/page-policies.ts';
import { StaticFiles } from './src/lib/server/http/static/static-files.ts';

/** @typedef {import('./src/lib/server/runtime.ts').Runtime} Runtime */

const chosen = process.argv[2] ? resolve(process.argv[2]) : fileURLToPath(new URL('dist', import.meta.url));
// `dist` leads to the latest build. This process stays with the one that it has begun with.
const build = existsSync(chosen) ? realpathSync(chosen) : chosen;

let isStopping = false;

try {
  await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Starts the server. The Astro bundle opens the database, once, before the first visitor comes. */
async function start() {
  const entry = `${build}/server/entry.mjs`;
  if (!existsSync(entry)) throw new Error(`There is no build in ${build}. Run "npm run build" first.`);
  const { handler: astro } = await import(pathToFileURL(entry).href);
  /** @type {StaticFiles | undefined} */
  let files;
  const clientFolder = `${build}/client`;
  /** @type {import('./src/lib/server/http/node/app-hook.ts').AppHook<Runtime>} */
  const app = registeredApp();
  const runtime = await app.start({
    errorPage: (status) => files?.errorPages.get(status) ?? null,
    clientFolder,
  });

  // In production everything that is printed from now on is a line of the log (C-40). A developer reads plain text.
  if (runtime.config.isProduction) logOutput(runtime.log);
  const https = runtime.config.siteOrigin.startsWith('https:');
  const policies = readPagePolicies(`${build}/_headers.json`);
  // [APP-01]
  const substitutes = runtime.config.hasServiceWorker
    ? {}
    : { '/service-worker.js': '/service-worker-off.js' };
  const filled = await fillInOrigin(clientFolder, runtime.config.siteOrigin);
  files = new StaticFiles({ folder: clientFolder, policies, https, filled, substitutes });
  const server = createServer(serverOptions, serveInOrder(createRequestListener(files, astro, runtime)));
  respondToBrokenRequests(server, securityHeaders({ https }));
  closeStalledConnections(server);
  limitConnections(server, runtime.config.trustedProxies);
  await listen(server, runtime);
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(server, runtime));
  await warmUp(server);
  printAddress(runtime);
}

/**
 * @param {StaticFiles} files
 * @param {import('node:http').RequestListener} astro
 * @param {Runtime} runtime
 * @returns {import('node:http').RequestListener}
 */
function createRequestListener(
  files,
  astro,
  { api, checkReadiness, config, log, pages, requestObserver: observer },
) {
  const { host, protocol } = new URL(config.siteOrigin);
  const https = protocol === 'https:';
  const secure = securityHeaders({ https });
  const reject = rejectRequests({ host, headers: secure, notFoundPage: () => files.errorPages.get(404) });
  const redirect = redirectFormerOrigins({ ...config, headers: secure });
  const answerHealth = answerHealthChecks({ headers: secure, isStopping: () => isStopping, checkReadiness });
  const handleApi = handleApiRequests(withErrorBoundary(api, log), secure);
  // A response that is not in memory may depend on the visitor, so it is private unless a page or an endpoint says
  // otherwise.
  /** @type {import('./src/lib/server/http/security-headers.ts').Header[]} */
  const headers = [...secure, ['Cache-Control', 'private, no-cache']];
  const servePage = pages.createListener(headers);
  const extendTimeout = extendProxyTimeout(config.trustedProxies);
  return (req, res) => {
    limitRequestTime(req, secure);
    // Whoever keeps the connection would find it closed.
    if (isStopping) res.shouldKeepAlive = false;
    else extendTimeout(req, res);
    const id = identifyRequest(req, res, config.trustedProxies);
    if (answerHealth(req, res)) return;
    if (redirect(req, res)) return observer?.count('rejected', req, res);
    // What is in memory at just this address needs none of the checks below.
    if (hasValidHost(req)) {
      if (files.serveExact(req, res)) return observer?.count('file', req, res);
      if (servePage(req, res)) return observer?.count('cached page', req, res);
    }
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

/**
 * @param {import('node:http').Server} server
 * @param {Runtime} runtime
 */
async function listen(server, { config, close }) {
  const failure = await new Promise((done) => {
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
 * @param {import('node:http').Server} server
 */
async function warmUp(server) {
  const address = server.address();
  if (!address || typeof address === 'string') return;
  const host = address.address.replace('0.0.0.0', '127.0.0.1').replace(/^::$/, '::1');
  await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${address.port}/warm-up/`).catch(() => null);
}

/**
 * Prints where the site is, and in development how to sign in.
 * @param {Runtime} runtime
 */
function printAddress({ config: { siteOrigin, messages }, notices }) {
  const lines = [`Liftoff is ready at ${siteOrigin}`];
  if (messages === 'inbox')
    lines.push(
      `  Codes and mails arrive in the inbox: ${siteOrigin}/dev/inbox/`,
      '  Sign in with the demo number +91 98765 43210, or sign up with any Indian mobile number.',
    );
  console.log([...lines, ...notices.map((notice) => `  ${notice}`)].join('\n'));
}

/**
 * @param {import('node:http').Server} server
 * @param {Runtime} runtime
 */
async function stop(server, runtime) {
  // After a second signal the process still waits for the first, because the database is not closed yet.
  if (isStopping) return;
  isStopping = true;
  await setTimeout(runtime.config.shutdownDelaySeconds * 1000);
  await drain(server);
  await runtime.close();
  process.exit(0);
}
