/** The cookies of TRACK-02 as the browser writes them; every byte here is loaded by every page. */

// Encoded. All four cookies with their names stay under 2 KB (C-25).
const touchRoom = 700;
const valueRoom = 256;

/**
 * The lines for `document.cookie` of one view of a page; most views set none. Takes the page's own `location` and
 * `document`, and a new name for this browser, used where it has none.
 */
export function cookiesToSet(
  { search, pathname, host, protocol }: Pick<Location, 'search' | 'pathname' | 'host' | 'protocol'>,
  { cookie, referrer }: Pick<Document, 'cookie' | 'referrer'>,
  id: string,
): string[] {
  const lines: string[] = [];
  const query = new URLSearchParams(search);
  const set = (name: string, value: string, more = '') =>
    lines.push(`${name}=${value};path=/;samesite=lax${protocol > 'http:' ? ';secure' : ''}${more}`);

  const came = referrer.split('/')[2];
  const campaign = ['source', 'medium', 'campaign', 'content', 'term'].map((name) =>
    query.get(`utm_${name}`),
  );
  const [s, m, c, n, t] = campaign;
  const touch = { a: `${Date.now()}`, s, m, c, p: pathname, r: came !== host && came, n, t };
  if (!/\butm_first=/.test(cookie)) set('utm_first', pack({ i: id, ...touch }), ';max-age=31536000');
  if (campaign.some(Boolean)) set('utm_session', pack(touch));
  for (const name of ['ref_code', 'og_referer']) {
    const value = query.get(name);
    if (value) set(name, fit(value, valueRoom), ';max-age=2592000');
  }
  return lines;
}

/** `a=1795&s=news`: what does not fit into the room is cut, later fields first. */
function pack(fields: Record<string, string | null | undefined | false>): string {
  let text = '';
  for (const key in fields) {
    const before = `${text && `${text}&`}${key}=`;
    const value = fit(fields[key] || '', Math.min(valueRoom, touchRoom - before.length));
    if (value) text = before + value;
  }
  return text;
}

/** The longest beginning of the value that takes no more than so many characters once it is encoded. */
function fit(value: string, most: number): string {
  const characters = [...value].slice(0, most);
  let encoded: string;
  do encoded = encodeURIComponent(characters.join(''));
  while (encoded.length > most && characters.pop());
  return encoded;
}
