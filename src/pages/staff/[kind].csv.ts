import type { APIRoute } from 'astro';
import { getRuntime } from '#lib/server/runtime.ts';
import { type ExportKind, exports, handleExport } from '#lib/server/staff/export.ts';

export const prerender = false;

/** All rows of a staff list as a CSV file. The middleware sets `staffId` for staff only. */
export const GET: APIRoute = async ({ params, request, locals }) => {
  const kind = params.kind ?? '';
  if (!Object.hasOwn(exports, kind) || !locals.staffId) return new Response(null, { status: 404 });
  const { config, db } = await getRuntime();
  return handleExport(db, locals.staffId, kind as ExportKind, request, config.siteOrigin);
};

export const HEAD = GET;
