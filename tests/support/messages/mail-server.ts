import { once } from 'node:events';
import type { Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface Mail {
  from: string;
  to: string[];
  /** The email's source as it was received. */
  source: string;
}

export interface MailServer {
  /** The accepted emails, in order. */
  mails: Mail[];
  url: string;
  port: number;
  /** Called when an email is complete, before the response. It returns the error to respond with, or null to accept. */
  onMail: (mail: Mail) => Promise<Error | null>;
  /** Ends every connection without a word, and waits until the other side has ended it too. */
  hangUp(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a real mail server on the given port, by default a free one. */
export async function startMailServer(port = 0, options: SMTPServerOptions = {}): Promise<MailServer> {
  const started = { mails: [] as Mail[], onMail: async () => null } as unknown as MailServer;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    async onData(stream, session, done) {
      let source = '';
      try {
        for await (const bytes of stream) source += bytes;
      } catch {
        return; // The client disconnected, so nobody expects a response.
      }
      const { mailFrom, rcptTo } = session.envelope;
      const mail = {
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        source,
      };
      const smtpError = await started.onMail(mail);
      if (!smtpError) started.mails.push(mail);
      done(smtpError);
    },
    ...options,
  });
  // Some tests break off the connection, so errors are expected.
  server.on('error', () => {});
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.server.address() as { port: number };
  return Object.assign(started, {
    port: taken,
    url: `smtp://127.0.0.1:${taken}`,
    async hangUp() {
      await Promise.all(
        [...sockets].map((socket) => {
          const closed = once(socket, 'close');
          socket.end();
          return closed;
        }),
      );
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

/** Returns a header's unfolded value, or null. */
export function findHeader({ source }: Mail, name: string): string | null {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? null;
}

export interface MailPart {
  type: string;
  /** The headers of the part. */
  head: string;
  content: Buffer;
}

/** Lists the decoded parts of an email, without the multipart containers. */
export function listParts({ source }: Pick<Mail, 'source'>): MailPart[] {
  const at = source.indexOf('\r\n\r\n');
  const head = source.slice(0, at).replace(/\r\n[ \t]+/g, ' ');
  const body = source.slice(at + 4);
  const type = /^content-type: ([^;\r\n]+)/im.exec(head)?.[1]?.toLowerCase() ?? 'text/plain';
  const boundary = /boundary="?([^";\r\n]+)/i.exec(head)?.[1];
  if (boundary)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => listParts({ source: part.replace(/^\r\n/, '') }));
  const encoding = /^content-transfer-encoding: (\S+)/im.exec(head)?.[1]?.toLowerCase();
  return [{ type, head, content: decoded(body, encoding) }];
}

function decoded(body: string, encoding: string | undefined): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body);
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}
