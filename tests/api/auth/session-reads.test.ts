import type { APIContext, MiddlewareHandler, MiddlewareNext } from 'astro';
import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApi } from '#lib/server/api.ts';
import { PageCache } from '#lib/server/cache/page-cache.ts';
import { createLog } from '#lib/server/log.ts';
import * as runtime from '#lib/server/runtime.ts';
import { useTestApi } from '../../support/api.ts';
import { type Person, signUpVerified } from '../../support/auth/people.ts';
import { signUpStaff } from '../../support/hiring/staff.ts';

vi.mock('astro:middleware', () => ({
  defineMiddleware: (handler: MiddlewareHandler) => handler,
  sequence:
    (...handlers: MiddlewareHandler[]) =>
    (context: APIContext, next: MiddlewareNext) =>
      handlers.reduceRight<MiddlewareNext>(
        (rest, handler) => async () => (await handler(context, rest)) as Response,
        next,
      )(),
}));
const { onRequest } = await import('../../../src/middleware.ts');

const test = useTestApi();
const preview = 'POST /api/v1/staff/preview-markdown/';
let sessionStatements = 0;

const countSessionStatements: KyselyPlugin = {
  transformQuery({ node }) {
    if (JSON.stringify(node).includes('"name":"session"')) sessionStatements += 1;
    return node;
  },
  transformResult: async ({ result }) => result,
};

let api: ReturnType<typeof createApi>;

beforeEach(() => {
  const { config, messages, mediaStore } = test;
  const db = test.db.withPlugin(countSessionStatements);
  const log = createLog('silent');
  api = createApi({ config, db, messages, mediaStore, log, clientAddress: () => '203.0.113.1' });
  vi.spyOn(runtime, 'getRuntime').mockResolvedValue({
    ...{
      config,
      db,
      messages,
      mediaStore,
      log,
      api,
      notices: [],
      requestObserver: null,
      checkReadiness: () => Promise.reject(new Error('not asked')),
    },
    pages: new PageCache({ routes: [], harmlessCookies: [] }),
    close: async () => {},
  });
});

/** Sends a form through the middleware; `render` stands for the page, which has read the form. */
async function requestPage(
  path: string,
  person: Person,
  render: (request: Request, locals: App.Locals) => Promise<void>,
) {
  const url = new URL(path, 'https://localhost');
  const cookie = [...person.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, origin: url.origin, 'sec-fetch-site': 'same-origin' };
  const request = new Request(url, { method: 'POST', headers, body: 'a=1' });
  const locals = {} as App.Locals;
  sessionStatements = 0;
  const context = { url, request, locals, isPrerendered: false } as unknown as APIContext;
  return (await onRequest(context, async () => {
    await request.text();
    await render(request, locals);
    return new Response('the page');
  })) as Response;
}

describe('[C-20] a request reads its session once', () => {
  it('a staff page that runs an endpoint for its form', async () => {
    const staff = await signUpStaff(test);
    const response = await requestPage('/staff/jobs/', staff, async (request, locals) => {
      expect([locals.staffId, locals.user?.id]).toEqual([staff.id, staff.id]);
      const { html } = await api.callEndpoint(preview, { request }, { body: { text: '*x*' } });
      expect(html).toContain('<em>x</em>');
    });
    expect(response.status).toBe(200);
    expect(sessionStatements).toBe(1);
  });

  it('an account page', async () => {
    const person = await signUpVerified(test);
    await requestPage('/account/', person, async (_, locals) => {
      expect(locals.user?.fullPhone).toBe(person.e164);
    });
    expect(sessionStatements).toBe(1);
  });

  it('the next request of the same browser reads it again', async () => {
    const person = await signUpVerified(test);
    await requestPage('/account/', person, async () => {});
    const copy = person.visitor.fork();
    await person.visitor.call('POST /api/v1/auth/logout/', {});
    await requestPage('/account/', { ...person, visitor: copy }, async (_, locals) => {
      expect(locals.session).toBeNull();
    });
    expect(sessionStatements).toBe(1);
  });
});

describe('[C-20] a session that ends while a body arrives', () => {
  beforeEach(() => {
    // Only Date is fake, because the age of a session depends on it. Timers stay real.
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => vi.useRealTimers());

  /** Logs out in another tab, 20 seconds after the request began. */
  async function endSession(person: Person) {
    vi.setSystemTime(Date.now() + 20_000);
    await person.visitor.fork().call('POST /api/v1/auth/logout/', {});
  }

  it('does not change anything by the form of a page', async () => {
    const staff = await signUpStaff(test);
    await requestPage('/staff/jobs/', staff, async (request) => {
      await endSession(staff);
      const call = api.callEndpoint(preview, { request }, { body: { text: '*x*' } });
      await expect(call).rejects.toMatchObject({ status: 404, errorCode: 'NOT_FOUND' });
    });
  });

  it('nor does a role that ends', async () => {
    const staff = await signUpStaff(test);
    await requestPage('/staff/jobs/', staff, async (request) => {
      vi.setSystemTime(Date.now() + 20_000);
      await test.db.deleteFrom('userRole').where('userId', '=', staff.id).execute();
      const call = api.callEndpoint(preview, { request }, { body: { text: '*x*' } });
      await expect(call).rejects.toMatchObject({ status: 404, errorCode: 'NOT_FOUND' });
    });
  });

  it('does not change anything by a request to the API', async () => {
    const person = await signUpVerified(test);
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await endSession(person);
        controller.enqueue(new TextEncoder().encode('{"first_name": "Usha"}'));
        controller.close();
      },
    });
    const response = await person.visitor.fork().call('PATCH /api/v1/user/update/', body);
    expect([response.status, response.body.error_code]).toEqual([401, 'SESSION_EXPIRED']);
    const { firstName } = await test.db
      .selectFrom('appUser')
      .select('firstName')
      .where('phoneE164', '=', person.e164)
      .executeTakeFirstOrThrow();
    expect(firstName).not.toBe('Usha');
  });
});

describe('a form that runs an endpoint', () => {
  it('[C-24] sends the cookies that the endpoint sets with the response of the page', async () => {
    const person = await signUpVerified(test);
    const response = await requestPage('/account/', person, async (request) => {
      await api.callEndpoint('POST /api/v1/auth/logout/', { request }, { body: {} });
    });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/sid=; Path=\/; Max-Age=0; .*HttpOnly/),
      expect.stringMatching(/^signed_in=; Path=\/; Max-Age=0; /),
    ]);
  });

  it('sends no cookie when the endpoint sets none', async () => {
    const person = await signUpVerified(test);
    const response = await requestPage('/account/', person, async () => {});
    expect(response.headers.getSetCookie()).toEqual([]);
  });
});
