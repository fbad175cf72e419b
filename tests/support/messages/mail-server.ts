import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface Mail {
  from: string;
  to: string[];
  /** As it came over the wire. */
  source: string;
}

export interface MailServer {
  /** What it took, in order. */
  mails: Mail[];
  url: string;
  port: number;
  /** Called when a mail has come in whole, before it is answered: what it gives is the answer. */
  onMail: (mail: Mail) => Promise<Error | null>;
  close(): Promise<void>;
}

/** A real mail server on a free port, or on the one that another had. */
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
        return; // The other end died in the middle of it: there is nobody to answer.
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
  // A conversation that breaks off is what some tests are about.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.server.address() as { port: number };
  return Object.assign(started, {
    port: taken,
    url: `smtp://127.0.0.1:${taken}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

/** A header's value, unfolded; null where there is none. */
export function headerOf({ source }: Mail, name: string): string | null {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? null;
}

export interface MailPart {
  type: string;
  /** The part's own headers. */
  head: string;
  content: Buffer;
}

/** The leaves of a mail, decoded, in order. */
export function partsOf({ source }: Pick<Mail, 'source'>): MailPart[] {
  const at = source.indexOf('\r\n\r\n');
  const head = source.slice(0, at).replace(/\r\n[ \t]+/g, ' ');
  const body = source.slice(at + 4);
  const type = /^content-type: ([^;\r\n]+)/im.exec(head)?.[1]?.toLowerCase() ?? 'text/plain';
  const boundary = /boundary="?([^";\r\n]+)/i.exec(head)?.[1];
  if (boundary)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => partsOf({ source: part.replace(/^\r\n/, '') }));
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
