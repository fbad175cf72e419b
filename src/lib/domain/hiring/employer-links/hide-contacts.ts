/** Hides the ways to contact a candidate in what an employer reads before the candidate's contacts are shared. [C-39] */

interface Contacts {
  emails: readonly string[];
  /** E.164 */
  phones: readonly string[];
}

const hiddenText = '(hidden)';

/** A digit of any script, also in a circle or raised. */
const digit = '[\\p{Nd}⁰¹²³⁴-⁹₀-₉①-⑨⓪]';
/** What people write between the digits of a number. A currency or a percent sign begins or ends an amount. */
const separator = '(?![%₹$€£&@])[\\s\\p{Cf}\\p{M}\\p{P}\\p{S}]';
const numberRun = new RegExp(`\\(?\\+?${digit}(?:(?:${separator}){0,5}${digit}){6,}`, 'gu');

const digitWords = ['zero', 'oh', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const repeats: Record<string, number> = { double: 2, triple: 3 };
const spoken = `(?:(?:${Object.keys(repeats).join('|')})${separator}{0,3})?(?:${digitWords.join('|')}|${digit})`;
/** Digits as words, alone or between written ones: `nine eight double seven`. A word like “someone” begins none. */
const spokenRun = new RegExp(
  `(?<![\\p{L}\\p{N}])${spoken}(?:(?:${separator}){0,5}${spoken}){3,}(?!\\p{L})`,
  'giu',
);
const spokenPart = new RegExp(`(double|triple)|(${digitWords.join('|')})|${digit}`, 'giu');

const year = '(?:19[5-9]\\d|20[0-4]\\d)';
const month = '(?:1[0-2]|0?[1-9])';
const day = '(?:[12]\\d|3[01]|0?[1-9])';
/** Other numbers of many digits: days, years and their ranges, times of a day, marks and pay. */
const readableNumbers = [
  `${day}[-/.]${month}[-/.](?:${year}|\\d\\d)`,
  `${year}[-/.]${month}[-/.]${day}`,
  `${month}[-/.]${year}`,
  `${year} ?[-/] ?\\d\\d`,
  year,
  '(?:[01]?\\d|2[0-3])[:.][0-5]\\d',
  '\\d{1,3}/[1-9]00',
  // Pay is in hundreds: 3,60,000 or 30,000 or 1,20,00,000.
  '(?:\\d{1,2}(?:,\\d\\d){0,2}|\\d{1,3}(?:,\\d{3})?),\\d00',
].join('|');
const readableRun = new RegExp(`^(?:${readableNumbers})(?:[\\s,;/()-]{1,4}(?:${readableNumbers}))*$`);

const at = '(?:\\s{0,3}[@＠]\\s{0,3}|\\s?[(\\[{]\\s?at\\s?[)\\]}]\\s?|\\s+at\\s+(?=\\S+\\s+dot\\s))';
const dot = '(?:[.．]|\\s+[.．]\\s*|\\s?[(\\[{]\\s?dot\\s?[)\\]}]\\s?|\\s+dot\\s+)';
const email = new RegExp(
  `[^\\s@＠<>()",;:]{1,64}${at}[\\p{L}\\p{N}-]{1,63}(?:${dot}[\\p{L}\\p{N}-]{2,63})+`,
  'giu',
);

const profileSites = [
  ...[
    'linkedin',
    'facebook',
    'instagram',
    'twitter',
    'telegram',
    'whatsapp',
    'snapchat',
    'discord',
    'github',
  ],
  ...['x', 'fb'],
].join('|');
const profileLink = new RegExp(
  `(?:https?:\\s?//\\s?)?(?<![\\w.-])(?:[\\w-]+\\.)*(?:(?:${profileSites})\\s?[.．]\\s?(?:com|me|org)|lnkd\\.in|wa\\.me|t\\.me|linktr\\.ee)(?![\\w-])(?:\\s?/\\s?[^\\s,;)]*)*`,
  'giu',
);

/**
 * Replaces emails, links to profiles and everything that may be a phone number in a text: seven digits or more, in any script,
 * as English words too, and however they are grouped. Dates, years, times and pay stay.
 */
export function hideContacts(text: string, { emails, phones }: Contacts): string {
  const own = emails.filter(Boolean).map((one) => one.replace(/[^\w@]/g, '\\$&'));
  const withoutOwn = own.length ? text.replace(new RegExp(own.join('|'), 'gi'), hiddenText) : text;
  // The last digits are those that every way to write a number shares.
  const ownDigits = phones.filter(Boolean).map((phone) => phone.replace(/\D/g, '').slice(-7));
  return withoutOwn
    .replace(email, hiddenText)
    .replace(profileLink, hiddenText)
    .replace(spokenRun, (run) => (isSpokenNumber(run) ? hiddenText : run))
    .replace(numberRun, (run) => (isReadable(run, ownDigits) ? run : hiddenText));
}

function isReadable(run: string, ownDigits: readonly string[]): boolean {
  const text = run.normalize('NFKC').replace(/\p{Pd}/gu, '-');
  const digits = text.replace(/\D/g, '');
  return readableRun.test(text) && !ownDigits.some((own) => digits.includes(own));
}

/** Returns whether a run has seven digits or more, and two of them as words: a number in digits alone may be a date or pay. */
function isSpokenNumber(run: string): boolean {
  let [digits, words, next] = [0, 0, 1];
  for (const [, repeat, word] of run.matchAll(spokenPart)) {
    if (repeat) next = repeats[repeat.toLowerCase()] ?? 1;
    else {
      digits += next;
      if (word) words += next;
      next = 1;
    }
  }
  return digits >= 7 && words >= 2;
}
