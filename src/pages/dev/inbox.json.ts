import type { APIRoute } from 'astro';
import { answerInbox } from '#lib/server/messages/inbox-answer.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

export const GET: APIRoute = async ({ url }) => {
  const { messages } = await getRuntime();
  return answerInbox(messages.inbox, url);
};
