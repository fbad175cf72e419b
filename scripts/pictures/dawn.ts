/**
 * Draws dawn.webp, the picture of Moonshot: two people on a hill at sunrise, and the paper plane that one of them threw.
 */
import { drawForeground } from './figure.ts';
import { type Hill, hillPath, treesPath } from './hills.ts';

const width = 1536;
const height = 1024;
const sun = { x: 985, y: 588 };

/** From the farthest to the nearest. Far hills are paler and warmer, because there is more air in front of them. */
const hills: (Hill & { top: string; foot: string; rim: number; trees?: number })[] = [
  { seed: 11, base: 612, amplitude: 46, wavelength: 420, top: '#c7a3b8', foot: '#f1cdb9', rim: 0.9 },
  { seed: 23, base: 664, amplitude: 54, wavelength: 360, top: '#a48bb8', foot: '#dfb7b8', rim: 0.8 },
  { seed: 5, base: 726, amplitude: 50, wavelength: 430, top: '#7d74b2', foot: '#b79bbd', rim: 0.65 },
  {
    seed: 41,
    base: 790,
    amplitude: 46,
    wavelength: 380,
    top: '#565b9f',
    foot: '#8a80b3',
    rim: 0.45,
    trees: 46,
  },
  {
    seed: 17,
    base: 866,
    amplitude: 44,
    wavelength: 520,
    top: '#363f82',
    foot: '#575a9b',
    rim: 0.3,
    trees: 40,
  },
];
const nearest: Hill = { seed: 3, base: 930, amplitude: 34, wavelength: 760, leftDrop: -150 };

/** Returns the picture as SVG. */
export function drawDawn(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>${drawDefinitions()}</defs>
<rect width="${width}" height="${height}" fill="url(#sky)"/>
<rect width="${width}" height="${height}" fill="url(#glow)"/>
<rect width="${width}" height="620" filter="url(#cirrus)" mask="url(#high)" opacity="0.8"/>
${clouds.map(drawCloud).join('\n')}
<circle cx="${sun.x}" cy="${sun.y}" r="58" fill="url(#disc)"/>
${hills.map(drawHill).join('\n')}
${drawForeground(nearest, width, height)}
${birds}
${plane}
<rect width="${width}" height="${height}" fill="url(#warmth)"/>
<rect width="${width}" height="${height}" filter="url(#grain)" opacity="0.07"/>
</svg>`;
}

/** Returns the gradients, filters and masks that the picture refers to. */
function drawDefinitions(): string {
  const stop = ([at, colour, opacity = 1]: readonly [number, string, number?]) =>
    `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
  const verticalGradient = (id: string, ...stops: (readonly [number, string, number?])[]) =>
    `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.map(stop).join('')}</linearGradient>`;
  const sunGradient = (id: string, radius: number, ...stops: (readonly [number, string, number?])[]) =>
    `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${sun.x}" cy="${sun.y}" r="${radius}">${stops.map(stop).join('')}</radialGradient>`;
  return [
    verticalGradient(
      'sky',
      [0, '#4658a8'],
      [0.2, '#7480c4'],
      [0.38, '#b5a3cd'],
      [0.5, '#eabfbd'],
      [0.58, '#fbd9ac'],
      [0.66, '#fdeac6'],
    ),
    sunGradient(
      'glow',
      760,
      [0, '#fff3d2', 0.95],
      [0.12, '#ffe3a8', 0.75],
      [0.4, '#ffc58f', 0.3],
      [1, '#ffb08a', 0],
    ),
    sunGradient('disc', 58, [0, '#fffdf4'], [0.8, '#fff6dc'], [1, '#ffeec2', 0.9]),
    sunGradient('warmth', 900, [0, '#ffdca0', 0.3], [0.35, '#ffc98f', 0.12], [1, '#ffb37a', 0]),
    sunGradient('rim', 620, [0, '#fff1c9', 1], [0.5, '#ffd9a6', 0.6], [1, '#ffd0a0', 0]),
    ...hills.map(({ top, foot }, index) =>
      verticalGradient(`hill${index}`, [0, top], [0.75, foot], [1, foot]),
    ),
    verticalGradient('near', [0, '#1e2a63'], [1, '#141b45']),
    '<linearGradient id="fade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0.5"/><stop offset="0.6" stop-color="#fff" stop-opacity="0.9"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>',
    `<mask id="high"><rect width="${width}" height="620" fill="url(#fade)"/></mask>`,
    // Wide and flat noise. The colour matrix hides all but its peaks.
    '<filter id="cirrus" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.0016 0.011" numOctaves="5" seed="8"/><feColorMatrix values="0 0 0 0 1  0 0 0 0 0.9  0 0 0 0 0.86  2.6 0 0 0 -1.15"/></filter>',
    '<filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.8" numOctaves="2" seed="2"/><feColorMatrix type="saturate" values="0"/></filter>',
    '<filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="14"/></filter>',
    '<filter id="mist" x="-20%" y="-80%" width="140%" height="260%"><feGaussianBlur stdDeviation="34 12"/></filter>',
  ].join('');
}

