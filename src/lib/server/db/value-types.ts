/**
 * Parsers, by PostgreSQL's type ids, of the types that the two drivers would return differently. Both already return a
 * Date for timestamptz and a value for json.
 */
export const valueTypes: Readonly<Record<number, (text: string) => unknown>> = {
  // bytea
  17: (text) => Buffer.from(text.slice(2), 'hex'),
  // int8, which count(*) returns too: a number, because no count here exceeds 2^53
  20: Number,
  // date and timestamp: text, because a Date would shift a calendar day by the process's time zone
  1082: String,
  1114: String,
  // interval
  1186: String,
};
