/**
 * The rules of a single one-time password, for server and browser. How many a number or network may ask for is limited on
 * the server alone, in auth/otp/otp-rate-limits.ts. [C-01, C-02, C-03, C-09, C-13]
 */
export const otpPolicy = {
  digits: 6,
  lifetimeSeconds: 300,
  /** Attempts per OTP; each is counted before the code is compared. [C-03] */
  attemptsPerCode: 5,
  /** Seconds between two OTPs to one number or person. [C-09, AUTH-13] */
  resendSeconds: 30,
  /** A phone call is offered after this number of resends. [AUTH-14, C-13] */
  resendsBeforeCall: 2,
} as const;

export const otpPurposes = ['LOGIN', 'PHONE_VERIFICATION'] as const;
export type OtpPurpose = (typeof otpPurposes)[number];

export const deliveryMedia = ['SMS', 'VOICE_CALL'] as const;
export type DeliveryMedium = (typeof deliveryMedia)[number];

/** Returns whether an OTP may be sent by a phone call: in India, after two resends. [AUTH-14, C-13] */
export function canCall({
  countryIsoCode,
  resendCount,
}: {
  countryIsoCode: string;
  resendCount: number;
}): boolean {
  return countryIsoCode === 'IN' && resendCount >= otpPolicy.resendsBeforeCall;
}
