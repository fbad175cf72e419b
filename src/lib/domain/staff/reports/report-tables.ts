/** The tables of the report on hiring that can be exported. */
export const reportTableLabels = {
  FUNNEL: 'Funnel',
  NOW: 'Where they are now',
  REPLIES: 'Replies',
  INTERVIEWS: 'Interviews',
  TRAININGS: 'Trainings',
  OFFERS: 'Offers',
  HIRES: 'Hires',
} as const;
export type ReportTable = keyof typeof reportTableLabels;

/** The tables of the report on visits. */
export const visitTableLabels = {
  VISITS: 'Visits',
  CONVERSIONS: 'Conversions',
  RESULTS: 'Results',
} as const;
export type VisitTable = keyof typeof visitTableLabels;
