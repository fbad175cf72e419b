import nodemailer from 'nodemailer';
import { DeliveryError, type Message, type RenderAttachment } from './message.ts';

const connectMs = 10_000;
// A server may scan a message for spam before it accepts it; RFC 5321, 4.5.3.2.6 would allow ten minutes.
const answerMs = 60_000;
// Exactly one address: nodemailer parses "a@b.example, c@d.example" as two, in an envelope too (C-37).
const oneAddress = /^[^\s"<>(),:;@\\]{1,64}@[^\s"<>(),:;@\\]{1,253}$/;

interface EmailOptions {
  smtpUrl: string;
  from: string;
  renderAttachment: RenderAttachment;
  /** Limits the whole SMTP session. */
  totalMs?: number;
}

/** A relay on the same machine may have no certificate. Everywhere else a password and an email travel encrypted or not at all. */
const isOnThisMachine = (url: string) =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

/**
 * Creates the delivery of email over SMTP, with 10 seconds for connection and greeting and a minute in all (C-41).
 * Addresses are passed as objects with an explicit envelope (C-37).
 */
export function createEmailDelivery({ smtpUrl, from, renderAttachment, totalMs = answerMs }: EmailOptions) {
  return async (
    { to, subject = '', text, html, attachments, unsubscribeUrl }: Message,
    id: string,
  ): Promise<null> => {
    if (!oneAddress.test(to)) throw new DeliveryError('not an email address', { isFinal: true });
    const files = await Promise.all(
      (attachments ?? []).map(async ({ fileName, document }) => {
        const { bytes, type } = await renderAttachment(document);
        return { filename: oneLine(fileName), content: bytes, contentType: type };
      }),
    );
    // Each message has its own session, so that it can be aborted as a whole. Emails are rare.
    const transport = nodemailer.createTransport({
      url: smtpUrl,
      requireTLS: !isOnThisMachine(smtpUrl),
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: totalMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    let isHandedOver = false;
    transport.use('stream', ({ message }, done) => {
      // At the stream's end the server has everything but the final dot, so it may have accepted the message.
      message.processFunc((bytes) =>
        bytes.once('end', () => {
          isHandedOver = true;
        }),
      );
      done();
    });
    const sent = transport.sendMail({
      from: { name: '', address: from },
      to: { name: '', address: to },
      envelope: { from, to: [to] },
      subject: oneLine(subject),
      text,
      ...(html !== undefined && { html }),
      attachments: files,
      ...(unsubscribeUrl !== undefined && { headers: unsubscribeHeaders(unsubscribeUrl) }),
      messageId: `<${id}@${from.split('@').at(-1)}>`,
      signal: AbortSignal.timeout(totalMs),
    });
    try {
      await sent;
      return null;
    } catch (error) {
      throw toDeliveryError(error, isHandedOver);
    } finally {
      transport.close();
    }
  };
}

/** Headers for the mail program's own button, which posts to the link without a login (RFC 2369, RFC 8058). */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Removes line breaks from a header's value, because text after one would be another header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

function toDeliveryError(error: unknown, isHandedOver: boolean): DeliveryError {
  const { responseCode, code, name } = error as { responseCode?: number; code?: string; name?: string };
  const reason = name === 'AbortError' ? 'no answer in time' : (responseCode ?? code ?? 'not reached');
  return new DeliveryError(`the mail server: ${reason}`, {
    cause: error,
    // 5xx is permanent, 4xx temporary (RFC 5321, 4.2.1). A failed login and a missing encryption are mistakes in a configuration.
    isFinal: (responseCode ?? 0) >= 500 && code !== 'EAUTH' && code !== 'ETLS',
    // The server received the whole message and did not respond.
    isUncertain: isHandedOver && responseCode === undefined,
  });
}
