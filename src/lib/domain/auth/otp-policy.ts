/** The numbers of one-time codes, once, for both ends: C-01 to C-13 of the security controls. */
export const otpPolicy = {
  digits: 6,
  lifetimeSeconds: 300,
  /** Guesses per code, spent before the code is compared (C-03). */
  guessesPerCode: 5,
  /** Seconds between two sends to one number or person (C-09); the countdown of AUTH-13. */
  resendSeconds: 30,
  /** A call is offered after so many resends (AUTH-14, C-13). */
  resendsBeforeCall: 2,
} as const;

export const otpPurposes = ['LOGIN', 'PHONE_VERIFICATION'] as const;
export type OtpPurpose = (typeof otpPurposes)[number];

export type DeliveryMedium = 'SMS' | 'VOICE_CALL';

/** Calls go to India only, and only after two resends (AUTH-14, C-13). */
export function mayCall({
  countryIsoCode,
  resendCount,
}: {
  countryIsoCode: string;
  resendCount: number;
}): boolean {
  return countryIsoCode === 'IN' && resendCount >= otpPolicy.resendsBeforeCall;
}
