import type { Inbox, InboxMessage } from './inbox.ts';

/** `?to=+919876543210`: in a query a bare plus sign means a space, and people type it bare. */
export function recipientOf(url: URL): string | undefined {
  const to = url.searchParams.get('to')?.replace(/^ /, '+').trim();
  return to || undefined;
}

/** What the inbox page shows, or null where there is no inbox: then the page does not exist. */
export async function readInbox(inbox: Inbox | undefined, url: URL): Promise<InboxMessage[] | null> {
  return inbox ? inbox.list(recipientOf(url)) : null;
}

/**
 * The HTML part of a mail, to be looked at in a frame of the inbox's page: it runs nothing, fetches nothing, posts
 * nothing and knows nothing of this origin, whatever is in it.
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

/** `GET /dev/inbox.json`: `{messages: [{to, medium, subject, text, code, html_path, attachments, at}]}`, newest first. */
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

/** As the wire names things (API-01). */
const presentMessage = ({ htmlPath, attachments, ...message }: InboxMessage) => ({
  ...message,
  html_path: htmlPath,
  attachments: attachments.map(({ fileName }) => ({ file_name: fileName })),
});
