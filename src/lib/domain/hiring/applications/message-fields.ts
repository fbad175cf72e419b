import { formatList } from '#lib/domain/core/format-list.ts';

/** The fields that staff write into messages to candidates, `{{firstName}}`, and what stands in their place. */

export const messageFields = {
  firstName: { label: 'First name', sample: 'Meera' },
  fullName: { label: 'Full name', sample: 'Meera Nair' },
  jobTitle: { label: 'Job', sample: 'Accounts payable associate' },
  employerName: { label: 'Employer', sample: 'Sarvalane Operations' },
  stage: { label: 'Stage of the application', sample: 'Reply from the employer' },
  applicationNumber: { label: 'Number of the application', sample: 'MS-26-00817' },
} as const;
type MessageField = keyof typeof messageFields;
export type MessageValues = Record<MessageField, string>;

const isField = (name: string): name is MessageField => Object.hasOwn(messageFields, name);

/** `{{firstName}}` */
export const fieldText = (name: string): string => `{{${name}}}`;

/** The first line of every email to a candidate. */
export const formatGreeting = (firstName: string): string => `Hello ${firstName},`;
export const greetingHint = `The email begins with “${formatGreeting(fieldText('firstName'))}”. Write no other greeting.`;

/** Says how a message to candidates is sent and written; WhatsApp only where it is set up. */
export const formatMessageHint = (hasWhatsApp: boolean): string =>
  `It goes by ${hasWhatsApp ? 'email, SMS and WhatsApp' : 'email and SMS'}, as each person has chosen. At most 500 characters. ${greetingHint} Fields: ${Object.keys(messageFields).map(fieldText).join(' ')}`;

/** Spaces within the braces do not matter; they are cut afterwards, so that the pattern takes linear time. */
const pattern = /\{\{([^{}]*)\}\}/g;

/** Returns why the fields of a text cannot be filled, by the name of each unknown field; null when they can. */
export function findFieldProblem(text: string): string | null {
  const names = [...text.matchAll(pattern)].map(([, name = '']) => name.trim());
  const unknown = [...new Set(names.filter((name) => !isField(name)))];
  if (unknown.length)
    return `There is no field ${formatList(unknown.map(fieldText))}. Choose one of ${Object.keys(messageFields).map(fieldText).join(', ')}.`;
  return /\{\{|\}\}/.test(text.replaceAll(pattern, ''))
    ? 'A field begins with {{ and ends with }}, for example {{firstName}}.'
    : null;
}

/** Writes the values in the place of the fields. An unknown field stays as it is. */
export const fillFields = (text: string, values: MessageValues): string =>
  text.replaceAll(pattern, (field, inner: string) => {
    const name = inner.trim();
    return isField(name) ? values[name] : field;
  });

/** What a preview of a template shows. */
export const sampleValues = Object.fromEntries(
  Object.entries(messageFields).map(([name, { sample }]) => [name, sample]),
) as MessageValues;
