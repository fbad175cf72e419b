import { countries } from './countries.ts';

export interface TimeZone {
  /** IANA: `Asia/Kolkata`. */
  name: string;
  /** The place's usual name: `Kolkata`, `Vincennes, Indiana`. */
  place: string;
  /** `GMT+5:30`, at the instant that was passed. */
  offset: string;
}

/** Current names of zones that engines list by an old one (IANA's `backward` file). */
const renamed: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** Returns the current name of a zone, where this engine supports it. */
export function currentZoneName(name: string): string {
  const newer = renamed[name];
  return newer && zonePart(newer, 'shortOffset', new Date()) ? newer : name;
}

/** Returns the place of a zone, without the continent: `Vincennes, Indiana` for `America/Indiana/Vincennes`. */
export function zonePlace(name: string): string {
  const [continent, ...places] = name.replaceAll('_', ' ').split('/');
  const isCountry = continent === 'US';
  return [...places.reverse(), ...(isCountry || places.length === 0 ? [continent] : [])].join(', ');
}

/** Returns the offset of a zone, `GMT+5:30`; empty where this engine does not support it. */
export function zoneOffset(name: string, at: Date): string {
  return zonePart(name, 'shortOffset', at);
}

/** Lists all zones by place, those of `first` before the others. */
export function listTimeZones(first: readonly string[], at: Date): readonly TimeZone[] {
  const supportedZones = Intl.supportedValuesOf?.('timeZone') ?? countries.map(({ timeZone }) => timeZone);
  const others = [...new Set([...supportedZones.map(currentZoneName), 'UTC'])].filter(
    (name) => !first.includes(name),
  );
  const describe = (name: string) => ({ name, place: zonePlace(name), offset: zoneOffset(name, at) });
  return [
    ...[...new Set(first)].map(describe),
    ...others.map(describe).sort((one, other) => one.place.localeCompare(other.place, 'en')),
  ];
}

/** Searches zones by place, country, IANA name or offset (`5:30`, `gmt+1`, `UTC-3`), else by the name of their time. */
export function searchTimeZones(zones: readonly TimeZone[], text: string): readonly TimeZone[] {
  const wanted = normalize(text.trim());
  if (!wanted) return zones;
  const offset = wanted.replace(/^(utc|gmt) ?/, '').replace(/^([+-]?)0(\d)/, '$1$2');
  const isOffset = /^[+-]?\d{1,2}(:\d{0,2})?$/.test(offset);
  const matchesZone = (zone: TimeZone) =>
    isOffset ? fitsOffset(zone.offset, offset) : wordsOf(zone).some((word) => word.includes(wanted));
  const found = zones.filter(matchesZone);
  if (found.length > 0 || isOffset)
    return found.sort((one, other) => rank(one, wanted) - rank(other, wanted));
  const now = new Date();
  return zones.filter(({ name }) => normalize(zonePart(name, 'longGeneric', now)).includes(wanted));
}

/** Ranks exact names first, then places that begin with the text: `india` before Indiana, `lon` before Blanc-Sablon. */
function rank(zone: TimeZone, wanted: string): number {
  const words = wordsOf(zone);
  if (words.includes(wanted)) return 0;
  return words[0]?.startsWith(wanted) ? 1 : 2;
}

function fitsOffset(offset: string, wanted: string): boolean {
  const own = offset.slice('GMT'.length);
  return /^[+-]/.test(wanted) ? own.startsWith(wanted) : own.slice(1).startsWith(wanted);
}

function wordsOf({ name, place }: TimeZone): string[] {
  const country = countries.find(({ timeZone }) => timeZone === name);
  return [place, name, country?.name ?? ''].map(normalize);
}

/** Normalises a text for the search: lower case, no accents, spaces for underscores. */
function normalize(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('_', ' ').toLowerCase();
}

function zonePart(timeZone: string, timeZoneName: 'shortOffset' | 'longGeneric', at: Date): string {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts(at);
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  } catch {
    return '';
  }
}
