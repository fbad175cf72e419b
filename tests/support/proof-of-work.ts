import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Answer, Visitor } from './visitor.ts';

/** Solves the challenge of a PROOF_REQUIRED as a browser does, and returns the header of the next request. */
export async function solve({ body }: Answer): Promise<{ 'Proof-Of-Work': string }> {
  const challenge = JSON.parse(Buffer.from(body.challenge, 'base64').toString());
  const solution = await solveChallenge({ challenge, deriveKey });
  return { 'Proof-Of-Work': Buffer.from(JSON.stringify({ challenge, solution })).toString('base64') };
}

/** Sends a request, and again with a proof of work when the server asks for one. */
export async function callWithProof(visitor: Visitor, key: string, body: object): Promise<Answer> {
  const first = await visitor.call(key, body);
  return first.status === 428 ? visitor.call(key, body, await solve(first)) : first;
}
