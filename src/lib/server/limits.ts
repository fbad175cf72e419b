import type { Environment } from './environment-reader.ts';

/** The numbers of `docs/operations/limits.md` that an operator may change (C-11, C-12, C-37). Rates are per the window named. */
export interface Limits {
  /** Codes sent per hour, all numbers together. */
  otpSendsPerHour: number;
  /** Codes sent per hour to one country other than India. */
  otpSendsPerHourForeignCountry: number;
  /** Codes sent per hour to numbers that differ in their last four digits only. */
  otpSendsPerHourPrefix: number;
  /** Calls per hour, all numbers together (C-13). */
  voiceCallsPerHour: number;
  /** SMS and calls in 24 hours, of all kinds together: what a day may cost. */
  phoneMessagesPerDay: number;
  /** Mails with a brochure per hour, all visitors together (C-37). */
  brochuresPerHour: number;
  /** New requests to be called per hour, all visitors together. */
  callbacksPerHour: number;
  /** Events that the collector accepts per hour, all visits together. */
  analyticsEventsPerHour: number;
  /** The share of visits whose events are stored, from 1 to 100. */
  analyticsSamplePercent: number;
  /** Rounds of a key of the proof of work that busy networks are asked for (C-12). 5,000 are about 0.3 s on a mid-range phone. */
  proofCost: number;
}

const defaults: Limits = {
  otpSendsPerHour: 300,
  otpSendsPerHourForeignCountry: 60,
  otpSendsPerHourPrefix: 10,
  voiceCallsPerHour: 60,
  phoneMessagesPerDay: 20_000,
  brochuresPerHour: 2000,
  callbacksPerHour: 2000,
  analyticsEventsPerHour: 200_000,
  analyticsSamplePercent: 100,
  proofCost: 5000,
};

const names: Record<keyof Limits, string> = {
  otpSendsPerHour: 'OTP_SENDS_PER_HOUR',
  otpSendsPerHourForeignCountry: 'OTP_SENDS_PER_HOUR_FOREIGN_COUNTRY',
  otpSendsPerHourPrefix: 'OTP_SENDS_PER_HOUR_PREFIX',
  voiceCallsPerHour: 'VOICE_CALLS_PER_HOUR',
  phoneMessagesPerDay: 'PHONE_MESSAGES_PER_DAY',
  brochuresPerHour: 'BROCHURES_PER_HOUR',
  callbacksPerHour: 'CALLBACKS_PER_HOUR',
  analyticsEventsPerHour: 'ANALYTICS_EVENTS_PER_HOUR',
  analyticsSamplePercent: 'ANALYTICS_SAMPLE_PERCENT',
  proofCost: 'PROOF_COST',
};

export function limitsFrom(env: Environment, mistakes: string[]): Limits {
  const limits = { ...defaults };
  for (const key of Object.keys(names) as (keyof Limits)[]) {
    const text = env[names[key]];
    if (!text) continue;
    const value = Number(text);
    if (Number.isInteger(value) && value > 0 && value <= 1_000_000) limits[key] = value;
    else mistakes.push(`${names[key]} must be a whole number from 1 to 1000000, not "${text}".`);
  }
  if (limits.analyticsSamplePercent > 100)
    mistakes.push('ANALYTICS_SAMPLE_PERCENT must be a whole number from 1 to 100.');
  return limits;
}
