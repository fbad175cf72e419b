import type { APIRoute } from 'astro';
import { findOwnExport } from '#lib/server/privacy/data-export.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The copy of a person's data. Only its owner can open it, with an OTP of the last ten minutes, until it expires. [C-20] */
export const GET: APIRoute = async ({ locals, redirect }) => {
  const { session } = locals;
  if (!session?.isFresh) return redirect('/account/privacy/?done=code-needed', 303);
  const file = await findOwnExport(await getRuntime(), session.user.id);
  if (!file) return redirect('/account/privacy/?done=expired', 303);
  return new Response(file.stream, {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Length': String(file.bytes),
      'Content-Disposition': 'attachment; filename="liftoff-data.zip"',
      'Cache-Control': 'private, no-store',
    },
  });
};
