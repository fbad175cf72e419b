import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createEmailDelivery } from '#lib/server/messages/mail/smtp.ts';
import { DeliveryError } from '#lib/server/messages/message.ts';
import { startMailServer } from '../../support/messages/mail-server.ts';

const server = await startMailServer();
const renderAttachment = () => Promise.reject(new Error('no attachments here'));
const options = { smtpUrl: server.url, from: 'hello@liftoff.example', renderAttachment };
const message = { to: 'asha@example.com', medium: 'EMAIL', text: 'Hello' } as const;

beforeEach(() => {
  server.mails.length = 0;
});
afterAll(() => server.close());

async function failureOf(sent: Promise<string | null>): Promise<DeliveryError> {
  const error = await sent.catch((error: unknown) => error);
  if (!(error instanceof DeliveryError)) throw new Error('it was delivered');
  return error;
}

describe('[C-41] a mail server that is slow to accept an email', () => {
  it('has more than the ten seconds of the greeting', async () => {
    server.onMail = () => sleep(11_000, null);
    await createEmailDelivery(options)(message, 'one');
    expect(server.mails).toHaveLength(1);
  }, 60_000);

  it('may have accepted the email when the time is over', async () => {
    const { promise: never } = Promise.withResolvers<null>();
    server.onMail = () => never;
    // Long enough for a busy machine to hand over the email.
    const error = await failureOf(createEmailDelivery({ ...options, totalMs: 3000 })(message, 'one'));
    expect(error).toMatchObject({ isUncertain: true, isFinal: false });
  });

  it('may have accepted it when it hangs up without a response', async () => {
    const dying = await startMailServer(0, {
      onData(stream) {
        stream.resume().on('end', () => void dying.hangUp());
      },
    });
    const send = createEmailDelivery({ ...options, smtpUrl: dying.url });
    expect(await failureOf(send(message, 'one'))).toMatchObject({ isUncertain: true });
    await dying.close();
  });
});

describe('[C-41] a mail server has certainly not accepted an email', () => {
  it.each([
    [451, false],
    [550, true],
  ])('that it rejected with %i', async (responseCode, isFinal) => {
    server.onMail = async () => Object.assign(new Error('no'), { responseCode });
    const error = await failureOf(createEmailDelivery(options)(message, 'one'));
    expect(error).toMatchObject({ isUncertain: false, isFinal });
  });

  it('that never reached it', async () => {
    const send = createEmailDelivery({ ...options, smtpUrl: 'smtp://127.0.0.1:9' });
    expect(await failureOf(send(message, 'one'))).toMatchObject({ isUncertain: false, isFinal: false });
  });

  it('whose recipient it never accepted', async () => {
    const silentServer = await startMailServer(0, { onRcptTo: () => {} });
    const send = createEmailDelivery({ ...options, smtpUrl: silentServer.url, totalMs: 700 });
    expect(await failureOf(send(message, 'one'))).toMatchObject({ isUncertain: false });
    await silentServer.close();
  });
});
