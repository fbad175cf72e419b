/**
 * The source of a visit (TRACK-01), stored in cookies (TRACK-02, C-25). The browser writes them and the
 * server reads them. Anybody can change a cookie, so its values are untrusted.
 */

import { isInstantInBounds } from './calendar.ts';

/** Kinds of conversions. Each conversion stores one row of attribution. */
export const conversionKinds = [
  'SIGN_UP',
  'BROCHURE',
  'CALLBACK',
  'JOB_APPLICATION',
  'ENROLMENT',
  'EVENT',
  'SCHOLARSHIP',
  'MASTERY',
  'MOCK_INTERVIEW',
] as const;
export type ConversionKind = (typeof conversionKinds)[number];

/** A visit: its campaign, its first page and the site that linked to it. */
export interface Touch {
  utmSource: string | null;
  utmMedium: string | null;
  utmCampaign: string | null;
  utmContent: string | null;
  utmTerm: string | null;
  /** Path of the first page, without its query. */
  landingPath: string | null;
  /** `news.example`; null for a visit without a link from another site. */
  referrerHost: string | null;
  /** ISO 8601, by the visitor's clock. */
  at: string | null;
}

export const deviceKinds = ['PHONE', 'TABLET', 'COMPUTER', 'OTHER'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

export interface Attribution {
  /** Identifies the browser, not the person. */
  anonymousId: string | null;
  firstTouch: Touch | null;
  sessionTouch: Touch | null;
  refCode: string | null;
  ogReferer: string | null;
  device?: DeviceKind | null;
}

/** Short names within a touch, because every request carries the cookie; `attribution-cookies.ts` writes them. */
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
 * Reads the attribution from cookies. Values are cut to 255 characters without control characters; a value that is too
 * long or cannot be decoded counts as absent.
 */
export function parseAttribution(cookie: (name: string) => string | null): Attribution {
  const first = fieldsOf(cookie('utm_first'));
  const anonymousId = first?.get('i') ?? '';
  return {
    anonymousId: /^[a-z0-9]{8,40}$/.test(anonymousId) ? anonymousId : null,
    firstTouch: first && touchOf(first),
    sessionTouch: touchOf(fieldsOf(cookie('utm_session'))),
    refCode: clean(decode(cookie('ref_code'))),
    ogReferer: clean(decode(cookie('og_referer'))),
  };
}

/** Returns the source that a touch names: its campaign's, or the site that linked to us; null for a visit without either. */
export const sourceOf = (touch: Touch | null): string | null =>
  touch?.utmSource?.toLowerCase() ?? touch?.referrerHost?.toLowerCase().replace(/^www\./, '') ?? null;

/** Returns the `utm_…` parameters for a link to another site: those of the session, else of the first visit. */
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

/** Formats milliseconds since 1970 as ISO 8601; null for an invalid or implausible number. */
function instantText(text: string | undefined): string | null {
  const at = /^[0-9]{12,13}$/.test(text ?? '') ? new Date(Number(text)) : null;
  return at && isInstantInBounds(at) ? at.toISOString() : null;
}

/** Parses `s=news&c=autumn%20sale`, in which each value is encoded. */
function fieldsOf(text: string | null): Map<string, string> | null {
  if (!text || text.length > cookieLength) return null;
  const fields = new Map<string, string>();
  for (const pair of text.split('&')) {
    const at = pair.indexOf('=');
    const value = decode(pair.slice(at + 1));
    if (at > 0 && value) fields.set(pair.slice(0, at), value);
  }
  return fields;
}

function decode(text: string | null): string | null {
  if (!text || text.length > cookieLength) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * Returns one line of at most 255 characters, without control, hidden and reordering characters; null instead of an
 * empty one.
 */
function clean(text: string | null): string | null {
  if (!text) return null;
  const shown = text
    .replace(/[\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return Array.from(shown).slice(0, storedLength).join('').trim() || null;
}
