/**
 * Where a visitor came from (TRACK-01), as cookies carry it (TRACK-02, C-25). The browser writes them and the
 * server reads them; anybody can write anything into a cookie, so reading trusts nothing.
 */

/** What somebody did; each leaves one row of attribution. */
export type ConversionKind = 'SIGN_UP' | 'BROCHURE' | 'CALLBACK' | 'JOB_APPLICATION';

/** One visit: the campaign that led to it, the page it began on, and the site before it. */
export interface Touch {
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  utmContent: string | null;
  utmTerm: string | null;
  /** Path of the first page, without its query. */
  landingPath: string | null;
  /** `news.example`; null where the visit began with a bookmark or a typed address. */
  referrerHost: string | null;
  /** ISO 8601, by the visitor's clock. */
  at: string | null;
}

export interface Attribution {
  /** Names the browser, not the person. */
  anonymousId: string | null;
  firstTouch: Touch | null;
  sessionTouch: Touch | null;
  refCode: string | null;
  ogReferer: string | null;
}

/** Short names inside a touch, since a cookie's bytes travel with each request; `attribution-cookies.ts` writes them. */
const touchKeys = {
  utmSource: 's',
  utmMedium: 'm',
  utmCampaign: 'c',
  utmContent: 'n',
  utmTerm: 't',
  landingPath: 'p',
  referrerHost: 'r',
} as const;

const storedLength = 255;
const cookieLength = 2048;

/**
 * The attribution that cookies tell of. Values are cut to 255 characters and lose control characters; whatever is
 * no text of ours, too long or broken counts as absent.
 */
export function readAttribution(cookie: (name: string) => string | null): Attribution {
  const first = fieldsOf(cookie('utm_first'));
  const anonymousId = first?.get('i') ?? '';
  return {
    anonymousId: /^[a-z0-9]{8,40}$/.test(anonymousId) ? anonymousId : null,
    firstTouch: first && touchOf(first),
    sessionTouch: touchOf(fieldsOf(cookie('utm_session'))),
    refCode: clean(decoded(cookie('ref_code'))),
    ogReferer: clean(decoded(cookie('og_referer'))),
  };
}

/** `&utm_source=…` of the campaign, for a link that leaves the site: the session's, else the first. */
export function campaignOf({ sessionTouch, firstTouch }: Attribution): Record<string, string> {
  const touch = sessionTouch ?? firstTouch;
  const named = {
    utm_source: touch?.utmSource,
    utm_medium: touch?.utmMedium,
    utm_campaign: touch?.utmCampaign,
    utm_content: touch?.utmContent,
    utm_term: touch?.utmTerm,
  };
  return Object.fromEntries(Object.entries(named).filter((pair): pair is [string, string] => !!pair[1]));
}

function touchOf(fields: Map<string, string> | null): Touch | null {
  if (!fields) return null;
  const touch = Object.fromEntries(
    Object.entries(touchKeys).map(([name, key]) => [name, clean(fields.get(key) ?? null)]),
  ) as unknown as Touch;
  touch.at = instantText(fields.get('a'));
  return Object.values(touch).some(Boolean) ? touch : null;
}

/** Milliseconds since 1970, of this century → ISO 8601. */
function instantText(text: string | undefined): string | null {
  return /^[0-9]{12,13}$/.test(text ?? '') ? new Date(Number(text)).toISOString() : null;
}

/** `s=news&c=autumn%20sale`, each value encoded. */
function fieldsOf(text: string | null): Map<string, string> | null {
  if (!text || text.length > cookieLength) return null;
  const fields = new Map<string, string>();
  for (const pair of text.split('&')) {
    const at = pair.indexOf('=');
    const value = decoded(pair.slice(at + 1));
    if (at > 0 && value) fields.set(pair.slice(0, at), value);
  }
  return fields;
}

function decoded(text: string | null): string | null {
  if (!text || text.length > cookieLength) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** One line of at most 255 characters, no control characters and none that hide or reorder text; never empty. */
function clean(text: string | null): string | null {
  if (!text) return null;
  const shown = text
    .replace(/[\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return Array.from(shown).slice(0, storedLength).join('').trim() || null;
}
