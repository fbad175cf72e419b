import { createHash, createPublicKey, verify } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { JsonLdParser } from 'jsonld-streaming-parser';
import { RDFC10 } from 'rdfjs-c14n';

type Json = Record<string, unknown>;
/** Returns the document at an address: a vocabulary, the issuer's profile, or a status list. */
type Load = (url: string) => Promise<object>;

/**
 * Checks a credential as the standard `eddsa-rdfc-2022` says, with no line of the libraries that sign ours: Ruben Taelman's JSON-LD
 * parser, Ivan Herman's canonicalisation for the W3C, and the Ed25519 of OpenSSL. Returns null, or why it refuses.
 */
export async function checkIndependently(credential: object, load: Load, now: Date): Promise<string | null> {
  const { proof: proofs, ...document } = credential as Json & { proof: Json[] };
  const [proof] = proofs;
  if (proofs.length !== 1 || proof?.cryptosuite !== 'eddsa-rdfc-2022') return 'no proof of this suite';
  const { proofValue, ...options } = proof as Json & { proofValue: string; verificationMethod: string };
  const profile = (await load(String(document.issuer && (document.issuer as Json).id))) as Json;
  const keys = (profile.verificationMethod as Json[]).filter(({ id }) => id === options.verificationMethod);
  if (!keys[0] || !(profile.assertionMethod as string[]).includes(options.verificationMethod))
    return 'unknown key';
  const hashed = Buffer.concat([
    await hash({ '@context': document['@context'], ...options }, load),
    await hash(document, load),
  ]);
  const isSigned = verify(
    null,
    hashed,
    readKey(String(keys[0].publicKeyMultibase)),
    decodeBase58(proofValue.slice(1)),
  );
  if (!isSigned) return 'changed';
  if (document.validUntil && now > new Date(String(document.validUntil))) return 'expired';
  return (await isRevoked(document.credentialStatus as Json, load)) ? 'revoked' : null;
}

async function hash(document: object, load: Load): Promise<Buffer> {
  const quads: object[] = [];
  const parser = new JsonLdParser({
    documentLoader: { load: async (url) => (await load(url)) as never },
    strictValues: false,
  });
  await new Promise<void>((done, failed) => {
    parser.on('data', (quad: object) => quads.push(quad));
    parser.on('error', failed);
    parser.on('end', done);
    parser.write(JSON.stringify(document));
    parser.end();
  });
  const text = await new RDFC10().canonicalize(quads as Parameters<RDFC10['canonicalize']>[0]);
  return createHash('sha256').update(text).digest();
}

/** Reads a Multikey: two bytes that name Ed25519, then the key, in base 58 after a `z`. */
function readKey(multibase: string) {
  const raw = decodeBase58(multibase.slice(1)).subarray(2);
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') },
    format: 'jwk',
  });
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function decodeBase58(text: string): Buffer {
  let value = 0n;
  for (const sign of text) value = value * 58n + BigInt(alphabet.indexOf(sign));
  const hex = value.toString(16);
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')]);
}

async function isRevoked(status: Json, load: Load): Promise<boolean> {
  const list = (await load(String(status.statusListCredential))) as { credentialSubject: Json };
  const bits = gunzipSync(Buffer.from(String(list.credentialSubject.encodedList).slice(1), 'base64url'));
  const index = Number(status.statusListIndex);
  return ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;
}
