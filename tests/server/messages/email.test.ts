import { createServer } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { createEmailDelivery } from '#lib/server/messages/mail/smtp.ts';
import { DeliveryError, type Message } from '#lib/server/messages/message.ts';
import { findHeader, listParts, startMailServer } from '../../support/messages/mail-server.ts';
import { isSoak } from '../../support/soak.ts';

const message: Message = {
  to: 'asha@example.com',
  medium: 'EMAIL',
  subject: 'Your phone number was changed',
  text: 'Hello Asha,\n\nIt ends in 10.\n',
};
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function startSmtp(options: SMTPServerOptions = {}) {
  const server = await startMailServer(0, options);
  closing.push(server.close);
  return { mails: server.mails, deliver: sender(server.port) };
}

const pdf = Buffer.from('%PDF-1.7 and so on');
const renderAttachment = async () => ({ bytes: pdf, type: 'application/pdf' });
const sender = (port: number) => (sent: Message) =>
  createEmailDelivery({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'no-reply@liftoff.example',
    renderAttachment,
  })(sent, 'id-1');
const refuse =
  (responseCode: number) => (_address: unknown, _session: unknown, done: (error: Error) => void) =>
    done(Object.assign(new Error('refused'), { responseCode }));

it('delivers one email to one address', async () => {
  const { mails, deliver } = await startSmtp();
  await deliver(message);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ from: 'no-reply@liftoff.example', to: ['asha@example.com'] });
  expect(mails[0]?.source).toContain('Subject: Your phone number was changed\r\n');
  expect(mails[0]?.source).toContain('Message-ID: <id-1@liftoff.example>');
  expect(mails[0]?.source).toContain('\r\n\r\nHello Asha,');
});

it('[USER-20] an email that can be turned off has the headers of one-click unsubscription, and no other has', async () => {
  const { mails, deliver } = await startSmtp();
  const unsubscribeUrl = 'https://liftoff.example/unsubscribe/1/updates/key/';
  await deliver({ ...message, unsubscribeUrl });
  await deliver(message);
  const headers = mails.map((mail) =>
    ['List-Unsubscribe', 'List-Unsubscribe-Post'].map((name) => findHeader(mail, name)),
  );
  expect(headers).toEqual([
    [`<${unsubscribeUrl}>`, 'List-Unsubscribe=One-Click'],
    [null, null],
  ]);
});

it('[C-37] input cannot add recipients or headers', async () => {
  const { mails, deliver } = await startSmtp();
  await deliver({ ...message, subject: 'Hello\r\nBcc: many@example.com\r\n\r\nother text' });
  for (const to of [
    'asha@example.com, many@example.com',
    'asha@example.com\r\nBcc: many@example.com',
    '<many@example.com> asha@example.com',
  ])
    await expect(deliver({ ...message, to })).rejects.toMatchObject({
      isFinal: true,
      message: 'not an email address',
    });
  expect(mails).toHaveLength(1);
  expect(mails[0]?.to).toEqual(['asha@example.com']);
  expect(mails[0]?.source).not.toMatch(/^Bcc:/m);
});

it('[API-51] sends text, HTML and files as one email', async () => {
  const { mails, deliver } = await startSmtp();
  const attachments = [{ fileName: 'liftoff-embark-pro.pdf', document: 'brochure/embark-pro' }];
  await deliver({ ...message, html: '<p>Grüße ₹ 5</p>', attachments });
  const parts = listParts(mails[0] ?? { source: '' });
  expect(parts.map(({ type }) => type)).toEqual(['text/plain', 'text/html', 'application/pdf']);
  expect(String(parts[1]?.content)).toContain('<p>Grüße ₹ 5</p>');
  expect(parts[2]?.content).toEqual(pdf);
});

it('[C-37] writes every header value on one line, whatever line separators it contains', async () => {
  const { mails, deliver } = await startSmtp();
  const fileName = 'a.pdf"\r\nContent-Type: text/html\r\n\r\n<script>';
  await deliver({
    ...message,
    subject: 'Hello\u2028Bcc: a@example.com\u0085X-A: b\nX-C: d\0',
    attachments: [{ fileName, document: 'x' }],
  });
  const [mail] = mails;
  if (!mail) throw new Error('no mail came');
  expect(mail.to).toEqual(['asha@example.com']);
  expect(findHeader(mail, 'Bcc') ?? findHeader(mail, 'X-A') ?? findHeader(mail, 'X-C')).toBeNull();
  expect(listParts(mail).map(({ type }) => type)).toEqual(['text/plain', 'application/pdf']);
});

it.each([
  [550, true],
  [450, false],
])('does not retry after %i: %s', async (status, isFinal) => {
  const { deliver } = await startSmtp({ onRcptTo: refuse(status) });
  await expect(deliver(message)).rejects.toMatchObject({
    name: 'DeliveryError',
    isFinal,
    message: `the mail server: ${status}`,
  });
});

it('[C-41] a mail server that refuses us, in its greeting or for want of a login, has not refused the email', async () => {
  const greeting = await startSmtp({
    onConnect: (_session, done) => done(Object.assign(new Error('we know you'), { responseCode: 554 })),
  });
  const login = await startSmtp({ onMailFrom: refuse(530) });
  for (const [{ deliver }, code] of [
    [greeting, 554],
    [login, 530],
  ] as const)
    await expect(deliver(message)).rejects.toMatchObject({
      ...{ name: 'DeliveryError', isFinal: false, isUncertain: false },
      message: `the mail server: ${code}`,
    });
});

it('[C-41] gives up after 10 s on a mail server that sends nothing', { timeout: 40_000 }, async () => {
  const mute = createServer(() => {});
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  closing.push(async () => void mute.close());
  const began = performance.now();
  await expect(sender((mute.address() as { port: number }).port)(message)).rejects.toThrow(DeliveryError);
  expect(performance.now() - began).toBeLessThan(isSoak ? 11_000 : 30_000);
});

it('reports that no server listens', async () => {
  const { deliver } = await startSmtp();
  await closing.pop()?.();
  await expect(deliver(message)).rejects.toMatchObject({ name: 'DeliveryError', isFinal: false });
});

it('[C-41] sends nothing in the clear to a mail server on another machine', async () => {
  const server = await startMailServer();
  closing.push(server.close);
  // The address of any interface stands for another machine here: only the names of this one are exempt.
  const smtpUrl = `smtp://0.0.0.0:${server.port}`;
  const deliver = createEmailDelivery({ smtpUrl, from: 'no-reply@liftoff.example', renderAttachment });
  await expect(deliver(message, 'id-1')).rejects.toMatchObject({ isFinal: false });
  expect(server.mails).toEqual([]);
});
