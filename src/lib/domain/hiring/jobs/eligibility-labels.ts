import {
  type LanguageCode,
  type LanguageLevel,
  languageLabels,
  languageLevels,
  type Qualification,
  qualificationLabels,
  type Shift,
  shiftLabels,
} from '../registration/registration.ts';
import type { EligibilityCheck } from './eligibility.ts';

/** Checks of eligibility rules as text, which staff write and files carry. */

/** Parses a check. Returns the end of an error sentence where the text is invalid. */
export function parseCheck(words: string): EligibilityCheck | string {
  const [kind = '', ...rest] = words.trim().split(/\s+/);
  const parse = parsers[kind as EligibilityCheck['kind']];
  if (!parse) return `in braces, begin with one of ${Object.keys(parsers).join(', ')}`;
  return parse(rest.join(' ')) ?? `write ${examples[kind as EligibilityCheck['kind']]}`;
}

export function formatCheck(check: EligibilityCheck): string {
  switch (check.kind) {
    case 'QUALIFICATION':
      return ['QUALIFICATION', check.atLeast, check.graduatedFrom].filter(Boolean).join(' ');
    case 'EXPERIENCE':
      return `EXPERIENCE ${check.atLeastMonths ?? ''}-${check.atMostMonths ?? ''}`;
    case 'LANGUAGE':
      return `LANGUAGE ${check.groups.map(({ anyOf, atLeast }) => `${anyOf.join('/')} ${atLeast}`).join(', ')}`;
    case 'PLACE':
      return `PLACE ${check.regions.join('/')}${check.orRelocates ? ' or moves' : ''}`;
    case 'NOTICE':
      return `NOTICE ${check.atMostDays}`;
    case 'SHIFT':
      return `SHIFT ${check.anyOf.join('/')}`;
    case 'EQUIPMENT':
      return 'EQUIPMENT';
  }
}

const examples: Record<EligibilityCheck['kind'], string> = {
  QUALIFICATION:
    '{QUALIFICATION BACHELOR} or {QUALIFICATION BACHELOR 2022}, the year of graduation at the earliest',
  EXPERIENCE: '{EXPERIENCE 12-36}, {EXPERIENCE 12-} or {EXPERIENCE -36}, in months',
  LANGUAGE: '{LANGUAGE en B2, hi/ta B1}: codes and levels from A1 to C2 or NATIVE',
  PLACE: '{PLACE Karnataka/Kerala} or {PLACE Karnataka/Kerala or moves}',
  NOTICE: '{NOTICE 30}, in days',
  SHIFT: '{SHIFT DAY/NIGHT}',
  EQUIPMENT: '{EQUIPMENT}',
};

const parsers: Record<EligibilityCheck['kind'], (rest: string) => EligibilityCheck | null> = {
  QUALIFICATION(rest) {
    const [atLeast = '', year] = rest.split(' ');
    if (!(atLeast in qualificationLabels) || (year && !/^(19|20)\d\d$/.test(year))) return null;
    return {
      kind: 'QUALIFICATION',
      atLeast: atLeast as Qualification,
      ...(year && { graduatedFrom: Number(year) }),
    };
  },
  EXPERIENCE(rest) {
    const [whole, from, to] = /^(\d{0,3})-(\d{0,3})$/.exec(rest) ?? [];
    if (whole === undefined || whole === '-') return null;
    return {
      kind: 'EXPERIENCE',
      ...(from && { atLeastMonths: Number(from) }),
      ...(to && { atMostMonths: Number(to) }),
    };
  },
  LANGUAGE(rest) {
    const groups = rest.split(/\s*,\s*/).map((group) => {
      const [codes = '', level = ''] = group.split(' ');
      return { anyOf: codes.split('/') as LanguageCode[], atLeast: level as LanguageLevel };
    });
    const isKnown = groups.every(
      ({ anyOf, atLeast }) =>
        languageLevels.includes(atLeast) && anyOf.every((code) => Object.hasOwn(languageLabels, code)),
    );
    return isKnown ? { kind: 'LANGUAGE', groups } : null;
  },
  PLACE(rest) {
    const regions = rest
      .replace(/ or moves$/, '')
      .split('/')
      .map((region) => region.trim());
    return regions.every(Boolean)
      ? { kind: 'PLACE', regions, orRelocates: rest.endsWith(' or moves') }
      : null;
  },
  NOTICE: (rest) => (/^\d{1,3}$/.test(rest) ? { kind: 'NOTICE', atMostDays: Number(rest) } : null),
  SHIFT(rest) {
    const anyOf = rest.split('/') as Shift[];
    return anyOf.every((shift) => Object.hasOwn(shiftLabels, shift)) ? { kind: 'SHIFT', anyOf } : null;
  },
  EQUIPMENT: (rest) => (rest === '' ? { kind: 'EQUIPMENT' } : null),
};
