import { vi } from 'vitest';

interface SentCall {
  /** `POST /api/v1/auth/user-exists/` */
  key: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test states the shape that it expects
  body: any;
  init: RequestInit;
}

type Reply = Response | Error | Promise<Response>;

/**
 * A fake network with a response per endpoint and a record of all requests. A request without a response fails the test. It
 * also has the parts of a browser that stores read: cookies, the URL and the storages.
 */
export function stubBrowser() {
  const sent: SentCall[] = [];
  const replies = new Map<string, (body: SentCall['body']) => Reply>();
  const page = Object.assign(new EventTarget(), { cookie: '', querySelector: vi.fn() });
  const address = { origin: 'https://liftoff.test', pathname: '/moonshot/jobs/', assign: vi.fn() };

  vi.stubGlobal('document', page);
  vi.stubGlobal('location', address);
  vi.stubGlobal('sessionStorage', fakeStorage());
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const key = `${init.method ?? 'GET'} ${url}`;
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    sent.push({ key, body, init });
    const reply = replies.get(key)?.(body);
    if (reply === undefined) throw new Error(`No answer was given for ${key}`);
    if (reply instanceof Error) throw reply;
    return reply;
  });

  return {
    sent,
    page,
    address,
    on: (key: string, reply: (body: SentCall['body']) => Reply) => replies.set(key, reply),
    sentTo: (key: string) => sent.filter((one) => one.key === key),
  };
}

function fakeStorage() {
  const storage = new Map<string, string>();
  return {
    get length() {
      return storage.size;
    },
    key: (index: number) => [...storage.keys()][index] ?? null,
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
    clear: () => storage.clear(),
  };
}

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

/** Returns an error response in the shape of the error contract. */
export function errorResponse(
  status: number,
  error_code: string,
  error: string,
  more: object = {},
): Response {
  return json({ error_code, error, field_errors: {}, request_id: 'r1', ...more }, status);
}

/** Returns a user as JSON of the API. [USER-01] */
export function wireUser(change: object = {}) {
  return {
    id: 'u1',
    email: 'asha@example.com',
    name: 'Asha Rao',
    first_name: 'Asha',
    last_name: 'Rao',
    phone: '9876543210',
    country_iso_code: 'IN',
    full_phone: '+919876543210',
    is_email_verified: true,
    is_phone_verified: true,
    date_joined: '2026-01-01T00:00:00.000Z',
    avatar: null,
    intercom_hash: null,
    time_zone: 'Asia/Kolkata',
    notification_preferences: {
      reminders: { email: true, sms: true, whatsapp: true },
      updates: { email: true, sms: true, whatsapp: true },
      offers: { email: true, sms: true, whatsapp: true },
    },
    ...change,
  };
}
