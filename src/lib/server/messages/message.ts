import type { Attachment, Medium } from '#lib/server/db/schema/messages.ts';

export type { Attachment, Medium };

/** The bytes of an attachment. */
export interface RenderedAttachment {
  bytes: Buffer;
  /** Media type. */
  type: string;
}

/** Renders the document that an attachment names. */
export type RenderAttachment = (document: string) => Promise<RenderedAttachment>;

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
