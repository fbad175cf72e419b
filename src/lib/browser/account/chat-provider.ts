import type { Traits } from '#lib/browser/event-queue.ts';

/** What the chat learns of a signed-in person. [TRACK-05] */
export interface ChatUser extends Traits {
  id: string;
  phone: string;
  /** Seconds since 1970. */
  dateJoined: number;
  avatarUrl: string | null;
  /** The server's signature of the id; null without a secret. */
  hash: string | null;
}

/** A live chat. Creating one shows it to a visitor. */
export interface ChatProvider {
  identify(user: ChatUser): void;
  /** Ends the person's conversation on this device and goes on as a visitor. */
  reset(): void;
  /** Removes the chat from the page. */
  stop(): void;
}
