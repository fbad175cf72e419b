import { vi } from 'vitest';

interface SentCall {
  /** `POST /api/v1/auth/user-exists/` */
  key: string;
  // biome-ignore lint/suspicious/noExplicitAny: the wire's own shape, as a test states it
  body: any;
  init: RequestInit;
}

type Reply = Response | Error | Promise<Response>;

/**
 * The network as the client sees it: answers by call, and what was sent. A call without an answer fails the test.
 * Also the two things of a browser that the stores look at: cookies and the tab's storage.
 */
export function stubBrowser() {
  const sent: SentCall[] = [];
  const replies = new Map<string, (body: SentCall['body']) => Reply>();
  const storage = new Map<string, string>();
  const page = new EventTarget() as EventTarget & { cookie: string };
  page.cookie = '';

  vi.stubGlobal('document', page);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
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
    on: (key: string, reply: (body: SentCall['body']) => Reply) => replies.set(key, reply),
    sentTo: (key: string) => sent.filter((one) => one.key === key),
  };
}

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

/** A failure as the error contract writes it. */
export function refusal(status: number, error_code: string, error: string, more: object = {}): Response {
  return json({ error_code, error, field_errors: {}, request_id: 'r1', ...more }, status);
}

/** USER-01, as it is on the wire. */
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
    is_phone_verified: true,
    date_joined: '2026-01-01T00:00:00.000Z',
    avatar: null,
    intercom_hash: null,
    time_zone: 'Asia/Kolkata',
    notification_preferences: { call: true, email: true, whatsapp: true },
    ...change,
  };
}
