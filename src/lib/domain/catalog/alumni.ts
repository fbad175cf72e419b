/** What changed in the work of an alumnus, with its name on pages. [API-52] */
export const transitionLabels = {
  SWITCHED_ROLE: 'New kind of work',
  SWITCHED_COMPANY: 'New company',
  FIRST_JOB: 'First job',
  PROMOTED: 'Promotion',
} as const;
