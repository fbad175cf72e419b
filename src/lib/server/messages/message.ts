export type Medium = 'SMS' | 'VOICE_CALL' | 'EMAIL';

/** A file of an e-mail, by name: it is made when the mail goes out, and no bytes wait in the database. */
export interface Attachment {
  /** As the reader saves it: `liftoff-embark-pro.pdf`. */
  fileName: string;
  /** Which of `server/documents`: `brochure/embark-pro`. */
  document: string;
}

/** Something for one person. Its text and code appear in no log (C-40). */
export interface Message {
  /** E.164 number, or an address where `medium` is EMAIL. */
  to: string;
  medium: Medium;
  /** E-mail only. */
  subject?: string;
  text: string;
  /** E-mail only: the same in HTML. */
  html?: string;
  /** E-mail only. */
  attachments?: readonly Attachment[];
  /** The one-time code in the text, for providers that fill a template. */
  code?: string;
}

/** The provider refused the message or could not be reached: it was not sent, or nobody knows (C-41). */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
  /** True when trying the same message again cannot help. */
  readonly isFinal: boolean;
  /** True when the provider may have taken the message all the same: it fell silent after it was handed over. */
  readonly isUncertain: boolean;
  constructor(message: string, options: ErrorOptions & { isFinal?: boolean; isUncertain?: boolean } = {}) {
    super(message, options);
    this.isUncertain = options.isUncertain ?? false;
    this.isFinal = options.isFinal ?? false;
  }
}

/** The provider failed too often lately and is left alone for a while; nothing was tried (C-41). */
export class DeliveryPausedError extends Error {
  override name = 'DeliveryPausedError';
}
