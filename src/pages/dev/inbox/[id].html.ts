import type { APIRoute } from 'astro';
import { handleInboxHtml } from '#lib/server/messages/inbox-response.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

export const GET: APIRoute = async ({ params }) => {
  const { messages } = await getRuntime();
  return handleInboxHtml(messages.inbox, params.id);
};
