import type { BodyOf, PathParams, QueryOf, ResponseOf } from '#lib/contract/core/endpoint.ts';
import type { Contract, RouteKey } from '#lib/contract/index.ts';
import type { Session } from '#lib/server/auth/session.ts';
import type { UserRow } from '#lib/server/db/schema/accounts.ts';
import type { Cookies } from '#lib/server/http/cookies.ts';
import type { ConsumeLimits } from '#lib/server/http/limits/route-limits.ts';
import type { Upload } from '#lib/server/http/multipart.ts';
import type { ServeDeps } from '#lib/server/http/run-endpoint.ts';
import type { MediaStore } from '#lib/server/media/store/media-store.ts';
import type { Messages } from '#lib/server/messages/index.ts';
import type { Config } from './config.ts';

/** Dependencies of the API; tests pass their own. */
export interface ApiDeps extends ServeDeps {
  config: Config;
  messages: Messages;
  mediaStore: MediaStore;
  /** Learns of each one-time code of the sign-in; absent where nobody reads figures. */
  onOtp?: ((outcome: 'sent' | 'verified' | 'wrong') => void) | undefined;
}

/** The arguments of every handler in addition to its parsed input. */
export interface Context extends ApiDeps {
  session: Session | null;
  cookies: Cookies;
  userAgent: string;
  /** Whether the browser sent Do Not Track or Global Privacy Control. */
  asksForPrivacy: boolean;
  /** Returns the network that rate limits count by: an IPv4 address or an IPv6 /64. */
  network: () => string;
  /** Counts the request against limits besides those of its endpoint. */
  consumeLimits: ConsumeLimits;
}

type AccessOf<K extends RouteKey> = Contract[K]['access'];

type RequestContext<K extends RouteKey> =
  AccessOf<K> extends 'signed-in' | 'verified' | 'staff'
    ? Context & { session: Session }
    : Context & { uploader: AccessOf<K> extends 'uploader' ? UserRow : null };

/** The argument of one endpoint's handler: the context and the validated parts of the request. */
export type HandlerInput<K extends RouteKey> = RequestContext<K> & {
  params: PathParams<K>;
  query: QueryOf<Contract[K]>;
  body: BodyOf<Contract[K]>;
  upload: Contract[K] extends { acceptsFile: true } ? Upload : undefined;
};

/** One function per route of the contract; a missing one is a compile error. */
export type Handlers<Keys extends RouteKey = RouteKey> = {
  [K in Keys]: (input: HandlerInput<K>) => Promise<ResponseOf<Contract[K]>>;
};
