/** What people say about themselves when they register for the scholarship test or PM Mastery. [API-21] */
export const currentStatusLabels = {
  STUDENT: 'I study',
  WORKING: 'I work',
  BREAK: 'I am on a break',
} as const;
export type CurrentStatus = keyof typeof currentStatusLabels;

export const maxYearsOfExperience = 50;
export const maxMotivation = 500;

/** Formats the number that a person quotes: `ST-26-00042`, with the year of the registration in India. */
export function registrationNumber(prefix: 'ST' | 'PM', sequence: number, at: Date): string {
  const year = new Intl.DateTimeFormat('en', { year: '2-digit', timeZone: 'Asia/Kolkata' }).format(at);
  return `${prefix}-${year}-${String(sequence).padStart(5, '0')}`;
}

/** The texts beside the boxes that a person ticks to register. */
export const testConsent = 'I take the test alone and without help. Liftoff may contact me about it.';
export const masteryConsent = 'Liftoff may contact me about this session and the programme.';
