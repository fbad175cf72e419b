/**
 * The pictures of the demo portfolio, 1600 × 900, drawn as SVG so that the repository holds no picture files for it. Returns
 * a scene on a coloured background.
 */
const ground = (colour: string, scene: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900" width="1600" height="900"><rect width="1600" height="900" fill="${colour}"/>${scene}</svg>`;

const card = (x: number, y: number, width: number, height: number, inside = ''): string =>
  `<g transform="translate(${x} ${y})"><rect y="10" width="${width}" height="${height}" rx="24" fill="#14287f" opacity=".08"/><rect width="${width}" height="${height}" rx="24" fill="#fff"/>${inside}</g>`;

const lines = (x: number, y: number, widths: readonly number[], colour = '#d5d9e6'): string =>
  widths
    .map(
      (width, nth) =>
        `<rect x="${x}" y="${y + nth * 40}" width="${width}" height="16" rx="8" fill="${colour}"/>`,
    )
    .join('');

const tick = (x: number, y: number, scale = 1): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><circle r="44" fill="#17693c"/><path d="m-19 2 13 13 26-28" fill="none" stroke="#fff" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/></g>`;

/** Order, receipt and invoice, joined by a line. */
const threeWayMatch = ground(
  '#e3e9ff',
  [
    '<circle cx="1380" cy="110" r="330" fill="#d5ddff"/><circle cx="170" cy="850" r="260" fill="#d5ddff"/>',
    '<path d="M330 600h940" stroke="#2a4bd7" stroke-width="6" stroke-dasharray="4 20" stroke-linecap="round"/>',
    ...[200, 620, 1040].map((x, nth) =>
      card(
        x,
        [210, 150, 210][nth] ?? 0,
        360,
        480,
        `<rect x="44" y="48" width="${[120, 150, 110][nth]}" height="26" rx="13" fill="#2a4bd7"/>${lines(44, 122, [270, 210, 250, 160])}<rect x="44" y="330" width="272" height="96" rx="16" fill="#eef1ff"/>${lines(72, 370, [[120, 120, 120][nth] ?? 0], '#93a4e8')}`,
      ),
    ),
    tick(516, 588),
    tick(936, 528),
    tick(1356, 588),
  ].join(''),
);

/** Nine cards. Some have a faded copy behind them. */
const vendorTwins = ground(
  '#fdf1dc',
  [0, 1, 2]
    .flatMap((row) =>
      [0, 1, 2].map((column) => {
        const [x, y] = [150 + column * 450, 110 + row * 240];
        const initial = `<circle cx="62" cy="80" r="34" fill="${['#e0a33e', '#c9713b', '#2a4bd7'][(row + column) % 3]}"/>${lines(120, 54, [150, 90])}`;
        const twin = (row * 3 + column) % 2 === 0;
        return (
          (twin
            ? `<g transform="translate(${x + 40} ${y + 34}) rotate(5 170 80)" opacity=".55"><rect width="340" height="160" rx="24" fill="none" stroke="#b98a3a" stroke-width="4" stroke-dasharray="12 12"/></g>`
            : '') + card(x, y, 340, 160, initial)
        );
      }),
    )
    .join(''),
);

/** A calendar of three weeks. An arc leads from day seven to day four. */
const closeCalendar = ground(
  '#e2f1e8',
  card(
    250,
    110,
    1100,
    680,
    `<rect width="1100" height="130" rx="24" fill="#17693c"/><rect y="80" width="1100" height="50" fill="#17693c"/>${lines(60, 54, [260], '#fff')}${[
      0, 1, 2,
    ]
      .flatMap((row) =>
        [0, 1, 2, 3, 4, 5, 6].map((column) => {
          const day = row * 7 + column + 1;
          const [x, y] = [58 + column * 144, 180 + row * 160];
          const colour = day === 4 ? '#17693c' : day < 4 ? '#cfe6d8' : '#f1f0ea';
          return `<rect x="${x}" y="${y}" width="120" height="132" rx="18" fill="${colour}"/>`;
        }),
      )
      .join(
        '',
      )}${tick(550, 246, 0.9)}<path d="M980 330C900 410 700 420 590 330" fill="none" stroke="#17693c" stroke-width="6" stroke-dasharray="4 18" stroke-linecap="round"/>`,
  ),
);

/** Asha's portrait, drawn by scripts/portraits/draw.ts. */
export const portrait =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="22 36 150 150" width="192" height="192"><rect width="192" height="192" fill="#dbe2ff"/><path fill="#1d1815" d="M56 128c-6-50 6-80 42-80 35 0 46 30 40 80-4 8-14 9-22 6H78c-8 3-18 2-22-6z"/><path fill="#e0a33e" d="M22 192c2-28 19-42 52-47 8 12 38 12 46 0 33 5 50 19 52 47z"/><path fill="#a36b45" d="M80 128h34v22c-4 9-10 13-17 13s-13-4-17-13z"/><path fill="#875636" d="M80 132c9 10 25 11 34 2v7c-9 9-26 8-34 0z"/><path fill="#e0a33e" d="M74 146c8 17 38 17 46 0l6 24H68z"/><path fill="#fbf3df" d="M77 141c8 10 32 10 40 0l4 7c-10 12-38 12-48 0z"/><path fill="none" stroke="#fbf3df" stroke-width="5" stroke-linecap="round" stroke-linejoin="round" d="M97 158v34"/><g fill="#e0a33e"><circle cx="97" cy="168" r="1.8"/><circle cx="97" cy="180" r="1.8"/></g><ellipse cx="97" cy="103" rx="30" ry="36" fill="#b47b52"/><path fill="none" stroke="#1d1815" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" d="M79 95c3-2.5 7-2.5 10 0M105 95c3-2.5 7-2.5 10 0"/><g fill="#221a1c"><circle cx="84" cy="104" r="2.9"/><circle cx="110" cy="104" r="2.9"/></g><path fill="none" stroke="#875636" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round" d="M97 105c-1 5-2 8 1 10"/><path fill="none" stroke="#7b3f35" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round" d="M86 122c6 6 16 6 22 0"/><path fill="#1d1815" d="M66 104c-4-32 10-48 31-48s36 18 31 48c-2-10-6-19-12-25-20 4-38 8-50 25z"/><g fill="#f2bf66"><circle cx="68" cy="115" r="3"/><circle cx="126" cy="115" r="3"/></g></svg>';

/** The wide cover of the portfolio: ledger lines that rise to the right. */
export const portfolioCover = ground(
  '#e3e9ff',
  [
    '<circle cx="1320" cy="450" r="420" fill="#d5ddff"/><circle cx="1320" cy="450" r="270" fill="#c3cffd"/>',
    '<path d="M0 640C320 610 520 560 760 500s460-160 840-220v620H0z" fill="#f0ede5"/>',
    '<path d="M0 740c360-20 640-60 900-120s480-120 700-150v430H0z" fill="#e2ded3"/>',
    '<path d="M60 560C480 540 900 470 1360 250" fill="none" stroke="#2a4bd7" stroke-width="7" stroke-dasharray="4 22" stroke-linecap="round"/>',
    card(980, 330, 300, 190, lines(40, 50, [150, 220, 180])),
    tick(1250, 340, 0.7),
  ].join(''),
);

/** The covers by project title. */
export const covers: Readonly<Record<string, string>> = {
  'A three-way match that stops chasing people': threeWayMatch,
  'A vendor master without twins': vendorTwins,
  'The close calendar that fourteen people share': closeCalendar,
};
