import { DeliveryError, type Message, type RenderAttachment } from '../message.ts';

// Exactly one address: nodemailer parses "a@b.example, c@d.example" as two, in an envelope too (C-37).
const oneAddress = /^[^\s"<>(),:;@\\]{1,64}@[^\s"<>(),:;@\\]{1,253}$/;

/**
 * Returns an email as nodemailer takes it, with its files. Addresses are objects, and the envelope is explicit, so that no text adds a
 * recipient (C-37). The `Message-ID` is that of the outbox, also when it is sent again.
 */
export async function composeEmail(
  { to, subject = '', text, html, attachments, unsubscribeUrl }: Message,
  id: string,
  { from, renderAttachment }: { from: string; renderAttachment: RenderAttachment },
) {
  if (!oneAddress.test(to)) throw new DeliveryError('not an email address', { isFinal: true });
  const files = await Promise.all(
    (attachments ?? []).map(async ({ fileName, document }) => {
      const { bytes, type } = await renderAttachment(document);
      return { filename: oneLine(fileName), content: bytes, contentType: type };
    }),
  );
  return {
    from: { name: '', address: from },
    to: { name: '', address: to },
    envelope: { from, to: [to] },
    subject: oneLine(subject),
    text,
    ...(html !== undefined && { html }),
    attachments: files,
    ...(unsubscribeUrl !== undefined && { headers: unsubscribeHeaders(unsubscribeUrl) }),
    messageId: `<${id}@${domainOf(from)}>`,
  };
}

export const domainOf = (address: string): string => address.split('@').at(-1) ?? '';

/** Headers for the mail program's own button, which posts to the link without a login (RFC 2369, RFC 8058). */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Removes line breaks from a header's value, because text after one would be another header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
