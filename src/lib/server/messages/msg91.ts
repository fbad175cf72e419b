import { post } from './http-post.ts';
import { DeliveryError, type Message } from './message.ts';

/**
 * https://docs.msg91.com/otp/sendotp. In India a text is sent only as a template registered beforehand, so this
 * carries codes alone: the template's text should be that of `otpMessage`. `origin` is another one in tests.
 */
export function msg91(
  { authKey, templateId }: { authKey: string; templateId: string },
  origin = 'https://control.msg91.com',
) {
  return async ({ to, medium, code }: Message): Promise<void> => {
    if (medium !== 'SMS' || code === undefined)
      throw new DeliveryError('MSG91 is set up for codes by SMS only', { isFinal: true });
    const query = new URLSearchParams({ template_id: templateId, mobile: to.replace('+', ''), otp: code });
    const answer = await post({
      url: `${origin}/api/v5/otp?${query}`,
      headers: { authkey: authKey, 'content-type': 'application/json' },
      body: '{}',
    });
    // It answers 200 to refusals too.
    if (!/"type"\s*:\s*"success"/.test(answer)) throw new DeliveryError('MSG91 refused the message');
  };
}
