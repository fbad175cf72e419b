import type { FileFinding, FileKind } from '#lib/domain/certificates/credentials/file-finding.ts';
import { checkFormBody } from '#lib/server/http/body.ts';
import { HttpError } from '#lib/server/http/http-error.ts';
import { isPng, unbakePng } from '../bake-png.ts';
import { isPdf, readPdfAttachments } from '../pdf-attachment.ts';

/** Our credentials have 3 KB. */
const maxCredentialBytes = 64 * 1024;

/** A credential that was found in a file. */
export interface FoundCredential {
  file: FileKind;
  credential: Record<string, unknown>;
}

/**
 * Finds the credential in a PDF, a PNG or a JSON file, which its bytes tell apart, whatever its name. Returns the finding where
 * there is not exactly one, or where it is outside the bounds of a request's JSON. [C-28, C-29, C-32]
 */
export async function readCertificateFile(bytes: Buffer): Promise<FoundCredential | FileFinding> {
  if (isPdf(bytes)) {
    const chosen = chooseCredential('PDF', await readPdfAttachments(bytes, maxCredentialBytes));
    // Somebody who locked the file can be told what to do, which “no data” does not say.
    const isLocked = 'outcome' in chosen && chosen.outcome === 'NO_CREDENTIAL' && bytes.includes('/Encrypt ');
    return isLocked ? { outcome: 'LOCKED', file: 'PDF' } : chosen;
  }
  if (isPng(bytes)) {
    const text = unbakePng(bytes);
    return chooseCredential('PNG', text === null ? [] : [text]);
  }
  const credential = parseCredential(bytes.toString('utf8'), bytes.length);
  return credential ? { file: 'JSON', credential } : { outcome: 'UNREADABLE', file: null };
}

function chooseCredential(file: FileKind, texts: readonly string[]): FoundCredential | FileFinding {
  const [credential, second] = texts
    .map((text) => parseCredential(text, Buffer.byteLength(text)))
    .filter((one) => one !== null);
  if (!credential) return { outcome: 'NO_CREDENTIAL', file };
  return second ? { outcome: 'SEVERAL', file } : { file, credential };
}

/** Returns an object that says that it is a credential, or null. */
function parseCredential(text: string, bytes: number): FoundCredential['credential'] | null {
  if (bytes > maxCredentialBytes) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (!isCredential(value)) return null;
    // Throws for a shape that no request may have. The value itself stays as it is, because it was signed so.
    checkFormBody(value, {});
    return value;
  } catch (error) {
    // A RangeError is a nesting that is too deep for the engine.
    if (error instanceof SyntaxError || error instanceof HttpError || error instanceof RangeError)
      return null;
    throw error;
  }
}

function isCredential(value: unknown): value is FoundCredential['credential'] {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  return Array.isArray(value.type) && value.type.includes('VerifiableCredential');
}
