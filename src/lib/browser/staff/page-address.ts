/** Returns the address of the page within the site, without the result of the form that led to it. */
export function addressWithoutResult(): string {
  const search = new URLSearchParams(location.search);
  if (!search.has('done')) return location.pathname + location.search;
  search.delete('done');
  return search.size > 0 ? `${location.pathname}?${search}` : location.pathname;
}
