import { createHash, createVerify } from 'node:crypto';

/** Verifies the DKIM signature of an email as a mailbox provider does (RFC 6376, relaxed/relaxed), and returns its tags. */
export function verifyDkim(source: string, publicKey: string): Record<string, string> {
  const end = source.indexOf('\r\n\r\n');
  const headers = source.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = headers.find((line) => /^dkim-signature:/i.test(line)) ?? '';
  const tags = Object.fromEntries(
    signature
      .slice(signature.indexOf(':') + 1)
      .replace(/\r\n/g, '')
      .split(';')
      .map((tag) => [
        tag.slice(0, tag.indexOf('=')).trim(),
        tag.slice(tag.indexOf('=') + 1).replace(/\s/g, ''),
      ]),
  );
  const body = source
    .slice(end + 4)
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(\r\n)*$/, '\r\n');
  const bodyHash = createHash('sha256').update(body).digest('base64');
  if (bodyHash !== tags.bh) throw new Error('the body is not the one that was signed');
  const signed = (tags.h ?? '').split(':').map((name) => {
    const found = headers.findLast((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    return found === undefined ? '' : `${relax(found)}\r\n`;
  });
  const text = signed.join('') + relax(signature.replace(/(;\s*b=)[^;]*$/, '$1'));
  if (
    !createVerify('RSA-SHA256')
      .update(text)
      .verify(publicKey, tags.b ?? '', 'base64')
  )
    throw new Error('the signature is wrong');
  return tags;
}

function relax(line: string): string {
  const at = line.indexOf(':');
  const value = line
    .slice(at + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return `${line.slice(0, at).toLowerCase().trim()}:${value}`;
}
