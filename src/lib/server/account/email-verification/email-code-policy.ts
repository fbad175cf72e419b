import type { CodeBinding } from '#lib/server/core/one-time-code.ts';

/** The rules of the codes that prove an email. A mail may wait a day for its server, so the code lives as long. [C-22] */
export const emailCodePolicy = {
  lifetimeHours: 24,
  /** Attempts per code; each is counted before the code is compared. [C-03] */
  attemptsPerCode: 5,
  /** Seconds between two codes to one address. */
  resendSeconds: 60,
  perPersonHour: 5,
  perPersonDay: 10,
  /** All accounts together. */
  perAddressHour: 3,
  perAddressDay: 6,
} as const;

/** Returns what the code of an email is bound to; `email` is in lower case. [C-07] */
export const codeBinding = (id: string, email: string): CodeBinding => ({
  id,
  purpose: 'EMAIL_VERIFICATION',
  recipient: email,
});
