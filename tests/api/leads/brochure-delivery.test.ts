import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#lib/server/log.ts';
import { openMessages } from '#lib/server/runtime.ts';
import { useTestApi } from '../../support/api.ts';
import { travel } from '../../support/database.ts';
import { deliverDue } from '../../support/messages/deliver-due.ts';
import {
  findHeader,
  listParts,
  type MailServer,
  startMailServer,
} from '../../support/messages/mail-server.ts';

let server: MailServer = await startMailServer();
const { port } = server;
const test = useTestApi({
  MESSAGES: 'live',
  SMS_WEBHOOK_URL: 'http://127.0.0.1:9/',
  SMTP_URL: server.url,
  MAIL_FROM: 'hello@liftoff.example',
});
const embark = 'POST /api/v1/programs/embark-pro/send-brochure/';

beforeEach(() => {
  server.mails.length = 0;
  server.onMail = async () => null;
});
afterAll(() => server.close());

const request = async (email = 'asha@example.com') => (await test.visitor().call(embark, { email })).body;
const statusOf = async (id: string) =>
  (await test.db.selectFrom('brochureRequest').select('status').where('id', '=', id).executeTakeFirst())
    ?.status;

describe('[API-51] delivery over SMTP', () => {
  it('the email has a text part, an HTML part and the PDF', async () => {
    const { id } = await request();
    await deliverDue(test);
    const [mail] = server.mails;
    if (!mail) throw new Error('no mail came');
    expect(mail).toMatchObject({ from: 'hello@liftoff.example', to: ['asha@example.com'] });
    expect(findHeader(mail, 'Subject')).toBe('The Embark Pro brochure');
    expect(findHeader(mail, 'To')).toBe('asha@example.com');
    const [text, html, pdf] = listParts(mail);
    expect([text?.type, html?.type, pdf?.type]).toEqual(['text/plain', 'text/html', 'application/pdf']);
    const link = 'https://localhost/programs/embark-pro/brochure.pdf';
    expect(String(text?.content)).toContain(link);
    expect(String(html?.content)).toContain(`href="${link}"`);
    expect(pdf?.head).toContain('filename=liftoff-embark-pro.pdf');
    expect(pdf?.content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(String(pdf?.content).trimEnd()).toMatch(/%%EOF$/);
    expect(await statusOf(id)).toBe('SENT');
  });

  it('the Message-ID is the id in the outbox, so a duplicate can be recognised', async () => {
    await request();
    const { messageId } = await test.db
      .selectFrom('brochureRequest')
      .select('messageId')
      .executeTakeFirstOrThrow();
    await deliverDue(test);
    expect(server.mails.map((mail) => findHeader(mail, 'Message-ID'))).toEqual([
      `<${messageId}@liftoff.example>`,
    ]);
  });

  it('[C-41] every brochure arrives once when the mail server is down for a while', async () => {
    await server.close();
    const { id } = await request();
    for (let tries = 0; tries < 3; tries += 1) {
      if (tries) await travel(test.db, 120);
      await deliverDue(test);
      expect(await statusOf(id)).toBe('QUEUED');
    }
    server = await startMailServer(port);
    // Not before: the worker's own timer would try it while no server listens.
    await travel(test.db, 120);
    await deliverDue(test);
    expect(await statusOf(id)).toBe('SENT');
    expect(server.mails).toHaveLength(1);
  });

  it('[C-41] both requests arrive once when the mail server is down for more than a day', async () => {
    await server.close();
    const first = await request();
    await deliverDue(test);
    await travel(test.db, 86_500);
    const second = await request();
    expect([second.is_existing, second.id === first.id]).toEqual([false, false]);
    server = await startMailServer(port);
    for (let round = 0; round < 3; round += 1) {
      await deliverDue(test);
      await travel(test.db, 130);
    }
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(['SENT', 'SENT']);
    expect(server.mails).toHaveLength(2);
    expect((await request()).id).toBe(second.id);
  });

  it('[C-41] a temporary failure is retried with the same Message-ID, a permanent one is not', async () => {
    const seen: (string | null)[] = [];
    let answer: Error | null = Object.assign(new Error('come back later'), { responseCode: 451 });
    server.onMail = async (mail) => {
      seen.push(findHeader(mail, 'Message-ID'));
      return answer;
    };
    const { id } = await request();
    await deliverDue(test);
    expect(await statusOf(id)).toBe('QUEUED');
    await travel(test.db, 20);
    answer = null;
    await deliverDue(test);
    expect(await statusOf(id)).toBe('SENT');
    expect([seen.length, new Set(seen).size, server.mails.length]).toEqual([2, 1, 1]);

    answer = Object.assign(new Error('no such mailbox'), { responseCode: 550 });
    const other = await request('nobody@example.com');
    await deliverDue(test);
    expect(await statusOf(other.id)).toBe('FAILED');
    answer = null;
    expect((await request('nobody@example.com')).is_existing).toBe(false);
  });

  it('[C-41] parallel processes on one database send each brochure once', async () => {
    const others = Array.from({ length: 3 }, () => openMessages(test.config, test.db, createLog('silent')));
    for (let n = 0; n < 12; n += 1) await request(`reader-${n}@example.com`);
    await Promise.all([test.messages, ...others].map((one) => one.deliverQueued()));
    await Promise.all(others.map((one) => one.close()));
    expect(new Set(server.mails.map(({ to }) => to[0])).size).toBe(12);
    expect(server.mails).toHaveLength(12);
  });
});
