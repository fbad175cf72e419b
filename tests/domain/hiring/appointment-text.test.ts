import { describe, expect, test } from 'vitest';
import { formatNotification } from '#lib/domain/hiring/applications/application-notifications.ts';
import { formatReminder, maxShortReminder } from '#lib/domain/hiring/appointments/reminder-text.ts';
import { formatFirstDayReminder, summarizeOffer } from '#lib/domain/hiring/offers/offer-text.ts';
import { findDltTemplate } from '#lib/server/messages/delivery/dlt-templates.ts';

const job = 'Voice support associate at Boliqo Connect';
const time = '30 Nov 2026, 10:00 am IST';
const address = 'Tower B, Gurugram';
const instructions = 'Have your résumé ready.';
const origin = 'https://www.liftoff-careers.example';
const href = `${origin}/moonshot/applications/${'0'.repeat(36)}/`;
const calendarUrl = `${origin}/calendar/interview/${'0'.repeat(36)}/${'k'.repeat(22)}.ics`;
const meeting = { kind: 'INTERVIEW', job, time, address, instructions, calendarUrl } as const;

test.each([
  ['PHONE', /The interviewer calls your number\. To prepare: Have your résumé ready\.$/],
  ['VIDEO', /The link to join opens 15 minutes before, .* To prepare: /],
  ['IN_PERSON', /Place: Tower B, Gurugram\. To prepare: /],
  ['HYBRID', /Place: Tower B, Gurugram\. The link to join opens 15 minutes before,/],
] as const)(
  '[API-43] the reminder of a meeting by %s says how to take part and what to prepare',
  (mode, text) => {
    expect(formatReminder({ ...meeting, mode }).text).toMatch(text);
  },
);

describe('[API-43] the reminder by SMS and WhatsApp', () => {
  test('says when and where, and leaves what to prepare to the page and the email', () => {
    const { text, shortText } = formatReminder({ ...meeting, mode: 'IN_PERSON' });
    expect(text).toContain(instructions);
    expect(shortText).toBe(
      `Your interview for ${job} is on ${time}. Place: ${address}. What to prepare is on the page of your application. For your calendar: ${calendarUrl}`,
    );
    const plain = formatReminder({ ...meeting, mode: 'PHONE', instructions: null }).shortText;
    expect(plain).not.toContain('prepare');
  });

  test('is at most four parts of an SMS and 1,024 characters of WhatsApp with the longest of all', () => {
    const longest = {
      ...({ kind: 'INTERVIEW', job: `${'t'.repeat(120)} at ${'e'.repeat(80)}`, calendarUrl } as const),
      ...{ address: 'a'.repeat(300), instructions: 'i'.repeat(1000) },
      time: '30 Nov 2026, 10:00 am IST (your time 29 Nov 2026, 11:30 pm GMT-5)',
    };
    for (const mode of ['PHONE', 'VIDEO', 'IN_PERSON', 'HYBRID'] as const)
      for (const length of [0, 60, 61, 300]) {
        const { shortText } = formatReminder({ ...longest, mode, address: 'a'.repeat(length) || null });
        expect(shortText.length).toBeLessThanOrEqual(maxShortReminder);
        expect(`Liftoff: ${shortText} ${href}`.length).toBeLessThanOrEqual(4 * 153);
        expect(`${shortText} ${href}`.length).toBeLessThanOrEqual(1024);
      }
  });

  test('fits a template of the DLT, whose variables have 30 characters', () => {
    const { shortText } = formatReminder({ ...meeting, mode: 'IN_PERSON' });
    const v = '{#var#}';
    const text = `Liftoff: Your interview for ${v}${v} is on ${v}. Place: ${v}. What to prepare is on the page of your application. For your calendar: ${v.repeat(5)} ${v.repeat(4)}`;
    const registration = { entityId: '1', senderId: 'LIFTOF', templates: [{ id: '2', text, msg91: null }] };
    expect(findDltTemplate(registration, `Liftoff: ${shortText} ${href}`)?.template.id).toBe('2');
  });
});

test('[API-42] an offer of remote work is not said to be in a place', () => {
  const terms = { annualPay: 360_000, joiningOn: '2026-12-14', location: 'Pune', expiresAt: new Date(0) };
  const textsOf = (workMode: 'HYBRID' | 'REMOTE') => {
    const offer = summarizeOffer({ ...terms, workMode }, 'Asia/Kolkata');
    const input = { job, stageTitle: 'Offer', time, offer };
    return [
      formatFirstDayReminder({ job, offer }).text,
      formatNotification('ACCEPT_OFFER', input)?.text,
      formatNotification('MAKE_OFFER', input)?.text,
    ];
  };
  for (const text of textsOf('HYBRID')) expect(text).toContain(', in Pune');
  for (const text of textsOf('REMOTE')) expect(text).not.toContain('Pune');
  expect(textsOf('REMOTE')[0]).toBe(`Your first day as ${job} is 14 Dec 2026. We wish you a good start.`);
});

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
  const sms = `Your interview for ${job} is on ${time}. Interview: Voice test, 20 minutes, with Deepa Rao. The interviewer calls your number.`;
  expect(booked).toMatchObject({ text: `${sms} To prepare: ${instructions}`, shortText: sms });
  const own = { subject: 'Booked', text: 'See you soon.' };
  expect(formatNotification('SCHEDULE_INTERVIEW', input, own)?.text).toMatch(
    /^See you soon\. Interview: Voice test, 20 minutes, with Deepa Rao\./,
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
