import type { APIRoute } from 'astro';
import { answerInboxHtml } from '#lib/server/messages/inbox-answer.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

export const GET: APIRoute = async ({ params }) => {
  const { messages } = await getRuntime();
  return answerInboxHtml(messages.inbox, params.id);
};
