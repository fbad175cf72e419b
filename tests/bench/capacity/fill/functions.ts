import { sql } from 'kysely';

/** Functions of the statements that fill the database. They and the list of people stay in a schema of their own, and go at the end. */
export const createFunctions = [
  sql`create schema bench`,
  // A number from 0 to 1 that follows from a row's number, the same in every run; `salt` tells the draws of a row apart.
  sql`
    create function bench.draw(n int, salt int) returns float8 immutable parallel safe language sql as $$
      select (hashint4extended(n, salt) & 4294967295)::float8 / 4294967296 $$`,
  // A whole number below `max`. Small ones are more frequent the larger `skew` is.
  sql`
    create function bench.pick(n int, salt int, max int, skew float8 default 1) returns int immutable parallel safe language sql as $$
      select floor(max * power(bench.draw(n, salt), skew))::int $$`,
  // A UUIDv7 of that time, as the server makes them, so that ids are in the order of time.
  sql`
    create function bench.id(kind int, n int, at timestamptz) returns uuid immutable parallel safe language sql as $$
      select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8'
        || lpad(to_hex(n), 15, '0'))::uuid $$`,
];

/** The kinds of rows, as ids have them. */
export const kinds = {
  person: 1,
  lead: 2,
  application: 3,
  slot: 4,
  batch: 5,
  interview: 6,
  event: 7,
  seat: 8,
  enrolment: 9,
  certificate: 10,
  portfolio: 11,
  test: 12,
} as const;

export const id = (kind: keyof typeof kinds, n = 'n', at = 'at') =>
  sql`bench.id(${sql.lit(kinds[kind])}, (${sql.raw(n)})::int, ${sql.raw(at)})`;
