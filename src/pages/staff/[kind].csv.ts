import type { APIRoute } from 'astro';
import { getRuntime } from '#lib/server/runtime.ts';
import { type ExportKind, exports, handleExport } from '#lib/server/staff/export.ts';

export const prerender = false;

/** All that a list finds, as a file; the middleware has asked who reads. */
export const GET: APIRoute = async ({ params, request, locals }) => {
  const kind = params.kind ?? '';
  if (!Object.hasOwn(exports, kind) || !locals.staffId) return new Response(null, { status: 404 });
  const { db } = await getRuntime();
  return handleExport(db, locals.staffId, kind as ExportKind, request);
};

export const HEAD = GET;
