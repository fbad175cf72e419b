import { HttpError } from './http-error.ts';

/** A route of the table, compiled for matching. */
export interface Route<T> {
  method: string;
  pattern: RegExp;
  names: string[];
  value: T;
}

export interface Match<T> {
  value: T;
  params: Record<string, string>;
}

/** Compiles a route. `{name}` matches one path segment of 1 to 128 characters. */
function compile<T>(key: string, value: T): Route<T> {
  const [method = '', path = ''] = key.split(' ');
  const names: string[] = [];
  const source = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return '([^/]{1,128})';
  });
  return { method, pattern: new RegExp(`^${source}$`), names, value };
}

/**
 * Creates the function that finds the route of a method and path. It throws NOT_FOUND, or METHOD_NOT_ALLOWED with the
 * Allow header.
 */
export function createRouter<T>(table: Record<string, T>): (method: string, path: string) => Match<T> {
  const routes = Object.entries(table).map(([key, value]) => compile(key, value));
  const literal = new Map<string, Route<T>>();
  for (const route of routes)
    if (!route.names.length)
      literal.set(`${route.method} ${route.pattern.source.slice(1, -1).replaceAll('\\/', '/')}`, route);

  return (requested, path) => {
    const method = requested === 'HEAD' ? 'GET' : requested;
    const exact = literal.get(`${method} ${path}`);
    if (exact) return { value: exact.value, params: {} };

    const allowed: string[] = [];
    for (const route of routes) {
      const found = route.pattern.exec(path);
      if (!found) continue;
      if (route.method === method) return { value: route.value, params: readParams(route.names, found) };
      allowed.push(route.method, ...(route.method === 'GET' ? ['HEAD'] : []));
    }
    if (allowed.length) throw new HttpError('METHOD_NOT_ALLOWED', { headers: { allow: allowed.join(', ') } });
    throw new HttpError('NOT_FOUND');
  };
}

function readParams(names: string[], found: RegExpExecArray): Record<string, string> {
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]));
  } catch {
    throw new HttpError('NOT_FOUND');
  }
}
