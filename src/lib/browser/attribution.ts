import { cookiesToSet } from '#lib/domain/core/attribution-cookies.ts';
import { analyticsRefused } from './consent.ts';

/** Writes the attribution cookies, unless the visitor refused; runs on every page, before all other scripts. [TRACK-02] */
// The address of an employer's link is a secret, which no cookie should store.
const isSecret = location.pathname.startsWith('/shortlist/');
const id = crypto.getRandomValues(new Uint32Array(4)).join('');
const lines = isSecret || analyticsRefused() ? [] : cookiesToSet(location, document, id);
// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous and not in every browser
for (const line of lines) document.cookie = line;
