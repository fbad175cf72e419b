/**
 * One hairstyle: the part behind the face and the part over it. `H` stands for the hair's colour, `C` and `D` for the
 * cloth's.
 */
export interface Hair {
  back?: string;
  front: string;
  /** Whether the ears are visible. */
  ears?: true;
}

const path = (d: string, colour = 'H') => `<path fill="${colour}" d="${d}"/>`;

/** Returns one path of many circles, for curls and flowers. */
const dots = (circles: readonly (readonly [x: number, y: number, r: number])[], colour = 'H') =>
  path(
    circles
      .map(([x, y, r]) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`)
      .join(''),
    colour,
  );

const centreParting = path('M65 106c-5-32 9-50 32-50s37 18 32 50c-3-18-14-32-32-40-18 8-29 22-32 40z');
const sideParting = path('M66 103c-3-31 10-47 31-47s34 17 31 47c-4-16-14-27-27-33-7 11-21 20-35 33z');
const pulledBack = path(
  'M65 104c-5-33 10-50 32-50s37 17 32 50c-3-14-8-24-15-30-11 4-23 4-34 0-7 6-12 16-15 30z',
);
const cap = path('M61 116c-9-42 7-66 36-66s45 24 36 66z');

export const hairs = {
  long: {
    back: path('M52 192c-6-34-4-58 0-88 4-34 22-54 46-54s43 18 46 52c3 32 6 56-2 90z'),
    front: sideParting,
  },
  longCentre: {
    back: path('M54 192c-8-30-4-62-1-90 4-34 21-54 44-54s41 20 44 54c3 28 7 60-1 90z'),
    front: centreParting,
  },
  wavy: {
    back: path(
      'M58 184c-14-6-8-20-13-30s2-18-1-28c-4-8 3-14 4-22 3-34 23-56 49-56s46 22 49 56c1 8 8 14 4 22-3 10 4 18-1 28s1 24-13 30z',
    ),
    front: path('M65 106c-5-36 14-50 36-50 20 0 32 18 27 50-1-14-8-24-17-29-2 0-6 0-8-3-9 11-30 15-38 32z'),
  },
  bob: {
    back: path('M57 134c-8-52 2-84 40-84s48 32 40 84c-3 5-14 6-20 3H77c-6 3-17 2-20-3z'),
    front: path('M65 108c-5-34 9-52 32-52s37 18 32 52c-3-6-4-13-5-20-17 5-37 5-54 0-1 7-2 14-5 20z'),
  },
  bobSide: {
    back: path('M56 128c-6-50 6-80 42-80 35 0 46 30 40 80-4 8-14 9-22 6H78c-8 3-18 2-22-6z'),
    front: path('M66 104c-4-32 10-48 31-48s36 18 31 48c-2-10-6-19-12-25-20 4-38 8-50 25z'),
  },
  topBun: {
    back: `<path fill="H" d="M79 54a18 15 0 1 1 36 0z"/>${cap}`,
    front: pulledBack,
    ears: true,
  },
  lowBun: { back: `<circle cx="131" cy="124" r="17" fill="H"/>${cap}`, front: centreParting },
  flowers: {
    back: `<circle cx="130" cy="126" r="17" fill="H"/>${dots(
      [
        [121, 111, 4.5],
        [128, 107, 4.5],
        [136, 108, 4.5],
        [143, 113, 4.5],
        [147, 121, 4.5],
      ],
      '#fff',
    )}${cap}`,
    front: centreParting,
  },
  ponytail: {
    back: `${path('M112 58c30-6 46 22 36 62-2 12 2 22-6 30-8-6-10-14-8-28 3-24-4-44-22-64z')}${cap}`,
    front: pulledBack,
    ears: true,
  },
  braid: { back: cap, front: centreParting },
  curls: {
    back: dots([
      [64, 84, 17],
      [76, 66, 17],
      [97, 60, 18],
      [118, 66, 17],
      [130, 84, 17],
      [136, 104, 15],
      [58, 104, 15],
      [60, 124, 14],
      [134, 124, 14],
      [66, 140, 12],
      [129, 140, 12],
    ]),
    front: dots([
      [72, 80, 11],
      [84, 70, 12],
      [99, 68, 12],
      [113, 71, 11],
      [123, 81, 10],
      [68, 94, 6],
      [127, 94, 6],
    ]),
  },
  pixie: {
    back: path('M64 112c-8-38 6-62 33-62s41 24 33 62z'),
    front: path(
      'M65 104c-7-36 8-54 34-54 25 0 36 18 30 52-3-6-5-14-9-20-14 0-28-6-36-14-3 12-12 18-15 24-2 4-3 8-4 12z',
    ),
    ears: true,
  },
  scarf: {
    back: path('M34 192c-2-24 6-38 20-46-8-64 6-104 43-104s51 40 43 104c14 8 22 22 20 46z', 'C'),
    front:
      path('M62 122c-8-42 5-70 35-70s43 28 35 70c-1-34-11-54-35-54s-34 20-35 54z', 'D') +
      path('M62 100c2 28 14 39 35 39s33-11 35-39c14 30 14 52-2 70-20 12-46 12-66 0-16-18-16-40-2-70z', 'C') +
      '<path fill="none" stroke="D" stroke-width="2.4" stroke-linecap="round" d="M56 140c10 22 38 32 66 24M64 166c14 10 40 12 58 4"/>',
  },
  veil: {
    back: path('M32 192c-2-22 4-34 22-44-10-66 6-106 43-106s53 40 43 106c18 10 24 22 22 44z', 'C') + cap,
    front:
      centreParting +
      '<path fill="none" stroke="D" stroke-width="4" stroke-linecap="round" d="M54 148c-10-66 6-106 43-106s53 40 43 106"/>',
  },
  short: {
    back: path('M66 100c-6-34 6-52 31-52s37 18 31 52z'),
    front: path('M65 98c-4-32 10-48 33-48 21 0 35 14 31 47-3-13-8-21-12-26-14 5-31 5-41-1-6 6-9 15-11 28z'),
    ears: true,
  },
  sidePart: {
    back: path('M66 100c-6-34 6-52 31-52s37 18 31 52z'),
    front: path('M65 98c-6-30 6-50 34-50 24 0 35 16 30 49-2-10-5-18-10-22-16 1-30-4-37-11-2 8-12 16-17 34z'),
    ears: true,
  },
  quiff: {
    back: path('M66 100c-6-34 6-50 31-50s37 16 31 50z'),
    front: path(
      'M65 96c-4-18-2-30 5-36 2-14 22-20 38-16 18 2 25 16 21 52-2-9-5-16-10-20-14 3-30-1-41-7-7 6-11 14-13 27z',
    ),
    ears: true,
  },
  shortCurls: {
    back: path('M66 100c-6-34 6-48 31-48s37 14 31 48z'),
    front: dots([
      [68, 84, 7],
      [71, 72, 9],
      [80, 62, 10],
      [93, 57, 10],
      [106, 58, 10],
      [117, 64, 10],
      [125, 74, 8],
      [127, 85, 6],
      [88, 68, 8],
      [102, 68, 8],
      [113, 72, 7],
      [78, 74, 7],
    ]),
    ears: true,
  },
  cropped: {
    back: path('M65 100c-6-32 6-48 32-48s38 16 32 48z'),
    front: path('M66 97c-4-30 9-45 31-45s35 15 31 45c-2-10-5-17-9-22-14-5-30-5-44 0-4 5-7 12-9 22z'),
    ears: true,
  },
  receding: {
    back: path('M65 102c-6-32 6-46 32-46s38 14 32 46z'),
    front: path(
      'M66 102c-6-28 3-48 31-48s37 20 31 48c-2-8-4-13-6-17-1-10-9-14-13-11-7-6-17-6-24 0-4-3-12 1-13 11-2 4-4 9-6 17z',
    ),
    ears: true,
  },
  bald: { back: path('M63 112c-5-20-2-34 6-38h56c8 4 11 18 6 38z'), front: '', ears: true },
  fringe: {
    back: path('M63 110c-6-40 6-60 34-60s40 20 34 60z'),
    front: path(
      'M64 104c-6-36 8-54 33-54s39 18 33 54c-2-6-4-12-5-17l-9-4-8 5-10-5-10 5-9-5-10 5c-1 5-3 10-5 16z',
    ),
    ears: true,
  },
  turban: {
    front:
      path('M60 96c-10-34 8-60 37-60s47 26 37 60c-7-13-20-22-37-29-17 7-30 16-37 29z', 'C') +
      path('M85 72l12-8 12 8-12 5z', 'H') +
      '<path fill="none" stroke="D" stroke-width="2.6" stroke-linecap="round" d="M60 84c4-14 18-24 37-30M64 66c8-10 20-16 33-18M134 84c-4-14-18-24-37-30M130 66c-8-10-20-16-33-18"/>',
  },
  prayerCap: {
    back: path('M66 100c-6-34 6-48 31-48s37 14 31 48z'),
    front:
      path('M66 96c-1-8 0-14 3-20h56c3 6 4 12 3 20-2-6-5-10-8-12H74c-3 2-6 6-8 12z') +
      path('M67 80c-2-24 10-36 30-36s32 12 30 36c-18-6-42-6-60 0z', 'C') +
      '<path fill="none" stroke="D" stroke-width="2" d="M68 74c18-6 40-6 58 0"/>',
    ears: true,
  },
} satisfies Record<string, Hair>;
export type HairName = keyof typeof hairs;
