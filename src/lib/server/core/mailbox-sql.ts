import { type RawBuilder, sql } from 'kysely';

/** The same rule as `normalizeMailbox`, for a column. The domain stays as it was typed. [C-37] */
export const mailboxOf = (column: RawBuilder<unknown>): RawBuilder<string> => sql<string>`(
  case when lower(${column}) ~ '@(gmail|googlemail)[.]com$'
    then replace(regexp_replace(lower(${column}), '(?<=.)[+].*$|@[^@]*$', ''), '.', '') || '@gmail.com'
    else regexp_replace(lower(${column}), '(?<=.)[+].*@([^@]*)$', '@\\1') end)`;
