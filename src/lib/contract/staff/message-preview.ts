import * as z from 'zod/mini';

/** Whom a change would inform, and with which texts. The change itself is not made. */
export const messagePreview = z.object({
  /** The number of people who get a message. */
  people: z.number(),
  /** The names of the first ten; of a move of applications, all. */
  names: z.array(z.string()),
  /** Different texts, the most frequent first, at most five; of a move of applications, all. */
  texts: z.array(
    z.object({
      people: z.number(),
      /** How it is sent: `email`, `SMS`, `WhatsApp`. Only an email has the subject. */
      channels: z.array(z.string()),
      subject: z.nullable(z.string()),
      text: z.string(),
    }),
  ),
});
export type MessagePreview = z.output<typeof messagePreview>;
