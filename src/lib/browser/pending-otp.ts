import type { OtpPurpose } from '#lib/domain/auth/otp-policy.ts';

/** An OTP that was sent and not entered, for a modal that is closed or a page that is reloaded. It never holds the code itself. */
export interface PendingOtp {
  purpose: OtpPurpose;
  countryIsoCode: string;
  phone: string;
  otpId: string;
}

const key = 'liftoff:otp';

export function savePendingOtp(otp: PendingOtp): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(otp));
  } catch {
    // Storage may be full or forbidden; then the person waits for the next OTP after a reload.
  }
}

export function clearPendingOtp(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage may be forbidden; then nothing was saved.
  }
}

/** Returns the id of the OTP that this tab requested for the number and the purpose, or null. */
export function findPendingOtp(sentTo: Omit<PendingOtp, 'otpId'>): string | null {
  try {
    const otp = JSON.parse(sessionStorage.getItem(key) ?? 'null') as PendingOtp | null;
    const isMatch =
      otp?.purpose === sentTo.purpose &&
      otp.countryIsoCode === sentTo.countryIsoCode &&
      otp.phone === sentTo.phone;
    return isMatch ? otp.otpId : null;
  } catch {
    return null;
  }
}
