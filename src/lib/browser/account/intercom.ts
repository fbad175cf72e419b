import * as messenger from '@intercom/messenger-js-sdk';
import type { ChatProvider } from './chat-provider.ts';

const appId = import.meta.env.PUBLIC_INTERCOM_APP_ID ?? '';
const region = import.meta.env.PUBLIC_INTERCOM_REGION ?? 'us';

/** The package derives the address of the region's servers at the start only, and stores it here. */
const apiBaseOf = (page: { intercomSettings?: { api_base?: string } }) => page.intercomSettings?.api_base;

/** Starts Intercom's Messenger for a visitor. Its own launcher opens it. [TRACK-05] */
export function createIntercom(): ChatProvider {
  messenger.Intercom({ app_id: appId, region });
  const apiBase = apiBaseOf(window as object);
  return {
    identify: ({ id, hash, email, name, firstName, lastName, phone, dateJoined, avatarUrl }) =>
      messenger.update({
        user_id: id,
        ...(hash ? { user_hash: hash } : {}),
        email,
        name,
        first_name: firstName,
        last_name: lastName,
        phone,
        created_at: dateJoined,
        ...(avatarUrl ? { avatar: { type: 'avatar', image_url: avatarUrl } } : {}),
      }),
    reset() {
      messenger.shutdown();
      messenger.boot({ app_id: appId, ...(apiBase && { api_base: apiBase }) });
    },
    stop: () => messenger.shutdown(),
  };
}
