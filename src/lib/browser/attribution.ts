import { cookiesToSet } from '#lib/domain/core/attribution-cookies.ts';

/** Writes the attribution cookies; runs on every page, before all other scripts. [TRACK-02] */
// The address of an employer's link is a secret, which no cookie should store.
const isSecret = location.pathname.startsWith('/shortlist/');
const id = crypto.getRandomValues(new Uint32Array(4)).join('');
// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous and not in every browser
for (const line of isSecret ? [] : cookiesToSet(location, document, id)) document.cookie = line;
