import type { CallbackWindow } from './callback.ts';

/** The parts of a day that the callback form offers, in the visitor's time zone. */
export const callTimes = {
  ANY: { label: 'Any time of the day', from: '09:00', to: '20:00' },
  MORNING: { label: 'Morning, 9 am to 12 noon', from: '09:00', to: '12:00' },
  AFTERNOON: { label: 'Afternoon, 12 noon to 4 pm', from: '12:00', to: '16:00' },
  EVENING: { label: 'Evening, 4 pm to 8 pm', from: '16:00', to: '20:00' },
} as const;
export type CallTime = keyof typeof callTimes;

/** Parses the form's two fields. Neither of them means as soon as possible. A time alone leaves the day empty, which is invalid. */
export function parseCallbackWindow(day: string, time: string): CallbackWindow {
  const callTime: CallTime = Object.hasOwn(callTimes, time) ? (time as CallTime) : 'ANY';
  if (!day && callTime === 'ANY') return 'ASAP';
  return { date: day, from: callTimes[callTime].from, to: callTimes[callTime].to };
}

/** Maps a rejected part of the window to its field in the form. */
export const windowFieldOf = (part: string): 'callOn' | 'callBetween' =>
  /\.(from|to)$/.test(part) ? 'callBetween' : 'callOn';
