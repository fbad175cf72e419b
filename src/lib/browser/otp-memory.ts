import type { OtpPurpose } from '#lib/domain/auth/otp-policy.ts';

/** The OTP that is under way, so that a closed modal or a reloaded page can still take it. Never the code itself. */
export interface OtpUnderWay {
  purpose: OtpPurpose;
  countryIsoCode: string;
  phone: string;
  otpId: string;
}

const key = 'liftoff:otp';

export function rememberOtp(otp: OtpUnderWay): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(otp));
  } catch {
    // Storage may be full or forbidden; then a reload simply has to wait for the next OTP.
  }
}

export function forgetOtp(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}

/** The id of the OTP that was sent to this number for this purpose from this tab, or null. */
export function findOtpUnderWay(wanted: Omit<OtpUnderWay, 'otpId'>): string | null {
  try {
    const otp = JSON.parse(sessionStorage.getItem(key) ?? 'null') as OtpUnderWay | null;
    const same =
      otp?.purpose === wanted.purpose &&
      otp.countryIsoCode === wanted.countryIsoCode &&
      otp.phone === wanted.phone;
    return same ? otp.otpId : null;
  } catch {
    return null;
  }
}
