import type { Portfolio } from '../../contract/portfolio.ts';
import { hit } from '../rate-limit.ts';
import { getRuntime } from '../runtime.ts';
import { requireOwnPortfolio } from './find-portfolios.ts';

interface File {
  name: string;
  type: string;
  body: BodyInit;
}

/** A download made of a person's own portfolio. Whoever has none to download is led to where one begins. */
export async function ownPortfolioFile(
  user: { id: string; firstName: string; lastName: string; isPhoneVerified: boolean } | null,
  redirect: (path: string, status: 302) => Response,
  make: (portfolio: Portfolio) => Promise<File>,
): Promise<Response> {
  if (!user?.isPhoneVerified) return redirect('/account/portfolio/', 302);
  const { db } = await getRuntime();
  const refusal = await hit(db, [{ key: `portfolio-file:${user.id}`, max: 60, windowSeconds: 3600 }]);
  if (refusal) return tooMany(refusal.retryAfter);
  const { name, type, body } = await make(await requireOwnPortfolio(db, user));
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  });
}

const tooMany = (seconds: number) =>
  new Response('You have saved your portfolio very often. Try again later.', {
    status: 429,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': String(seconds) },
  });
