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

/** `GET /dev/inbox.json`: `{messages: [{to, medium, subject, text, code, at}]}`, newest first. */
export async function answerInbox(inbox: Inbox | undefined, url: URL): Promise<Response> {
  const messages = await readInbox(inbox, url);
  const headers = { 'Cache-Control': 'no-store' };
  if (!messages)
    return Response.json(
      { error_code: 'NOT_FOUND', error: 'Not found', field_errors: {} },
      { status: 404, headers },
    );
  return Response.json({ messages }, { headers });
}
