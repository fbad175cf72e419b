import { createHash, createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSesDelivery } from '#lib/server/messages/mail/ses.ts';
import { findHeader, listParts } from '../../support/messages/mail-server.ts';
import { type Provider, type Received, startProvider } from './provider.ts';

const account = {
  ...{ region: 'ap-south-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI' },
  configurationSet: 'liftoff',
};
const message = {
  to: 'asha@example.com',
  medium: 'EMAIL',
  subject: 'Your seat',
  text: 'It is yours.',
} as const;
const accepted = { status: 200, body: '{"MessageId":"0109018f-ses"}' };

let ses: Provider;
beforeEach(async () => {
  ses = await startProvider();
  ses.behave(accepted);
});
afterEach(() => ses.close());

const deliver = (sent: object = {}, origin = ses.url) =>
  createSesDelivery(account, {
    ...{ from: 'no-reply@liftoff.example', origin },
    renderAttachment: async () => ({ bytes: Buffer.from('%PDF-1.7'), type: 'application/pdf' }),
  })({ ...message, ...sent }, '01890000-0000-7000-8000-000000000001');

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Computes the signature that Amazon expects (signature version 4). */
function expectedSignature({ headers, body, path }: Received): string {
  const authorization = headers.authorization ?? '';
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1] ?? '';
  const date = String(headers['x-amz-date']);
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const request = ['POST', path, '', lines.join(''), names, sha256(body)].join('\n');
  const scope = `${date.slice(0, 8)}/ap-south-1/ses/aws4_request`;
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${account.secretAccessKey}`);
  return hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(request)].join('\n')).toString('hex');
}

it('[API-51] sends the finished email with its files to the API, signed, with our id as a tag', async () => {
  const attachments = [{ fileName: 'liftoff.pdf', document: 'brochure/embark-pro' }];
  const unsubscribeUrl = 'https://liftoff.example/unsubscribe/1/updates/key/';
  expect(await deliver({ html: '<p>Yours</p>', attachments, unsubscribeUrl })).toBe('0109018f-ses');
  const [request] = ses.received;
  expect(request).toMatchObject({ method: 'POST', path: '/v2/email/outbound-emails' });
  const { Content, ...rest } = JSON.parse(request?.body ?? '{}');
  expect(rest).toEqual({
    ...{ FromEmailAddress: 'no-reply@liftoff.example', ConfigurationSetName: 'liftoff' },
    Destination: { ToAddresses: ['asha@example.com'] },
    EmailTags: [{ Name: 'liftoff-message', Value: '01890000-0000-7000-8000-000000000001' }],
  });
  const source = Buffer.from(Content.Raw.Data, 'base64').toString();
  const mail = { source, from: '', to: [] };
  expect([findHeader(mail, 'Subject'), findHeader(mail, 'List-Unsubscribe')]).toEqual([
    'Your seat',
    `<${unsubscribeUrl}>`,
  ]);
  expect(listParts(mail).map(({ type }) => type)).toEqual(['text/plain', 'text/html', 'application/pdf']);
  expect(request?.headers.authorization).toContain('Credential=AKIDEXAMPLE/');
  expect(request?.headers.authorization).toContain(`Signature=${request && expectedSignature(request)}`);
});

it.each([
  [400, 'MessageRejected', true],
  [400, 'BadRequestException', true],
  [400, 'SendingPausedException', false],
  [400, 'AccountSuspendedException', false],
  [400, 'MailFromDomainNotVerifiedException', false],
  [403, 'InvalidSignatureException', false],
  [404, 'NotFoundException', false],
  [429, 'TooManyRequestsException', false],
  [500, 'InternalServiceErrorException', false],
])('[C-41] an answer of %i %s is final: %s', async (status, code, isFinal) => {
  ses.behave({
    status,
    body: '{"message":"asha@example.com"}',
    headers: { 'x-amzn-errortype': `${code}:http://x/` },
  });
  await expect(deliver()).rejects.toMatchObject({
    ...{ isFinal, isUncertain: false },
    message: `the provider answered ${status}, error ${code}`,
  });
});

it('[C-41] an answer that is lost leaves the delivery unknown, and a service that is away does not', async () => {
  ses.behave('hang-up');
  await expect(deliver()).rejects.toMatchObject({ isUncertain: true, isFinal: false });
  const { url } = ses;
  await ses.close();
  await expect(deliver({}, url)).rejects.toMatchObject({ isUncertain: false, isNotTaken: true });
  ses = await startProvider();
});

it('[C-37] only one address is written to', async () => {
  await expect(deliver({ to: 'asha@example.com, many@example.com' })).rejects.toMatchObject({
    isFinal: true,
  });
  expect(ses.received).toEqual([]);
});
