/** A property by which a list can be filtered, such as the city. */
export interface Facet<Item> {
  /** The name of the parameter in the URL. */
  name: string;
  label: string;
  /** Lists the values of one entry. The value is in the URL, the label on the page. */
  valuesOf: (item: Item) => readonly FacetValue[];
}

export interface FacetValue {
  value: string;
  label: string;
}

/** The chosen value of each facet by its name; an empty text for any. */
export type Selection = Readonly<Record<string, string>>;

/** A select of the form: each option leads to at least one entry, together with what the other selects say. */
export interface FacetField {
  name: string;
  label: string;
  selected: string;
  options: readonly (FacetValue & { count: number })[];
}

/** Reads the filters from the URL. A value that no entry has finds nothing. */
export function readSelection<Item>(facets: readonly Facet<Item>[], query: URLSearchParams): Selection {
  return Object.fromEntries(
    facets.map(({ name }) => [name, (query.get(name) ?? '').trim().slice(0, 60)] as const),
  );
}

/** Lists the entries that match every filter. */
export function filterBySelection<Item>(
  items: readonly Item[],
  facets: readonly Facet<Item>[],
  selection: Selection,
): Item[] {
  return items.filter((item) =>
    facets.every(({ name, valuesOf }) => {
      const selected = selection[name];
      return !selected || valuesOf(item).some(({ value }) => value === selected);
    }),
  );
}

/**
 * Lists the selects of the form. An option's count is the number of entries that choosing it would show, with the other
 * filters as they are; options that would show nothing are absent.
 */
export function listFacetFields<Item>(
  items: readonly Item[],
  facets: readonly Facet<Item>[],
  selection: Selection,
): FacetField[] {
  return facets.map(({ name, label, valuesOf }) => {
    const others = filterBySelection(items, facets, { ...selection, [name]: '' });
    const byValue = Map.groupBy(others.flatMap(valuesOf), ({ value }) => value);
    const options = [...byValue].map(([value, [first, ...more]]) => ({
      value,
      label: first?.label ?? value,
      count: more.length + 1,
    }));
    return {
      name,
      label,
      selected: selection[name] ?? '',
      options: options.toSorted((a, b) => a.label.localeCompare(b.label)),
    };
  });
}

/** Filters a list by the URL, and lists the selects of its form. */
export function searchByFacets<Item>(
  items: readonly Item[],
  facets: readonly Facet<Item>[],
  query: URLSearchParams,
) {
  const selection = readSelection(facets, query);
  return {
    found: filterBySelection(items, facets, selection),
    fields: listFacetFields(items, facets, selection),
    isFiltered: Object.values(selection).some(Boolean),
  };
}
