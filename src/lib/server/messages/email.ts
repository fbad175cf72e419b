import nodemailer from 'nodemailer';
import { DeliveryError, type Message, type RenderAttachment } from './message.ts';

const connectMs = 10_000;
// A server may read a mail for spam before it says yes: RFC 5321, 4.5.3.2.6 would give it ten minutes.
const answerMs = 60_000;
// Exactly one: nodemailer reads "a@b.example, c@d.example" as two, in an envelope too (C-37).
const oneAddress = /^[^\s"<>(),:;@\\]{1,64}@[^\s"<>(),:;@\\]{1,253}$/;

interface EmailOptions {
  smtpUrl: string;
  from: string;
  renderAttachment: RenderAttachment;
  /** For the whole conversation. */
  totalMs?: number;
}

/**
 * E-mail over SMTP: 10 seconds to be connected and greeted, a minute for everything (C-41). Addresses go as objects with an
 * explicit envelope (C-37).
 */
export function email({ smtpUrl, from, renderAttachment, totalMs = answerMs }: EmailOptions) {
  return async ({ to, subject = '', text, html, attachments }: Message, id: string): Promise<void> => {
    if (!oneAddress.test(to)) throw new DeliveryError('not an e-mail address', { isFinal: true });
    const files = await Promise.all(
      (attachments ?? []).map(async ({ fileName, document }) => {
        const { bytes, type } = await renderAttachment(document);
        return { filename: oneLine(fileName), content: bytes, contentType: type };
      }),
    );
    // One conversation each: it can be cut off as a whole, and mail is rare.
    const transport = nodemailer.createTransport({
      url: smtpUrl,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: totalMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    let isHandedOver = false;
    transport.use('stream', ({ message }, done) => {
      // Its end: the server, which asked for it, has been sent all but the last line, the one with the dot.
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
      messageId: `<${id}@${from.split('@').at(-1)}>`,
      signal: AbortSignal.timeout(totalMs),
    });
    try {
      await sent;
    } catch (error) {
      throw asDeliveryError(error, isHandedOver);
    } finally {
      transport.close();
    }
  };
}

/** A header's value is one line: what follows a line break would be another header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

function asDeliveryError(error: unknown, isHandedOver: boolean): DeliveryError {
  const { responseCode, code, name } = error as { responseCode?: number; code?: string; name?: string };
  const reason = name === 'AbortError' ? 'no answer in time' : (responseCode ?? code ?? 'not reached');
  return new DeliveryError(`the mail server: ${reason}`, {
    cause: error,
    // 5xx is for good, 4xx for now (RFC 5321, 4.2.1); but a failed sign-in is ours to mend.
    isFinal: (responseCode ?? 0) >= 500 && code !== 'EAUTH',
    // It had all of the mail and said neither yes nor no.
    isUncertain: isHandedOver && responseCode === undefined,
  });
}
