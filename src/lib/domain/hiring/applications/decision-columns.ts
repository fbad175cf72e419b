/** The columns of the files with applications that are empty, for decisions that come back by the staff's import. [API-42] */
export const decisionColumns = ['action', 'reason_code', 'public_note', 'private_note'] as const;
