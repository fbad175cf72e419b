import type { ChatProvider, ChatUser } from '#lib/browser/account/chat-provider.ts';
import { avatarUrl } from '#lib/domain/core/avatar.ts';
import { $user, loadUser, type User } from './user.ts';

/**
 * Tells the chat who is signed in: now, after each login, and when nobody is any more. Returns a function that stops the
 * chat. [TRACK-05]
 */
export function startChat(provider: ChatProvider): () => void {
  let shownId: string | null = null;
  const unsubscribe = $user.subscribe((user) => {
    if (user) provider.identify(toChatUser(user));
    else if (shownId) provider.reset();
    shownId = user?.id ?? null;
  });
  void loadUser().catch(() => {});
  return () => {
    unsubscribe();
    provider.stop();
  };
}

function toChatUser(user: User): ChatUser {
  const { id, email, name, firstName, lastName, fullPhone, intercomHash } = user;
  const picture = avatarUrl(user.avatar);
  return {
    ...{ id, email, name, firstName, lastName, phone: fullPhone, hash: intercomHash },
    dateJoined: Math.floor(Date.parse(user.dateJoined) / 1000),
    avatarUrl: picture && new URL(picture, location.origin).href,
  };
}
