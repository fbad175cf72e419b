/**
 * One outfit. `C`, `D` and `E` stand for the person's first, second and third colour. `over` is drawn over the neck.
 */
export interface Clothes {
  body: string;
  over?: string;
}

const path = (d: string, colour = 'C') => `<path fill="${colour}" d="${d}"/>`;
const line = (d: string, width = 3, colour = 'D') =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;

/** Cloth over the base of the neck, up to the collar. */
const chest = path('M74 146c8 17 38 17 46 0l6 24H68z');
const shoulders = path('M22 192c2-28 19-42 50-46l25 12 25-12c31 4 48 18 50 46z');
const roundNeck = path('M22 192c2-28 19-42 52-47 8 12 38 12 46 0 33 5 50 19 52 47z');

export const clothes = {
  top: { body: shoulders, over: line('m72 148 25 28 25-28', 4) },
  tee: { body: roundNeck, over: chest + line('M74 146c8 17 38 17 46 0', 4) },
  jumper: {
    body: roundNeck,
    over: chest + line('M73 147c8 19 40 19 48 0', 8) + line('M44 192c0-8 1-14 4-20M150 192c0-8-1-14-4-20', 2),
  },
  stripes: {
    body: roundNeck + line('M30 170c42 10 92 10 134 0M24 184c46 10 100 10 146 0', 5),
    over: chest + line('M74 146c8 17 38 17 46 0', 3),
  },
  rollNeck: {
    body: roundNeck,
    over:
      chest + path('M76 136c10 8 32 8 42 0l5 18c-12 13-40 13-52 0z') + line('M74 149c12 9 34 9 46 0', 2.4),
  },
  shirt: {
    body: shoulders,
    over: path('m77 142 20 22 20-22 9 8-13 26-16-12-16 12-13-26z', 'D') + line('M97 168v24', 2, 'D'),
  },
  blazer: {
    body: shoulders + path('m74 145 23 47 23-47-23 9z', 'D'),
    over: path('m74 144-8 8 6 16 8 2 16 22 0-6-18-38zM120 144l8 8-6 16-8 2-17 22 0-6 19-38z', 'E'),
  },
  kurta: {
    body: roundNeck,
    over:
      chest +
      path('M77 141c8 10 32 10 40 0l4 7c-10 12-38 12-48 0z', 'D') +
      line('M97 158v34', 5) +
      '<g fill="C"><circle cx="97" cy="168" r="1.8"/><circle cx="97" cy="180" r="1.8"/></g>',
  },
  waistcoat: {
    body: roundNeck + path('M48 152c10-4 18-6 26-7l20 14v33H44zM146 152c-10-4-18-6-26-7l-20 14v33h50z', 'D'),
    over:
      path('M80 150h34l-8 42H88z') +
      path('M77 141c8 10 32 10 40 0l4 7c-10 12-38 12-48 0z', 'C') +
      '<g fill="C"><circle cx="90" cy="172" r="1.8"/><circle cx="90" cy="184" r="1.8"/></g>',
  },
  saree: {
    body:
      shoulders +
      path('M22 192c1-22 11-36 31-42 30 10 58 26 77 42z', 'D') +
      path('M54 150c5-2 11-3 18-4 22 14 46 28 74 46h-16c-22-17-46-32-76-42z', 'E'),
  },
  dupatta: {
    body:
      roundNeck +
      path(
        'M40 192c2-22 12-38 34-47l6 6c-12 8-18 24-18 41zM154 192c-2-22-12-38-34-47l-6 6c12 8 18 24 18 41z',
        'D',
      ),
    over: chest + line('M74 146c8 17 38 17 46 0', 3),
  },
  polo: {
    body: roundNeck,
    over: chest + path('m78 140 19 18 19-18 8 8-12 16-15-6-15 6-12-16z', 'D') + line('M97 160v18', 3),
  },
  hoodie: {
    body: path('M58 152c2-22 76-22 78 0l-39 18z', 'D') + roundNeck,
    over: chest + line('M70 150c8 20 46 20 54 0', 7) + line('M86 166v16M108 166v16', 2.6),
  },
} satisfies Record<string, Clothes>;
export type ClothesName = keyof typeof clothes;
