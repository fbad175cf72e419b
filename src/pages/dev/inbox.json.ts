import type { APIRoute } from 'astro';
import { handleInbox } from '#lib/server/messages/inbox-response.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

export const GET: APIRoute = async ({ url }) => {
  const { messages } = await getRuntime();
  return handleInbox(messages.inbox, url);
};
