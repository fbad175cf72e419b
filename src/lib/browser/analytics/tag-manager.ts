import type { Environment } from '#lib/domain/core/environment.ts';
import type { AnalyticsPlugin } from './start-analytics.ts';

declare global {
  interface Window {
    dataLayer?: object[];
  }
}

/**
 * Hands calls to Google Tag Manager: each is an entry of its `dataLayer`, ready when the container's script has run. A script that runs
 * cannot be taken out of a page, so a visitor who withdraws the consent is denied by Google's consent mode, which its tags obey at
 * once, and loses its cookies; tags of others end with the page.
 */
export function createTagManager(containerId: string, environment: Environment): AnalyticsPlugin {
  window.dataLayer ??= [];
  const layer = window.dataLayer;
  pushConsent('default', 'granted');
  layer.push({ environment });
  layer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  return {
    name: 'tag-manager',
    ready: loadScript(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(containerId)}`),
    send(call) {
      if (call.type === 'track') layer.push({ event: call.name, ...call.properties });
      else if (call.type === 'identify')
        layer.push({
          event: 'identify',
          user_id: call.userId,
          email: call.traits.email,
          name: call.traits.name,
          first_name: call.traits.firstName,
          last_name: call.traits.lastName,
        });
      else
        layer.push({
          event: 'reset',
          user_id: null,
          email: null,
          name: null,
          first_name: null,
          last_name: null,
        });
    },
    clear() {
      pushConsent('update', 'denied');
      deleteGoogleCookies();
    },
  };
}

/** Tells Google's tags whether they may store anything. */
function pushConsent(command: 'default' | 'update', choice: 'granted' | 'denied'): void {
  const kinds = ['analytics_storage', 'ad_storage', 'ad_user_data', 'ad_personalization'];
  pushArguments('consent', command, Object.fromEntries(kinds.map((kind) => [kind, choice])));
}

/** Google's consent mode reads only an `arguments` object. */
function pushArguments(..._: unknown[]): void {
  // biome-ignore lint/complexity/noArguments: an array is taken for something else
  window.dataLayer?.push(arguments);
}

/** Deletes what the tags have stored, `_ga` and `_gcl_au` for example, for this host and the domains above it. */
function deleteGoogleCookies(): void {
  const names = document.cookie.split('; ').map((pair) => pair.split('=', 1)[0] ?? '');
  const labels = location.hostname.split('.');
  const domains = labels.map((_, index) => `;domain=${labels.slice(index).join('.')}`);
  for (const name of names.filter((one) => /^_(ga|gid|gat|gcl)/.test(one)))
    for (const domain of ['', ...domains]) deleteCookie(name, domain);
}

function deleteCookie(name: string, domain: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous and not in every browser
  document.cookie = `${name}=;max-age=0;path=/${domain}`;
}

/** Adds a script to the page. Resolves when it has run; rejects when it cannot be loaded. */
function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: url, async: true });
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${url} could not be loaded`)));
    document.head.append(script);
  });
}
