/**
 * What the two drivers would return differently, read the same way from PostgreSQL's text (keys: its type ids).
 * timestamptz is a Date with both already, and json a value.
 */
export const valueTypes: Readonly<Record<number, (text: string) => unknown>> = {
  // bytea
  17: (text) => Buffer.from(text.slice(2), 'hex'),
  // int8, so count(*) too: a number, since no count of ours passes 2^53
  20: Number,
  // date and timestamp: as written, since a Date would shift a calendar day by the process's time zone
  1082: String,
  1114: String,
  // interval
  1186: String,
};
