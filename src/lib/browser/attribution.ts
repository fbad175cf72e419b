import { writeAttributionCookies } from '#lib/domain/core/attribution-cookies.ts';
import { analyticsRefused } from './consent.ts';

/** Writes the attribution cookies, unless the visitor refused; runs on every page, before all other scripts. [TRACK-02] */
// The address of an employer's link is a secret, which no cookie should store.
if (!analyticsRefused() && !location.pathname.startsWith('/shortlist/'))
  writeAttributionCookies(location, document, crypto.getRandomValues(new Uint32Array(4)).join(''));
