import type { APIRoute } from 'astro';
import { findShortlist } from '#lib/server/hiring/employer-links/find-shortlist.ts';
import { formatShortlistCsv } from '#lib/server/hiring/employer-links/shortlist-csv.ts';
import {
  respondToShortlistMiss,
  shortlistHeaders,
} from '#lib/server/hiring/employer-links/shortlist-misses.ts';
import { clientAddress } from '#lib/server/http/client-address.ts';
import { getRuntime } from '#lib/server/runtime.ts';

export const prerender = false;

/** The candidates of an employer's link as a CSV file. */
export const GET: APIRoute = async ({ params, request }) => {
  const { config, db } = await getRuntime();
  const shortlist = await findShortlist(db, params.key ?? '');
  if (!shortlist) return respondToShortlistMiss(db, clientAddress(request, config));
  return new Response(formatShortlistCsv(shortlist, config.siteOrigin), {
    headers: {
      ...shortlistHeaders,
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="candidates.csv"',
    },
  });
};

export const HEAD = GET;
