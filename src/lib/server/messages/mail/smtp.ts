import nodemailer from 'nodemailer';
import type { ClosableDeliver } from '../delivery/breaker.ts';
import { DeliveryError, type RenderAttachment } from '../message.ts';
import { composeEmail, domainOf } from './compose-email.ts';

const connectMs = 10_000;
// A server may scan a message for spam before it accepts it; RFC 5321, 4.5.3.2.6 would allow ten minutes.
const answerMs = 60_000;
/** An open session takes the next email of a burst, and is closed long before the server would (RFC 5321, 4.5.3.2.7). */
const idleMs = 10_000;

/** Signs emails, so that the domain of the sender vouches for them (RFC 6376). */
export interface DkimKey {
  /** The name of the key in the DNS: `selector._domainkey.domain`. */
  selector: string;
  /** RSA, in PEM. */
  privateKey: string;
}

interface EmailOptions {
  smtpUrl: string;
  from: string;
  renderAttachment: RenderAttachment;
  dkim?: DkimKey | null;
  /** Limits the whole delivery of one email. */
  totalMs?: number;
  /** The certificates that are trusted besides the system's; for tests. */
  ca?: string;
}

/** A relay on the same machine may have no certificate. Everywhere else a password and an email travel encrypted or not at all. */
const isOnThisMachine = (url: string) =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

/**
 * Creates the delivery of email over SMTP, with 10 seconds for connection and greeting and a minute in all (C-41). A few sessions are
 * kept for the next emails. `close` ends them.
 */
export function createEmailDelivery({
  smtpUrl,
  totalMs = answerMs,
  ...options
}: EmailOptions): ClosableDeliver {
  const { from, dkim, ca } = options;
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 5,
    maxMessages: 50,
    idleTimeout: idleMs,
    // An email of which not a byte was sent goes to a new session; any other may have been accepted, and is ours to repeat.
    maxRequeues: 1,
    requireTLS: !isOnThisMachine(smtpUrl),
    tls: { ...(ca !== undefined && { ca }), ...(isOnThisMachine(smtpUrl) && { rejectUnauthorized: false }) },
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: totalMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && {
      dkim: { domainName: domainOf(from), keySelector: dkim.selector, privateKey: dkim.privateKey },
    }),
  });
  const handedOver = new WeakSet<AbortSignal>();
  transport.use('stream', ({ message, data }, done) => {
    done();
    // After `done`, so that it sees the bytes that leave DKIM, which reads the whole email before the server wants any. At their
    // end the server has everything but the final dot, so it may have accepted the message.
    message.processFunc((bytes) => bytes.once('end', () => data.signal && handedOver.add(data.signal)));
  });
  const deliver = async (...[message, id]: Parameters<ClosableDeliver>): Promise<null> => {
    const email = await composeEmail(message, id, options);
    const signal = AbortSignal.timeout(totalMs);
    try {
      await transport.sendMail({ ...email, signal });
      return null;
    } catch (error) {
      throw toDeliveryError(error, handedOver.has(signal));
    }
  };
  return Object.assign(deliver, { close: () => transport.close() });
}

/** The codes of nodemailer for an answer to the sender, the recipient or the content. */
const rejectionCodes = ['EENVELOPE', 'EMESSAGE'];
/** RFC 4954, 6 */
const loginRequired = 530;

function toDeliveryError(error: unknown, isHandedOver: boolean): DeliveryError {
  const { responseCode, code, name } = error as { responseCode?: number; code?: string; name?: string };
  const reason = name === 'AbortError' ? 'no answer in time' : (responseCode ?? code ?? 'not reached');
  return new DeliveryError(`the mail server: ${reason}`, {
    cause: error,
    // 5xx is permanent, 4xx temporary (RFC 5321, 4.2.1). Before the first address, as in the greeting, and where it asks for a login, the
    // server refuses us and not the email.
    isFinal:
      (responseCode ?? 0) >= 500 && responseCode !== loginRequired && rejectionCodes.includes(String(code)),
    // The server received the whole message and did not respond.
    isUncertain: isHandedOver && responseCode === undefined,
  });
}
