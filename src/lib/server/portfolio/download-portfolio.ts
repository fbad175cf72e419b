import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { waitText } from '#lib/domain/core/limits/wait-text.ts';
import { consume } from '#lib/server/core/rate-limit.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { getRuntime } from '#lib/server/runtime.ts';
import { requireOwnPortfolio } from './find-portfolios.ts';

interface PortfolioFile {
  name: string;
  type: string;
  body: BodyInit;
}

/** Returns a file rendered from the visitor's own portfolio, or redirects a visitor without one to the editor. */
export async function downloadOwnPortfolio(
  user: { id: string; firstName: string; lastName: string; isPhoneVerified: boolean } | null,
  redirect: (path: string, status: 302) => Response,
  render: (portfolio: Portfolio) => Promise<PortfolioFile>,
): Promise<Response> {
  if (!user?.isPhoneVerified) return redirect('/account/portfolio/', 302);
  const { db } = await getRuntime();
  const limit = await consume(db, [{ key: `portfolio-file:${user.id}`, max: 60, windowSeconds: 3600 }]);
  if (limit)
    return retryLater(
      429,
      `You have downloaded your portfolio very often. Try again in ${waitText(limit.retryAfter)}.`,
      limit,
    );
  const file = await requireOwnPortfolio(db, user)
    .then(render)
    .catch((error) => {
      if (error instanceof HttpError) return error;
      throw error;
    });
  if (file instanceof HttpError)
    return file.errorCode === 'SERVICE_UNAVAILABLE'
      ? retryLater(503, 'Many files are being made right now. Try again in a moment.', { retryAfter: 5 })
      : new Response(null, { status: file.status });
  const { name, type, body } = file;
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  });
}

const retryLater = (status: 429 | 503, text: string, { retryAfter }: { retryAfter: number }) =>
  new Response(text, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': String(retryAfter) },
  });
