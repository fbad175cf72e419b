import type { Inbox, InboxMessage } from './inbox.ts';

/**
 * Returns the recipient of `?to=+919876543210`. People do not escape the plus sign, which a query decodes to a space.
 */
export function recipientOf(url: URL): string | undefined {
  const to = url.searchParams.get('to')?.replace(/^ /, '+').trim();
  return to || undefined;
}

/** Returns the messages of the inbox page, or null where there is no inbox and the page does not exist. */
export async function readInbox(inbox: Inbox | undefined, url: URL): Promise<InboxMessage[] | null> {
  const to = recipientOf(url);
  // No recipient has a control character, and PostgreSQL rejects one of them.
  if (inbox && to && /\p{Cc}/u.test(to)) return [];
  return inbox ? inbox.list(to) : null;
}

/**
 * Responds with the HTML part of an email, for a frame of the inbox page. Its policy prevents scripts, requests, forms
 * and access to this origin.
 */
export async function handleInboxHtml(inbox: Inbox | undefined, id: string | undefined): Promise<Response> {
  const html = inbox && /^[0-9]{1,15}$/.test(id ?? '') ? await inbox.findHtml(Number(id)) : null;
  if (html === null) return new Response('Not found', { status: 404 });
  return new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
      'Cache-Control': 'no-store',
    },
  });
}

/**
 * Responds to `GET /dev/inbox.json`: `{messages: [{to, medium, subject, text, code, html_path, attachments, at}]}`,
 * newest first.
 */
export async function handleInbox(inbox: Inbox | undefined, url: URL): Promise<Response> {
  const messages = await readInbox(inbox, url);
  const headers = { 'Cache-Control': 'no-store' };
  if (!messages)
    return Response.json(
      { error_code: 'NOT_FOUND', error: 'Not found', field_errors: {} },
      { status: 404, headers },
    );
  return Response.json({ messages: messages.map(presentMessage) }, { headers });
}

/** Presents a message with the keys of the wire. [API-01] */
const presentMessage = ({ htmlPath, attachments, ...message }: InboxMessage) => ({
  ...message,
  html_path: htmlPath,
  attachments: attachments.map(({ fileName }) => ({ file_name: fileName })),
});
