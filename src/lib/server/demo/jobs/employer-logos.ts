import type { EmployerKey } from './employers.ts';

/** The logos of the invented employers, drawn as SVG, 480 × 240, on their own ground. */

const frame = (ground: string, mark: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 240" width="480" height="240"><rect width="480" height="240" fill="${ground}"/>${mark}</svg>`;

/** A ledger whose two columns agree. */
const sarvalane = frame(
  '#f4f7ef',
  [
    ...[60, 100, 140].map(
      (y, nth) => `<rect x="120" y="${y}" width="${[96, 72, 84][nth]}" height="22" rx="11" fill="#2f6b3a"/>`,
    ),
    ...[60, 100, 140].map(
      (y, nth) => `<rect x="264" y="${y}" width="${[96, 72, 84][nth]}" height="22" rx="11" fill="#9cc36b"/>`,
    ),
    '<rect x="236" y="44" width="8" height="152" rx="4" fill="#1d3f25"/>',
    '<path d="M120 186h96M264 186h96" stroke="#1d3f25" stroke-width="8" stroke-linecap="round"/>',
  ].join(''),
);

/** Two voices that overlap. */
const boliqo = frame(
  '#fff4ec',
  [
    '<circle cx="200" cy="112" r="68" fill="#e0692f"/>',
    '<circle cx="284" cy="112" r="68" fill="#27356f" fill-opacity=".86"/>',
    '<path d="m166 166-22 34 54-18z" fill="#e0692f"/>',
    '<path d="m318 166 22 34-54-18z" fill="#27356f"/>',
  ].join(''),
);

export const employerLogos: Record<EmployerKey, string> = { sarvalane, boliqo };
