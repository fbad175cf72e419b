import { generateKeyPairSync } from 'node:crypto';
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import type { ClosableDeliver } from '#lib/server/messages/delivery/breaker.ts';
import { createEmailDelivery } from '#lib/server/messages/mail/smtp.ts';
import { mailCertificate } from '../../support/messages/mail-certificate.ts';
import { startMailServer } from '../../support/messages/mail-server.ts';
import { verifyDkim } from '../../support/messages/verify-dkim.ts';

const message = {
  to: 'asha@example.com',
  medium: 'EMAIL',
  subject: 'Grüße  aus Pune',
  text: 'Hello \n\n',
} as const;
const renderAttachment = () => Promise.reject(new Error('no attachments here'));
const from = 'no-reply@liftoff.example';
const closing: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function start(options: SMTPServerOptions = {}) {
  const sessions: SMTPServerSession[] = [];
  const server = await startMailServer(0, {
    onConnect(session, done) {
      sessions.push(session);
      done();
    },
    ...options,
  });
  closing.push(server.close);
  return { server, sessions };
}

function send(
  smtpUrl: string,
  options: Partial<Parameters<typeof createEmailDelivery>[0]> = {},
): ClosableDeliver {
  const deliver = createEmailDelivery({ smtpUrl, from, renderAttachment, ...options });
  closing.push(deliver.close);
  return deliver;
}

describe('[C-41] to a mail server on another machine', () => {
  // The address of any interface stands for another machine here: only the names of this one are exempt.
  const remote = (scheme: string, port: number) => `${scheme}://0.0.0.0:${port}`;
  const withTls = { disabledCommands: [], ...mailCertificate };

  it('an email is encrypted by STARTTLS before anything of it is sent', async () => {
    const seen: boolean[] = [];
    const { server } = await start({
      ...withTls,
      onMailFrom(_address, session, done) {
        seen.push(session.secure);
        done();
      },
    });
    await send(remote('smtp', server.port), { ca: mailCertificate.cert })(message, 'id-1');
    expect([server.mails.length, seen]).toEqual([1, [true]]);
  });

  it('an email is encrypted from the beginning with smtps', async () => {
    const { server, sessions } = await start({ ...withTls, secure: true });
    await send(remote('smtps', server.port), { ca: mailCertificate.cert })(message, 'id-1');
    expect([server.mails.length, sessions[0]?.secure]).toEqual([1, true]);
  });

  it.each([
    ['smtp', false],
    ['smtps', true],
  ] as const)(
    'nothing is sent by %s to a certificate that nobody vouches for, and it is tried again',
    async (scheme, secure) => {
      const { server } = await start({ ...withTls, secure });
      await expect(send(remote(scheme, server.port))(message, 'id-1')).rejects.toMatchObject({
        ...{ isFinal: false, isUncertain: false },
      });
      expect(server.mails).toEqual([]);
    },
  );

  it('a relay on this machine may have any certificate', async () => {
    const { server } = await start(withTls);
    await send(`smtp://127.0.0.1:${server.port}`)(message, 'id-1');
    expect(server.mails).toHaveLength(1);
  });
});

describe('[C-41] sessions', () => {
  it('carry several emails, and are never more than five at once', async () => {
    const { server, sessions } = await start();
    const deliver = send(server.url);
    await Promise.all(Array.from({ length: 12 }, (_, n) => deliver(message, `id-${n}`)));
    expect(server.mails).toHaveLength(12);
    expect(sessions.length).toBeLessThanOrEqual(5);
    const before = sessions.length;
    await deliver(message, 'id-12');
    expect(sessions).toHaveLength(before);
  });

  it('that the server has closed meanwhile lose no email and repeat none', async () => {
    const { server } = await start();
    const deliver = send(server.url);
    await deliver(message, 'id-1');
    await server.hangUp();
    await deliver(message, 'id-2');
    expect(server.mails).toHaveLength(2);
  });

  it('go on after a rejected recipient', async () => {
    const { server } = await start({
      onRcptTo: ({ address }, _, done) =>
        done(address === 'gone@example.com' ? Object.assign(new Error('no'), { responseCode: 550 }) : null),
    });
    const deliver = send(server.url);
    await expect(deliver({ ...message, to: 'gone@example.com' }, 'id-1')).rejects.toMatchObject({
      isFinal: true,
    });
    await deliver(message, 'id-2');
    expect(server.mails).toHaveLength(1);
  });

  it('that break after the whole email leave one copy there, and the delivery unknown', async () => {
    let copies = 0;
    const { server } = await start({
      onData(stream) {
        stream.resume().on('end', () => {
          copies += 1;
          void server.hangUp();
        });
      },
    });
    await expect(send(server.url)(message, 'id-1')).rejects.toMatchObject({ isUncertain: true });
    expect(copies).toBe(1);
  });
});

describe('[C-37] with a DKIM key', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const dkim = { selector: 'mail2026', privateKey };

  it('an email is signed for the domain of its sender, its unsubscribe header too', async () => {
    const { server } = await start();
    const unsubscribeUrl = 'https://liftoff.example/unsubscribe/1/updates/key/';
    await send(server.url, { dkim })({ ...message, html: '<p>Hello</p>', unsubscribeUrl }, 'id-1');
    const source = server.mails[0]?.source ?? '';
    const tags = verifyDkim(source, publicKey);
    expect(tags).toMatchObject({ a: 'rsa-sha256', d: 'liftoff.example', s: 'mail2026' });
    expect(tags.h?.toLowerCase().split(':')).toEqual(
      expect.arrayContaining(['from', 'to', 'subject', 'message-id', 'list-unsubscribe']),
    );
    expect(() => verifyDkim(source.replace('Hello', 'Hallo'), publicKey)).toThrow('the body');
    expect(() => verifyDkim(source.replace('To: asha', 'To: isha'), publicKey)).toThrow('the signature');
  });

  it('an email whose recipient the server never accepted has certainly not arrived', async () => {
    const { server } = await start({ onRcptTo: () => {} });
    await expect(send(server.url, { dkim, totalMs: 700 })(message, 'id-1')).rejects.toMatchObject({
      isUncertain: false,
    });
  });
});
