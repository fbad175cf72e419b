/** The columns of a row whose values are dates. A missing or a wrong name is a compile error. */
export type DateColumns<Row> = Record<
  { [Name in keyof Row]-?: Date extends Row[Name] ? Name : never }[keyof Row],
  true
>;

/**
 * Converts the rows of a `json_agg` into those that the same columns give in a plain select: camelCase names, and dates
 * instead of their text. Both drivers parse JSON themselves, so numbers come out alike.
 */
export function hydrateRows<Row>(rows: readonly object[], dates: DateColumns<Row>): Row[] {
  return rows.map((row) => {
    const hydrated: Record<string, unknown> = {};
    for (const [column, value] of Object.entries(row)) {
      const name = nameOf(column);
      hydrated[name] = name in dates && value !== null ? new Date(value as string) : value;
    }
    return hydrated as Row;
  });
}

const names = new Map<string, string>();

/** Remembers the names of columns, since an aggregate has more than a hundred. */
function nameOf(column: string): string {
  const name =
    names.get(column) ?? column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  names.set(column, name);
  return name;
}
