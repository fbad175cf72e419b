import type { CallbackWindow } from './callback.ts';

/** The parts of a day that the callback form offers, in the visitor's own zone. */
export const callTimes = {
  ANY: { label: 'Any time of the day', from: '09:00', to: '20:00' },
  MORNING: { label: 'Morning, 9 am to 12 noon', from: '09:00', to: '12:00' },
  AFTERNOON: { label: 'Afternoon, 12 noon to 4 pm', from: '12:00', to: '16:00' },
  EVENING: { label: 'Evening, 4 pm to 8 pm', from: '16:00', to: '20:00' },
} as const;
export type CallTime = keyof typeof callTimes;

/** What the form's two fields mean. Without a day it is as soon as we can; a time alone still lacks its day. */
export function parseCallbackWindow(day: string, time: string): CallbackWindow {
  const wanted: CallTime = Object.hasOwn(callTimes, time) ? (time as CallTime) : 'ANY';
  if (!day && wanted === 'ANY') return 'ASAP';
  return { date: day, from: callTimes[wanted].from, to: callTimes[wanted].to };
}

/** A part of the window that was refused, under the form's field for it. */
export const windowFieldOf = (part: string): 'callOn' | 'callBetween' =>
  /\.(from|to)$/.test(part) ? 'callBetween' : 'callOn';
