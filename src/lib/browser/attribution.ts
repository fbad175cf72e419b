import { secretAddress } from '#lib/domain/analytics/secret-address.ts';
import { writeAttributionCookies } from '#lib/domain/core/attribution-cookies.ts';
import { analyticsRefused } from './consent.ts';

/** Writes the attribution cookies, unless the visitor refused; runs on every page, before all other scripts. [TRACK-02] */
if (!analyticsRefused() && !secretAddress.test(location.pathname))
  writeAttributionCookies(location, document, crypto.getRandomValues(new Uint8Array(9)).join(''));
