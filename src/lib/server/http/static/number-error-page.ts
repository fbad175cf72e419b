import { findRequestId } from '../node/request-id.ts';

/** The mark-up of RequestNumber.astro in a page that was rendered at build. */
const placeholder = /(data-request-number) hidden(>[^<]*<code[^>]*>)(?=<\/code>)/;

/**
 * Returns a prerendered error page that shows the id of the request that is being handled, which support finds in the log. A page
 * without a place for it, and any page outside of a request, stays as it is. [C-40]
 */
export function numberPage(html: string): string {
  const id = findRequestId();
  return id === undefined ? html : html.replace(placeholder, (_, mark, text) => `${mark}${text}${id}`);
}

/** Does the same for a response that is an error page. Returns any other response as it is. */
export async function numberErrorPage(response: Response): Promise<Response> {
  const { headers, status } = response;
  if (status < 400 || !response.body || !headers.get('Content-Type')?.startsWith('text/html'))
    return response;
  headers.delete('Content-Length');
  return new Response(numberPage(await response.text()), { status, headers });
}
