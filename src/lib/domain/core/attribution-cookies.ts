/** The attribution cookies as the browser writes them. Every page loads this file, so it is kept small. [TRACK-02] */

// Lengths of encoded values. All four cookies with their names stay under 2 KB (C-25).
const maxTouchLength = 700;
const maxValueLength = 256;

/**
 * Writes the cookies of one page view, which are none for most views. Takes the page's `location` and `document`, and a new id for
 * a browser that has none.
 */
export function writeAttributionCookies(
  address: Pick<Location, 'search' | 'pathname' | 'host' | 'protocol'>,
  page: Pick<Document, 'cookie' | 'referrer'>,
  id: string,
): void {
  const query = new URLSearchParams(address.search);
  const set = (name: string, value: string) => {
    page.cookie = `${name}=${value};path=/;samesite=lax${address.protocol > 'http:' ? ';secure' : ''}`;
  };

  const referrerHost = page.referrer.split('/')[2];
  const utm = (name: string) => query.get(`utm_${name}`);
  const touch = {
    a: `${Date.now()}`,
    s: utm('source'),
    m: utm('medium'),
    c: utm('campaign'),
    p: address.pathname,
    r: referrerHost !== address.host && referrerHost,
    n: utm('content'),
    t: utm('term'),
  };
  if (!/utm_first/.test(page.cookie))
    set('utm_first', `${formatTouch({ i: id, ...touch })};max-age=31536000`);
  if (touch.s || touch.m || touch.c || touch.n || touch.t) set('utm_session', formatTouch(touch));
  for (const name of ['ref_code', 'og_referer']) {
    const value = query.get(name);
    if (value) set(name, `${encodeWithin(value)};max-age=2592000`);
  }
}

/** Deletes all of them. Asks for nothing where the browser has none. */
export function deleteAttributionCookies(page: Pick<Document, 'cookie'>): void {
  for (const name of ['utm_first', 'utm_session', 'ref_code', 'og_referer'])
    if (page.cookie.includes(`${name}=`)) page.cookie = `${name}=;max-age=0;path=/`;
}

/** Formats fields as `a=1795&s=news`. Cuts the last ones where they would exceed the maximum length. */
function formatTouch(fields: Record<string, string | null | undefined | false>): string {
  let text = '';
  for (const key in fields) {
    const before = `${text && `${text}&`}${key}=`;
    const value = encodeWithin(fields[key] || '', maxTouchLength - before.length);
    if (value) text = before + value;
  }
  return text;
}

/**
 * Encodes the longest beginning of a value that has at most 256 characters once it is encoded, or `room` where that is less.
 */
function encodeWithin(value: string, room = maxValueLength): string {
  const characters = [...value].slice(0, maxValueLength);
  let encoded: string;
  do encoded = encodeURIComponent(characters.join(''));
  while (encoded.length > Math.min(maxValueLength, room) && characters.pop());
  return encoded;
}