const clouds = [
  { x: 250, y: 470, size: 1.15, opacity: 0.75 },
  { x: 690, y: 540, size: 0.75, opacity: 0.7 },
  { x: 1370, y: 415, size: 0.9, opacity: 0.7 },
] as const;

/** Draws a cloud that is lit from below, where the sun is. */
function drawCloud({ x, y, size, opacity }: (typeof clouds)[number]): string {
  const puffs = [
    [-150, 8, 110, 14],
    [-60, -8, 120, 24],
    [30, -18, 100, 30],
    [120, -2, 130, 20],
    [210, 10, 100, 11],
  ];
  const drawn = (dy: number, fill: string) =>
    puffs
      .map(
        ([px = 0, py = 0, rx, ry]) =>
          `<ellipse cx="${px}" cy="${py + dy}" rx="${rx}" ry="${ry}" fill="${fill}"/>`,
      )
      .join('');
  return `<g transform="translate(${x} ${y}) scale(${size})" opacity="${opacity}" filter="url(#soft)">${drawn(0, '#e9c6d4')}${drawn(9, '#ffe2c4')}</g>`;
}

function drawHill(one: (typeof hills)[number], index: number): string {
  const ridge = hillPath(one, width);
  const mist = `<ellipse cx="${300 + index * 260}" cy="${one.base + 86}" rx="620" ry="22" fill="#ffe9d6" opacity="${0.34 - index * 0.05}" filter="url(#mist)"/>`;
  return `<path d="${ridge}V${height}H0Z" fill="url(#hill${index})"/>
${one.trees ? `<path d="${treesPath(one, width, one.trees, 12 + index * 4)}" fill="${one.top}"/>` : ''}
<path d="${ridge}" fill="none" stroke="url(#rim)" stroke-width="2.5" opacity="${one.rim}"/>${mist}`;
}

const birds = [
  [985, 318, 0.9],
  [1026, 340, 0.75],
  [958, 350, 0.65],
]
  .map(
    ([x, y, size]) =>
      `<path transform="translate(${x} ${y}) scale(${size})" d="M-16-5q9-5 16 5q7-10 16-5" fill="none" stroke="#4a4f8f" stroke-width="3" stroke-linecap="round"/>`,
  )
  .join('');

/** The paper plane of the home page's drawing, in morning light, and a dotted line along its path. */
const plane = `
<path d="M326 652C430 664 560 610 640 470" fill="none" stroke="#fff6e6" stroke-width="4" stroke-dasharray="1 15" stroke-linecap="round" opacity="0.9"/>
<g transform="translate(612 284) rotate(14 35 60) scale(2.2)">
<path d="m0 76 70-76-22 102-21-17z" fill="#fffaf0"/>
<path d="m0 76 70-76-43 85-6 22z" fill="#d5d3ee"/>
<path d="m21 107 6-22 11 9z" fill="#8d8fc9"/>
<path d="M70 0 27 85l21 17z" fill="#ffe9cf"/>
</g>`;
