/**
 * Returns whether the API handles a path. `/api/docs/` and the document that it shows are pages.
 */
export const isApiPath = (path: string): boolean =>
  path.startsWith('/api/') && !/^\/api\/(docs\/?|openapi\.json)$/.test(path);

/** Returns the path of a request target: what comes before its query. */
export const removeQuery = (target: string): string => target.split(/[?#]/, 1)[0] ?? '';
