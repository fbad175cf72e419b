import { expect, it } from 'vitest';
import { explainFailure } from '#lib/domain/staff/delivery-failure.ts';
import { formatMessageStatus } from '#lib/domain/staff/message-log.ts';

it.each([
  ['131026 Message undeliverable to …', /^The number has no WhatsApp/],
  ['error 30034 of the provider', /^Our sender is not registered/],
  ['the mail server: 550', /^The mailbox does not exist/],
  ['the mail server: 421', /^The mail server asks us to wait/],
  ['the mail server: 554', /^The mail server rejects the message/],
  ['the mail server: not reached', /^It could not be reached/],
  ['the provider answered 401', /^The provider does not accept our access/],
  ['the provider answered 503', /^The provider had a fault/],
  ['the provider: no answer within 5 s', /^It could not be reached/],
])('[C-41] “%s” is explained in one sentence that says what to do', (reason, text) => {
  expect(explainFailure(reason)).toMatch(text);
});

it.each(['no such mailbox', '999999 Something new', ''])('[C-41] “%s” has no code that we know', (reason) => {
  expect(explainFailure(reason)).toBeNull();
});

it.each([
  [
    'the mail server: 451',
    'Not sent yet. The mail server asks us to wait. We try again by ourselves. (the mail server: 451)',
  ],
  ['greylisted.', 'Not sent yet: greylisted. We try again by ourselves.'],
])(
  '[C-41] a message that waits after “%s” says what it waits for, and asks nobody to do anything',
  (lastError, text) => {
    const message = {
      medium: 'EMAIL',
      status: 'QUEUED',
      lastError,
      delivery: null,
      deliveryReason: null,
    } as const;
    expect(formatMessageStatus(message)).toBe(text);
  },
);
