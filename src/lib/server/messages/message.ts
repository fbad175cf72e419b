import type { Attachment, Medium, MessageKind } from '#lib/server/db/schema/messages.ts';

export type { Attachment, Medium, MessageKind };

/** The bytes of an attachment. */
export interface RenderedAttachment {
  bytes: Buffer;
  /** Media type. */
  type: string;
}

/** Renders the document that an attachment names. */
export type RenderAttachment = (document: string) => Promise<RenderedAttachment>;

/** A message to one person. Its text and code are never logged. [C-40] */
export interface Message {
  /** E.164 number, an address where `medium` is EMAIL, or the name of a webhook. */
  to: string;
  medium: Medium;
  /** Email only. */
  subject?: string;
  text: string;
  /** Email only: the HTML part. */
  html?: string;
  /** Email only. */
  attachments?: readonly Attachment[];
  /** Email only: the link that stops emails of this kind by one POST (RFC 8058). */
  unsubscribeUrl?: string;
  /** The one-time code in the text, for providers that fill a template. */
  code?: string;
}

/** The provider rejected the message, was unreachable or did not respond. [C-41] */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
  /** Whether a retry is pointless. */
  readonly isFinal: boolean;
  /** Whether the provider may have accepted the message: it received it and did not respond. */
  readonly isUncertain: boolean;
  /** Whether the provider has certainly not taken the message, so that another one may send it. */
  readonly isNotTaken: boolean;
  constructor(
    message: string,
    options: ErrorOptions & { isFinal?: boolean; isUncertain?: boolean; isNotTaken?: boolean } = {},
  ) {
    super(message, options);
    this.isUncertain = options.isUncertain ?? false;
    this.isFinal = options.isFinal ?? false;
    this.isNotTaken = options.isNotTaken ?? false;
  }
}

/** The provider has failed too often and is paused, so delivery was not attempted. [C-41] */
export class DeliveryPausedError extends Error {
  override name = 'DeliveryPausedError';
}
