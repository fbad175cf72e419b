/** What a provider reports about a message some time after it was sent. */
export interface DeliveryReport {
  /** Our id of the message, where the provider returns it. */
  messageId: string | null;
  /** The provider's own id of the message. */
  providerId: string | null;
  state: 'DELIVERED' | 'FAILED';
  /** Why it was not delivered, without a number. */
  reason: string | null;
}

export interface ReportRequest {
  /** The address as the provider called it, with the origin of the site. */
  url: string;
  headers: Headers;
  /** The raw body, which the signature covers. */
  body: Buffer;
}

/** Checks the signature of a request and reads its reports. Returns null when the signature is wrong. */
export type ReadReports = (
  request: ReportRequest,
) => DeliveryReport[] | null | Promise<DeliveryReport[] | null>;

/** Shortens a provider's words, and hides what may be a number. [C-40] */
export const cleanReason = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/\+?\d{7,}/g, '…')
    .trim()
    .slice(0, 120);

/** Returns a text of a report that may be anything, up to the length of a column; null for other values. */
export const readText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= 255 ? value : null;
