import { astro, FetchState } from 'astro/fetch';
import { registerApp } from './lib/server/http/app-hook.ts';
import { withLastResort } from './lib/server/http/last-resort.ts';
import { createLog } from './lib/server/log.ts';
import { getRuntime } from './lib/server/runtime.ts';

const errorPage = registerApp(getRuntime);
const log = createLog();
const answerCall = withLastResort(async (request) => (await getRuntime()).api(request), log);

/**
 * The front door behind server.mjs, which has set the headers of C-35: the API by itself, the rest to Astro. In
 * production small calls do not come this far, see http/node-calls.ts.
 */
export default {
  fetch(request: Request): Promise<Response> {
    return isApi(new URL(request.url).pathname) ? answerCall(request) : answerPage(request);
  },
};

/** `/api/docs/` is a page. */
const isApi = (path: string) => path.startsWith('/api/') && !/^\/api\/docs\/?$/.test(path);

async function answerPage(request: Request): Promise<Response> {
  try {
    const response = await astro(new FetchState(request));
    // Astro reads a prerendered error page from disk and knows no policy for it.
    const policy = response.headers.has('Content-Security-Policy')
      ? null
      : policyOfErrorPage(response.status);
    if (policy) response.headers.set('Content-Security-Policy', policy);
    return response;
  } catch (error) {
    log.error({ err: error }, 'a page could not be rendered');
    const page = errorPage(500);
    if (!page) return new Response('Something went wrong. Try Again.', { status: 500 });
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': page.policy };
    return new Response(page.html, { status: 500, headers });
  }
}

const policyOfErrorPage = (status: number) =>
  status === 404 || status === 500 ? errorPage(status)?.policy : null;
