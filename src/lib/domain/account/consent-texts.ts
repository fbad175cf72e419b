/**
 * The words by which people agree, by version. A row has the version that its person saw, so a text here never changes: a new one is
 * added behind it. The last is the one that pages show.
 */
export const consentTexts = {
  SIGN_UP: [
    'By continuing, you agree to our Terms, Privacy Policy and to receive updates via call, email or WhatsApp.',
  ],
  CALL: ['Yes, call me and write to me on WhatsApp or by SMS about this request.'],
  TEST: ['I take the test alone and without help. Liftoff may contact me about it.'],
  MASTERY: ['Liftoff may contact me about this session and the programme.'],
  MOONSHOT: ['Yes, keep my details and show them to employers when I apply.'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type ConsentTextKind = keyof typeof consentTexts;

/** Returns the version that pages show, which is stored with a new consent. */
export const consentVersion = (kind: ConsentTextKind): number => consentTexts[kind].length;

/** Returns the words of a version. */
export function consentText(
  kind: ConsentTextKind,
  version: number,
  texts: Record<ConsentTextKind, readonly string[]> = consentTexts,
): string {
  const text = texts[kind][version - 1];
  if (text === undefined) throw new Error(`the consent ${kind} has no version ${version}`);
  return text;
}
