import type { Environment } from '#lib/domain/core/environment.ts';
import type { AnalyticsPlugin } from './start-analytics.ts';

declare global {
  interface Window {
    dataLayer?: object[];
  }
}

/** Hands calls to Google Tag Manager: each is an entry of its `dataLayer`, ready when the container's script has run. */
export function createTagManager(containerId: string, environment: Environment): AnalyticsPlugin {
  window.dataLayer ??= [];
  const layer = window.dataLayer;
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
  };
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
