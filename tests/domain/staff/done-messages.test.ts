import { expect, test } from 'vitest';
import { findDoneLink, findDoneMessage, findUndoText } from '#layouts/parts/staff/done-messages.ts';

const id = '0190a3c2-0000-7000-8000-0000000000f1';
const find = (search: Record<string, string>) => findDoneMessage(new URLSearchParams(search), 'Asia/Kolkata');

test('[API-42] the message after a booking or a planned call names the new time', () => {
  const at = '2026-11-30T09:30:00.000Z';
  expect(find({ done: 'booked', at })).toBe('Booked for 30 Nov 2026, 3:00 pm IST.');
  expect(find({ done: 'interview-moved', at })).toBe('Interview moved to 30 Nov 2026, 3:00 pm IST.');
  expect(find({ done: 'call-planned', at })).toBe('Next call: 30 Nov 2026, 3:00 pm IST. No call was logged.');
  expect(find({ done: 'booked', at: 'soon' })).toBe('Booked.');
  expect(find({ done: 'toString', at })).toBeNull();
});

test('[API-42] the bar with Undo says the result where somebody is notified, and the name of the action where the message says less', () => {
  const inBar = (done: string) => findUndoText(new URLSearchParams({ done }), find({ done }));
  expect(inBar('booked')).toBe('Booked.');
  expect(inBar('moved')).toBeNull();
  expect(inBar('noted')).toBeUndefined();
  expect(inBar('')).toBeUndefined();
});

test('[API-42] the message after an application was sent links to it by its number', () => {
  const link = (search: Record<string, string>) => findDoneLink(new URLSearchParams(search));
  const sent = { done: 'applied', applicationId: id, number: 'MS-26-00072' };
  expect(link(sent)).toEqual({ href: `/staff/applications/${id}/`, label: 'MS-26-00072' });
  expect(link({ ...sent, done: 'applied-before' })?.label).toBe('MS-26-00072');
  expect(link({ ...sent, done: 'saved' })).toBeNull();
  expect(link({ ...sent, number: 'Log in here' })).toBeNull();
  expect(link({ ...sent, applicationId: '../people' })).toBeNull();
});
