import * as z from 'zod/mini';

/** Whom a change would inform, and with which texts. The change itself is not made. */
export const messagePreview = z.object({
  /** Stands for exactly these people and texts; the confirmed change sends it back. */
  fingerprint: z.string(),
  /** The number of people who get a message. */
  people: z.number(),
  /** The names of the first ten; of a move of applications, all. */
  names: z.array(z.string()),
  /** Different texts, the most frequent first, at most five; of a move of applications, all. */
  texts: z.array(
    z.object({
      people: z.number(),
      /** Their names, of up to three. */
      names: z.array(z.string()),
      /** How it is sent: `email`, `SMS`, `WhatsApp`. Only an email has the subject. */
      channels: z.array(z.string()),
      subject: z.nullable(z.string()),
      text: z.string(),
    }),
  ),
  /** Earlier messages that still wait and are not sent, because these take their place: the first five different ones. */
  replaced: z.array(z.object({ people: z.number(), names: z.array(z.string()), subject: z.string() })),
  /** The names of the first ten who get no message, because they have turned them off or have no address for them. */
  withoutMessage: z.array(z.string()),
  /** The names of the first ten who get no email because theirs is not confirmed. */
  withoutEmail: z.array(z.string()),
  /** Whether a message that staff wrote goes by email only. */
  hasEmailNote: z.boolean(),
  /** The names of the first ten who get no email, so that this message does not reach them. */
  withoutNote: z.array(z.string()),
});
/** The `fingerprint` of the preview that was confirmed. Where it is absent, nothing is compared. */
export const confirmedFingerprint = z.optional(z.string().check(z.maxLength(64)));
export type MessagePreview = z.output<typeof messagePreview>;
