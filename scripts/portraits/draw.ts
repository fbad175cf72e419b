import { type Clothes, type ClothesName, clothes } from './clothes.ts';
import { type Hair, type HairName, hairs } from './hair.ts';
import { type Skin, skins } from './skins.ts';

/** The features of one person; omitted ones get the default. */
export interface Person {
  ground: keyof typeof backgrounds;
  skin: keyof typeof skins;
  hair: HairName;
  hairColour?: string;
  /** The colours of a scarf or turban: its cloth and its folds. */
  cloth?: readonly [string, string];
  clothes: ClothesName;
  /** The first, second and third colour of the clothes. */
  colours: readonly [string, string?, string?];
  face?: 'round' | 'long' | 'square';
  eyes?: 'smiling' | 'lashes';
  browColour?: string;
  brows?: 'straight' | 'raised' | 'strong';
  mouth?: 'laugh' | 'grin' | 'calm' | 'lips';
  beard?: 'full' | 'stubble' | 'moustache' | 'goatee';
  glasses?: 'round' | 'square' | 'fine';
  ears?: 'studs' | 'drops' | 'hoops';
  bindi?: string;
  nosePin?: true;
  lines?: true;
  plait?: true;
}

const outline = (d: string, colour: string, width: number) =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;

const backgrounds = {
  blue: '#dbe2ff',
  sand: '#f4e3c6',
  mint: '#cfe9dc',
  rose: '#f7d8d3',
  lilac: '#e5dcf6',
  sky: '#cfe6f2',
  lime: '#e4ebcb',
  peach: '#fbdcc0',
  fog: '#dde1e8',
  lemon: '#f8ebb4',
};

const faces = { round: [31, 34], long: [28.5, 37], square: [30.5, 35.5], oval: [30, 36] } as const;

/** Returns a portrait as SVG. The face has the same place and size in all portraits, so that a row of them lines up. */
export function drawPortrait(person: Person): string {
  const skin = skins[person.skin];
  const hair: Hair = hairs[person.hair];
  const outfit: Clothes = clothes[person.clothes];
  const colourClothes = (part = '') =>
    part.replaceAll(/"([CDE])"/g, (_, key) => `"${person.colours['CDE'.indexOf(key)] ?? person.colours[0]}"`);
  const colourHair = (part = '') =>
    part
      .replaceAll('"H"', `"${hairColour(person)}"`)
      .replaceAll('"C"', `"${person.cloth?.[0]}"`)
      .replaceAll('"D"', `"${person.cloth?.[1]}"`);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="22 36 150 150" width="192" height="192">',
    `<rect width="192" height="192" fill="${backgrounds[person.ground]}"/>`,
    colourHair(hair.back),
    colourClothes(outfit.body),
    drawNeck(skin),
    person.hair === 'scarf' ? '' : colourClothes(outfit.over),
    hair.ears
      ? `<path fill="${skin.neck}" d="M61 106a6 8 0 1 0 12 0a6 8 0 1 0-12 0M121 106a6 8 0 1 0 12 0a6 8 0 1 0-12 0"/>`
      : '',
    drawHead(person, skin),
    beard(person, skin),
    drawFeatures(person, skin),
    colourHair(hair.front),
    drawJewellery(person, hair),
    person.plait ? plait(hairColour(person), person.colours[1] ?? '#fff') : '',
    '</svg>\n',
  ].join('');
}

const hairColour = (person: Person) => person.hairColour ?? '#221a1c';

const drawNeck = (skin: Skin) =>
  `<path fill="${skin.neck}" d="M80 128h34v22c-4 9-10 13-17 13s-13-4-17-13z"/><path fill="${skin.shade}" d="M80 132c9 10 25 11 34 2v7c-9 9-26 8-34 0z"/>`;

function drawHead({ face }: Person, skin: Skin): string {
  const [rx, ry] = faces[face ?? 'oval'];
  if (face === 'square')
    return `<path fill="${skin.face}" d="M66.5 98c0-20 12-31 30.5-31s30.5 11 30.5 31c0 17-2 26-8 33-6 6-14 8-22.5 8s-16.5-2-22.5-8c-6-7-8-16-8-33z"/>`;
  return `<ellipse cx="97" cy="103" rx="${rx}" ry="${ry}" fill="${skin.face}"/>`;
}

function drawFeatures(person: Person, skin: Skin): string {
  return [
    outline(
      brows[person.brows ?? 'soft'],
      person.browColour ?? hairColour(person),
      person.brows === 'strong' ? 4 : 3,
    ),
    eyes(person, '#221a1c'),
    outline('M97 105c-1 5-2 8 1 10', skin.shade, 2.6),
    mouth(person, skin),
    person.lines
      ? outline(
          'M75 112c-3 1-4 3-4 5M119 112c3 1 4 3 4 5M79 124c-1 2-1 4 0 6M115 124c1 2 1 4 0 6',
          skin.shade,
          1.6,
        )
      : '',
    glasses(person),
  ].join('');
}

const brows = {
  soft: 'M79 95c3-2.5 7-2.5 10 0M105 95c3-2.5 7-2.5 10 0',
  straight: 'M78 94h10M106 94h10',
  raised: 'M78 94c3-4 8-4 11-1M105 93c3-3 8-3 11 1',
  strong: 'M77 94c4-3 9-3 12 0M105 94c3-3 8-3 12 0',
};

