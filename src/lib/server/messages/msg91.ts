import { post } from './http-post.ts';
import { DeliveryError, type Message } from './message.ts';

/**
 * Creates the delivery of codes by MSG91 (https://docs.msg91.com/otp/sendotp). In India only registered templates can be
 * sent, so it delivers nothing but codes; the template should have the text of `otpMessage`. Tests pass an `origin`.
 */
export function createMsg91Delivery(
  { authKey, templateId }: { authKey: string; templateId: string },
  origin = 'https://control.msg91.com',
) {
  return async ({ to, medium, code }: Message): Promise<null> => {
    if (medium !== 'SMS' || code === undefined)
      throw new DeliveryError('MSG91 is set up for codes by SMS only', { isFinal: true });
    const query = new URLSearchParams({ template_id: templateId, mobile: to.replace('+', ''), otp: code });
    const answer = await post({
      url: `${origin}/api/v5/otp?${query}`,
      headers: { authkey: authKey, 'content-type': 'application/json' },
      body: '{}',
    });
    // MSG91 also responds to rejected messages with 200. They say nothing about whether it works for others.
    if (!/"type"\s*:\s*"success"/.test(answer))
      throw new DeliveryError('MSG91 refused the message', { isFinal: true, isNotTaken: true });
    // Codes are not in the outbox, so nobody asks later what became of one.
    return null;
  };
}
