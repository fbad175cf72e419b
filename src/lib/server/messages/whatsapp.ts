import { isRecord } from '#lib/domain/core/record.ts';
import { post } from './http-post.ts';
import { DeliveryError, type Message } from './message.ts';
import { findProviderId, parseJson } from './provider-answer.ts';

export interface WhatsAppAccount {
  accessToken: string;
  phoneNumberId: string;
  /** The approved template, whose body has one variable for the whole text. */
  template: string;
}

/** Meta rejects line breaks and long spaces in a variable, and one of more than 1,024 characters. */
const maxTextLength = 1024;

/**
 * Creates the delivery by WhatsApp: Meta's Cloud API with an approved template, because a business may write to a person in
 * other words only within a day of the person's last message. Tests pass an `origin`. Throws DeliveryError. [C-41]
 */
export function createWhatsAppDelivery(
  { accessToken, phoneNumberId, template }: WhatsAppAccount,
  origin = 'https://graph.facebook.com',
) {
  return async ({ to, text }: Message, id: string): Promise<string | null> => {
    const parameter = text.replace(/\s+/g, ' ').trim();
    if (parameter.length > maxTextLength)
      throw new DeliveryError('the text is too long for WhatsApp', { isFinal: true });
    const answer = await post({
      url: `${origin}/v23.0/${encodeURIComponent(phoneNumberId)}/messages`,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: to.replace('+', ''),
        type: 'template',
        // Meta's reports return it, also one that comes before this request is answered.
        biz_opaque_callback_data: id,
        template: {
          name: template,
          language: { code: 'en' },
          components: [{ type: 'body', parameters: [{ type: 'text', text: parameter }] }],
        },
      }),
    });
    const accepted = parseJson(answer);
    const [sent] = isRecord(accepted) && Array.isArray(accepted.messages) ? accepted.messages : [];
    return findProviderId(sent, 'id');
  };
}
