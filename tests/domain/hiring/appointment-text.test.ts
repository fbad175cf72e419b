import { expect, test } from 'vitest';
import { formatNotification } from '#lib/domain/hiring/applications/application-notifications.ts';
import { formatReminder } from '#lib/domain/hiring/appointments/reminder-text.ts';

const job = 'Voice support associate at Boliqo Connect';
const time = '30 Nov 2026, 10:00 am IST';
const address = 'Tower B, Gurugram';
const instructions = 'Have your résumé ready.';

test.each([
  ['PHONE', /The interviewer calls your number\. To prepare: Have your résumé ready\.$/],
  ['VIDEO', /The link to join opens 15 minutes before, .* To prepare: /],
  ['IN_PERSON', /Place: Tower B, Gurugram\. To prepare: /],
  ['HYBRID', /Place: Tower B, Gurugram\. The link to join opens 15 minutes before,/],
] as const)(
  '[API-43] the reminder of a meeting by %s says how to take part and what to prepare',
  (mode, text) => {
    expect(formatReminder({ kind: 'INTERVIEW', job, time, mode, address, instructions }).text).toMatch(text);
  },
);

test('[API-42] [API-43] the confirmation of a call says its name, its length and how it is held, and its SMS is short', () => {
  const meeting = {
    mode: 'PHONE',
    address,
    title: 'Voice test',
    minutes: 20,
    instructions,
    interviewer: 'Deepa Rao',
  } as const;
  const input = { job, stageTitle: 'Voice test', time, meeting };
  const booked = formatNotification('SCHEDULE_INTERVIEW', input);
  const sms = `Your interview for ${job} is on ${time}. Voice test, 20 minutes, with Deepa Rao. The interviewer calls your number.`;
  expect(booked).toMatchObject({ text: `${sms} To prepare: ${instructions}`, shortText: sms });
  const own = { subject: 'Booked', text: 'See you soon.' };
  expect(formatNotification('SCHEDULE_INTERVIEW', input, own)?.text).toMatch(
    /^See you soon\. Voice test, 20 minutes, with Deepa Rao\./,
  );
});

test('[API-42] the confirmation of a training says where it is held', () => {
  const meeting = { mode: 'IN_PERSON', address, title: null, minutes: null, instructions: null } as const;
  const input = { job, stageTitle: 'Academy', time, meeting };
  expect(formatNotification('SETUP_TRAINING', input)).toEqual({
    subject: 'Your training is booked',
    text: `Your training for ${job} begins on ${time}. Place: ${address}.`,
  });
});
