/** What templates are for, and what the audit calls the changes of them and of applications. */

/** What a template is for. Only a message has a subject; a note is part of the message about a move. */
export const templatePurposes = {
  MESSAGE: 'Message to candidates',
  REJECT: 'Note with a rejection',
  HOLD: 'Note with “on hold”',
  MOVE_TO_INTERVIEW: 'Note with an interview invitation',
  NOTE: 'Note with another move',
} as const;
export type TemplatePurpose = keyof typeof templatePurposes;

/** The purposes of notes in moves. */
export const notePurposes = [
  'REJECT',
  'HOLD',
  'MOVE_TO_INTERVIEW',
  'NOTE',
] as const satisfies readonly TemplatePurpose[];

/** What the audit calls the changes of templates. */
export const templateActions = {
  CREATE: 'Add a template',
  UPDATE: 'Change a template',
  DELETE: 'Delete a template',
  RESTORE: 'Restore a template',
};

/** What the audit calls the changes of applications that are no moves of staff. */
export const queueActions = {
  ASSIGN: 'Change the owner',
  MESSAGE: 'Write to the candidate',
  SUBMIT: 'Apply for the candidate',
  WITHDRAW: 'Withdraw for the candidate',
};
