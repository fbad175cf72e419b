/** The attribution cookies as the browser writes them. Every page loads this file, so it is kept small. [TRACK-02] */

// Lengths of encoded values. All four cookies with their names stay under 2 KB (C-25).
const maxTouchLength = 700;
const maxValueLength = 256;

/**
 * Writes the cookies of one page view, which are none for most views. Takes the page's `location` and `document`, and a new id for
 * a browser that has none.
 */
export function writeAttributionCookies(
  { search, pathname, host, protocol }: Pick<Location, 'search' | 'pathname' | 'host' | 'protocol'>,
  page: Pick<Document, 'cookie' | 'referrer'>,
  id: string,
): void {
  const query = new URLSearchParams(search);
  const isSecure = protocol > 'http:';
  const set = (name: string, value: string, more = '') => {
    page.cookie = `${name}=${value};path=/;samesite=lax${isSecure ? ';secure' : ''}${more}`;
  };

  const referrerHost = page.referrer.split('/')[2];
  const campaign = ['source', 'medium', 'campaign', 'content', 'term'].map((name) =>
    query.get(`utm_${name}`),
  );
  const [s, m, c, n, t] = campaign;
  const touch = { a: `${Date.now()}`, s, m, c, p: pathname, r: referrerHost !== host && referrerHost, n, t };
  if (!/\butm_first=/.test(page.cookie))
    set('utm_first', formatTouch({ i: id, ...touch }), ';max-age=31536000');
  if (campaign.some(Boolean)) set('utm_session', formatTouch(touch));
  for (const name of ['ref_code', 'og_referer']) {
    const value = query.get(name);
    if (value) set(name, encodeWithin(value, maxValueLength), ';max-age=2592000');
  }
}

/** Formats fields as `a=1795&s=news`. Cuts the last ones where they would exceed the maximum length. */
function formatTouch(fields: Record<string, string | null | undefined | false>): string {
  let text = '';
  for (const key in fields) {
    const before = `${text && `${text}&`}${key}=`;
    const value = encodeWithin(fields[key] || '', Math.min(maxValueLength, maxTouchLength - before.length));
    if (value) text = before + value;
  }
  return text;
}

/** Encodes the longest beginning of a value that has at most `maxLength` characters once it is encoded. */
function encodeWithin(value: string, maxLength: number): string {
  const characters = [...value].slice(0, maxLength);
  let encoded: string;
  do encoded = encodeURIComponent(characters.join(''));
  while (encoded.length > maxLength && characters.pop());
  return encoded;
}
