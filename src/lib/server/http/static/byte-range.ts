/**
 * Returns the first and last byte of a range, or null for the whole file: several ranges or an invalid one (RFC 9110,
 * 14.1.2).
 */
export function readRange(range: string, length: number): [number, number] | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range) ?? [];
  if (!first && !last) return null;
  if (first && last && Number(last) < Number(first)) return null;
  const start = first ? Number(first) : Math.max(0, length - Number(last));
  const end = first && last ? Math.min(Number(last), length - 1) : length - 1;
  return start >= length || (!first && Number(last) === 0) ? 'unsatisfiable' : [start, end];
}