function eyes({ eyes: kind }: Person, ink: string): string {
  if (kind === 'smiling') return outline('M80 105c2-3.5 7-3.5 9 0M105 105c2-3.5 7-3.5 9 0', ink, 3);
  const pupils = `<g fill="${ink}"><circle cx="84" cy="104" r="2.9"/><circle cx="110" cy="104" r="2.9"/></g>`;
  return kind === 'lashes' ? pupils + outline('M79 102c2-3 7-4 10-1M105 101c3-3 8-2 10 1', ink, 1.8) : pupils;
}

function mouth({ mouth: kind }: Person, skin: Skin): string {
  switch (kind) {
    case 'laugh':
      return `<path fill="#fff" stroke="${skin.lip}" stroke-width="2.4" stroke-linejoin="round" d="M85 120c7 2 17 2 24 0-2 8-6 11-12 11s-10-3-12-11z"/>`;
    case 'calm':
      return outline('M89 124c5 2.6 11 2.6 16 0', skin.lip, 2.8);
    case 'lips':
      return `<path fill="${skin.lip}" d="M87 122c4-3 7-3 10-1 3-2 6-2 10 1-3 6-7 7-10 7s-7-1-10-7z"/>`;
    case 'grin':
      return outline('M86 122c6 6 16 6 22 0', skin.lip, 2.8);
    default:
      return `<path fill="#fff" d="M86 121c6 8 17 8 23 0-8 2-15 2-23 0z"/>${outline('M86 121c6 8 17 8 23 0', skin.lip, 2.6)}`;
  }
}

function beard(person: Person, skin: Skin): string {
  const colour = hairColour(person);
  const full = 'M67 103c0 40 14 47 30 47s30-7 30-47c-2 12-6 16-12 17-8-4-28-4-36 0-6-1-10-5-12-17z';
  switch (person.beard) {
    case 'full':
      return `<path fill="${colour}" d="${full}"/><path fill="${skin.face}" d="M84 123c4-4 22-4 26 0 1 7-5 10-13 10s-14-3-13-10z"/>`;
    case 'stubble':
      return `<path fill="${colour}" fill-opacity=".16" d="M68 108c2 22 12 31 29 31s27-9 29-31c-2 6-5 9-9 10-5-4-11-4-20-1-9-3-15-3-20 1-4-1-7-4-9-10z"/>`;
    case 'moustache':
      return `<path fill="${colour}" d="M81 121c4-6 12-6 16-3 4-3 12-3 16 3-5 2-11 1-16-1-5 2-11 3-16 1z"/>`;
    case 'goatee':
      return `<path fill="${colour}" d="M88 132c6 2 12 2 18 0-1 7-4 11-9 11s-8-4-9-11zM84 120c4-4 22-4 26 0-8-1-18-1-26 0z"/>`;
    default:
      return '';
  }
}

function glasses({ glasses: kind }: Person): string {
  if (!kind) return '';
  const lens = {
    square:
      '<rect x="73" y="96" width="21" height="17" rx="6"/><rect x="100" y="96" width="21" height="17" rx="6"/>',
    round: '<circle cx="83.5" cy="104" r="10.5"/><circle cx="110.5" cy="104" r="10.5"/>',
    fine: '<rect x="74" y="98" width="20" height="13" rx="5"/><rect x="100" y="98" width="20" height="13" rx="5"/>',
  }[kind];
  const [ink, width] = kind === 'fine' ? ['#8a6a2f', 1.8] : ['#233043', 2.6];
  return `<g fill="#fff" fill-opacity=".16" stroke="${ink}" stroke-width="${width}">${lens}<path fill="none" d="M94 102c2-2 4-2 6 0"/></g>`;
}

function drawJewellery({ ears, bindi, nosePin, hair }: Person, { ears: shown }: Hair): string {
  const [left, right] = shown ? [65, 129] : [68, 126];
  const gold = '#f2bf66';
  const drawn = {
    studs: `<g fill="${gold}"><circle cx="${left}" cy="115" r="3"/><circle cx="${right}" cy="115" r="3"/></g>`,
    drops: `<path fill="${gold}" d="M${left} 112l4 10h-8zM${right} 112l4 10h-8z"/>`,
    hoops: `<g fill="none" stroke="${gold}" stroke-width="2"><circle cx="${left}" cy="120" r="6"/><circle cx="${right}" cy="120" r="6"/></g>`,
  };
  return [
    bindi ? `<circle cx="97" cy="88" r="2.5" fill="${bindi}"/>` : '',
    nosePin ? `<circle cx="93" cy="113" r="1.4" fill="${gold}"/>` : '',
    ears && hair !== 'scarf' ? drawn[ears] : '',
  ].join('');
}

const plait = (colour: string, tie: string) =>
  `<path fill="${colour}" d="M122 124c12-2 20 6 16 16 6 4 5 12 0 15 4 5 3 12-2 15 2 6-1 12-6 16-6-2-8-8-6-14-5-4-6-10-2-15-5-4-5-11 0-15-5-6-5-12 0-18z"/><path fill="none" stroke="${tie}" stroke-width="3" stroke-linecap="round" d="M122 172c4 3 9 3 13 0"/>`;
