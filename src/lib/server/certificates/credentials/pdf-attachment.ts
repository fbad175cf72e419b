import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

/** A credential is attached to the certificate's PDF, where every reader shows it and ours finds it again. */

const inflateData = promisify(inflate);

const credentialFileName = 'credential.json';

/** The part of pdfkit's document that attaches a file. */
interface AttachableDocument {
  file(content: Buffer, options: object): unknown;
}

/** Attaches the credential to a PDF that is being drawn. `createdAt` keeps the bytes of the PDF the same. */
export function attachCredential(document: AttachableDocument, credential: string, createdAt: Date): void {
  document.file(Buffer.from(credential), {
    ...{ name: credentialFileName, type: 'application/json', relationship: 'Supplement' },
    description: 'The certificate as an Open Badges 3.0 credential, for software that checks it',
    ...{ creationDate: createdAt, modifiedDate: createdAt },
  });
}

export const isPdf = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 5) === '%PDF-';

/** Our PDFs have one attachment. */
const maxAttachments = 8;
const maxDictionaryBytes = 2048;

/**
 * Returns the attached files of a PDF that our server made, at most eight of `maxBytes` each. It reads the streams that say that
 * they are attached files, and nothing else: a full reader of PDF would run programs of strangers' files. A PDF that another
 * program has saved anew may pack its attachments differently; then there is none. [C-32]
 */
export async function readPdfAttachments(pdf: Buffer, maxBytes: number): Promise<string[]> {
  const found: string[] = [];
  let at = 0;
  for (let looked = 0; looked < maxAttachments; looked += 1) {
    const type = pdf.indexOf('/EmbeddedFile\n', at, 'latin1');
    if (type < 0) break;
    const head = pdf.toString('latin1', type, type + maxDictionaryBytes);
    const data = findStreamData(pdf, type, head);
    const text = data && (await readData(data, head.includes('/FlateDecode'), maxBytes));
    if (text) found.push(text);
    at = type + 1;
  }
  return found;
}

function findStreamData(pdf: Buffer, type: number, head: string): Buffer | null {
  const length = Number(/\/Length (\d{1,8})\b/.exec(head)?.[1] ?? Number.NaN);
  const opening = />>\s*stream\r?\n/.exec(head);
  if (!opening || !(length > 0)) return null;
  const from = type + opening.index + opening[0].length;
  return from + length <= pdf.length ? pdf.subarray(from, from + length) : null;
}

async function readData(data: Buffer, isCompressed: boolean, maxBytes: number): Promise<string | null> {
  if (!isCompressed) return data.length <= maxBytes ? data.toString('utf8') : null;
  try {
    return (await inflateData(data, { maxOutputLength: maxBytes })).toString('utf8');
  } catch {
    return null;
  }
}
