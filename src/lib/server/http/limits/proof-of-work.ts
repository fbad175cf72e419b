import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Payload } from 'altcha-lib/types';
import { type Config, derive } from '#lib/server/config.ts';

/** What a challenge is bound to: it solves nothing for another route or network. */
export interface ProofScope {
  route: string;
  network: string;
}

/** How long a challenge can be answered: a phone that was put away while it worked can still send its form. */
export const proofLifetimeSeconds = 300;

const maxAnswerLength = 4096;

/** A browser derives keys until it finds the one of a number from this range; on a mid-range phone about 0.3 s. [C-12] */
const counters = { min: 60, max: 140 };

type ProofConfig = Pick<Config, 'secretKeys'> & { limits: Pick<Config['limits'], 'proofCost'> };

/** Returns a signed challenge as text: base64 of JSON, as its answer is, so that no conversion of keys can break it. */
export async function createProofChallenge(
  { secretKeys, limits }: ProofConfig,
  scope: ProofScope,
): Promise<string> {
  const [key] = secretKeys;
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: limits.proofCost,
    counter: randomInt(counters.max, counters.min),
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1000) + proofLifetimeSeconds,
    data: { scope: scopeOf(key, scope) },
    hmacSignatureSecret: derive(key, 'proof'),
    hmacKeySignatureSecret: derive(key, 'proof-key'),
  });
  return Buffer.from(JSON.stringify(challenge)).toString('base64');
}

/**
 * Returns the id of a challenge that was made for this scope and has been solved, or null. The caller counts the id, so that
 * an answer is used once.
 */
export async function verifyProof(
  { secretKeys }: Pick<Config, 'secretKeys'>,
  scope: ProofScope,
  text: string,
): Promise<string | null> {
  const answer = parseAnswer(text);
  if (!answer) return null;
  for (const key of secretKeys) {
    if (answer.challenge.parameters.data?.scope !== scopeOf(key, scope)) continue;
    const { verified } = await verifySolution({
      ...answer,
      deriveKey,
      hmacSignatureSecret: derive(key, 'proof'),
      hmacKeySignatureSecret: derive(key, 'proof-key'),
    }).catch(() => ({ verified: false }));
    if (verified) return answer.challenge.parameters.nonce;
  }
  return null;
}

/** The scope as the challenge carries it: the network is nobody else's business. */
const scopeOf = (key: string, { route, network }: ProofScope) =>
  derive(key, `proof:${route}:${network}`).slice(0, 22);

/** Answers come from strangers; the library checks everything that it reads. */
function parseAnswer(text: string): Required<Pick<Payload, 'challenge' | 'solution'>> | null {
  if (text.length > maxAnswerLength) return null;
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(text, 'base64').toString());
    return challenge.parameters && solution ? { challenge, solution } : null;
  } catch {
    return null;
  }
}
