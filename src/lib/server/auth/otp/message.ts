import type { DeliveryMedium } from '#lib/domain/auth/otp-policy.ts';
import type { Message } from '#lib/server/messages/index.ts';

interface Wanted {
  phoneE164: string;
  medium: DeliveryMedium;
  code: string;
  siteOrigin: string;
}

/**
 * Fixed texts, nothing that a person typed in them (C-16). The last line of the SMS binds the code to our
 * origin, so that browsers offer it on our pages only; a call says the code twice (C-13).
 */
export function otpMessage({ phoneE164, medium, code, siteOrigin }: Wanted): Message {
  const spoken = code.split('').join(', ');
  const text =
    medium === 'SMS'
      ? `${code} is your Liftoff OTP. It is valid for 5 minutes. Never share it with anyone.\n\n@${new URL(siteOrigin).hostname} #${code}`
      : `Hello from Liftoff. Your OTP is ${spoken}. Again, your OTP is ${spoken}.`;
  return { to: phoneE164, medium, text, code };
}
