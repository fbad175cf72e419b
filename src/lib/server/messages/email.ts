import nodemailer from 'nodemailer';
import { DeliveryError, type Message } from './message.ts';

const totalMs = 10_000;
// Exactly one: nodemailer reads "a@b.example, c@d.example" as two, in an envelope too (C-37).
const oneAddress = /^[^\s"<>(),:;@\\]{1,64}@[^\s"<>(),:;@\\]{1,253}$/;

/** E-mail over SMTP within 10 seconds (C-41); addresses go as objects with an explicit envelope (C-37). */
export function email({ smtpUrl, from }: { smtpUrl: string; from: string }) {
  return async ({ to, subject = '', text }: Message, id: string): Promise<void> => {
    if (!oneAddress.test(to)) throw new DeliveryError('not an e-mail address', { isFinal: true });
    // One conversation each: it can be cut off as a whole, and mail is rare.
    const transport = nodemailer.createTransport({
      url: smtpUrl,
      connectionTimeout: totalMs,
      greetingTimeout: totalMs,
      socketTimeout: totalMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const sent = transport.sendMail({
      from: { name: '', address: from },
      to: { name: '', address: to },
      envelope: { from, to: [to] },
      subject: oneLine(subject),
      text,
      messageId: `<${id}@${from.split('@').at(-1)}>`,
    });
    try {
      await within(totalMs, sent);
    } catch (error) {
      throw asDeliveryError(error);
    } finally {
      transport.close();
    }
  };
}

/** A header's value is one line: what follows a line break would be another header. */
const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ').trim();

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeliveryError('the mail server: no answer within 10 s')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}

function asDeliveryError(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  // 5xx is for good, 4xx for now (RFC 5321, 4.2.1); but a failed sign-in is ours to mend.
  const isFinal = (responseCode ?? 0) >= 500 && code !== 'EAUTH';
  return new DeliveryError(`the mail server: ${responseCode ?? code ?? 'not reached'}`, {
    cause: error,
    isFinal,
  });
}
