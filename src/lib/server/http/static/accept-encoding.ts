/** The encodings that the build prepares, best first. */
export type Encoding = 'br' | 'gzip';

const known = new Map<string, readonly (Encoding | 'identity')[]>();

/**
 * Returns the best available encoding that the client accepts, and `identity` where it accepts none (RFC 9110, 12.5.3).
 */
export function bestEncoding(accepted: string, available: object): Encoding | 'identity' {
  let wanted = known.get(accepted);
  if (!wanted) {
    wanted = preferences(accepted);
    // Browsers send few different values, but another client may send any number.
    if (known.size < 100) known.set(accepted, wanted);
  }
  return wanted.find((encoding) => encoding in available) ?? 'identity';
}

function preferences(accepted: string): (Encoding | 'identity')[] {
  const weights = new Map(accepted.toLowerCase().split(',').map(weigh));
  const other = weights.get('*');
  const weightOf = (encoding: Encoding | 'identity') =>
    weights.get(encoding) ?? other ?? (encoding === 'identity' ? Number.MIN_VALUE : 0);
  // The sort is stable, so equal weights keep this order.
  return (['br', 'gzip', 'identity'] as const)
    .filter((encoding) => weightOf(encoding) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a));
}

function weigh(part: string): [string, number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
  const weight = parameters.find((text) => text.startsWith('q='));
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}
