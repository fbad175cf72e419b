import type { Config } from '#lib/server/config.ts';
import type { RateLimit } from '#lib/server/core/rate-limit.ts';
import type { Db } from '#lib/server/db/index.ts';
import type { Cookies } from '#lib/server/http/cookies.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { createProofChallenge, proofLifetimeSeconds, verifyProof } from './proof-of-work.ts';
import { createWait, verifyWait, waitLifetimeSeconds, waitSeconds } from './signed-wait.ts';

/** What limits need to know of a request. */
export interface LimitedRequest {
  db: Db;
  config: Pick<Config, 'secretKeys' | 'limits'>;
  cookies: Cookies;
  network: () => string;
  /** The signed-in person; null for a visitor. */
  accountId: string | null;
  /** The key of the endpoint. */
  route: string;
  proof: ProofInput;
}

/**
 * What a request may carry where its network is busy: the answer to a challenge, or the signed wait of a form that was
 * posted without script. [C-12]
 */
export interface ProofInput {
  kind: 'work' | 'wait';
  text: string | null;
}

/** A proof that is valid for this request. */
interface Proof {
  kind: ProofInput['kind'];
  /** Full once the proof was used. */
  singleUse: RateLimit;
}

/** Returns the valid proof that a request carries, or null. Throws `PROOF_REQUIRED` for a wait that is not over yet. [C-12] */
export async function findProof(request: LimitedRequest): Promise<Proof | null> {
  const { kind, text } = request.proof;
  if (!text) return null;
  if (kind === 'work') {
    const id = await verifyProof(request.config, scopeOf(request), text);
    return id ? { kind, singleUse: singleUse(id, proofLifetimeSeconds) } : null;
  }
  const wait = verifyWait(request.config, scopeOf(request), text);
  if (wait && wait.secondsLeft > 0) throw createWaitError(text, wait.secondsLeft);
  return wait && { kind, singleUse: singleUse(wait.id, waitLifetimeSeconds) };
}

/** Returns `PROOF_REQUIRED` with a new challenge, or with a new wait for a form without script. [C-12] */
export async function requireNewProof(request: LimitedRequest): Promise<HttpError> {
  const scope = scopeOf(request);
  if (request.proof.kind === 'wait') return createWaitError(createWait(request.config, scope), waitSeconds);
  return new HttpError('PROOF_REQUIRED', {
    extra: { challenge: await createProofChallenge(request.config, scope) },
  });
}

const createWaitError = (wait: string, secondsLeft: number) =>
  new HttpError('PROOF_REQUIRED', { extra: { wait }, retryAfter: secondsLeft });

const scopeOf = ({ route, network }: LimitedRequest) => ({ route, network: network() });

/** It is remembered for twice its lifetime, because the database's clock may differ from ours. */
const singleUse = (id: string, lifetimeSeconds: number): RateLimit => ({
  key: `proof:${id}`,
  max: 1,
  windowSeconds: 2 * lifetimeSeconds,
});
