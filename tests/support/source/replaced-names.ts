/**
 * Names that were replaced by standard terms, and the name to use instead. A name that ends with `*` stands for all names
 * with that prefix.
 */
const replacedNames: Readonly<Record<string, string>> = {
  Standing: 'ApplicationAggregate',
  lockStanding: 'loadApplicationForUpdate',
  loadStandings: 'loadApplications',
  findStanding: 'loadApplication',
  'standing*': 'application or …Input',
  By: 'Actor',
  'judge*': 'checkTransition',
  Verdict: 'TransitionResult',
  lineOf: 'findTransition',
  refusal: 'errorResponse, toHttpError, formErrors or limitExceeded',
  refused: 'rejected or response',
  Refused: 'FormErrors',
  refusedOf: 'fieldErrorsOf',
  Refusals: 'RejectedFields',
  refusalsOf: 'rejectedFieldsOf',
  'tell*': 'notify…',
  Told: 'Notification',
  told: 'notified… or a noun',
  Letter: 'EmailTemplate',
  'letter*': 'email or message',
  applicationNews: 'applicationNotifications',
  'take*': 'handle…Form, parse…Form or reserve…',
  'insertOrFold*': 'insertOrReuse',
  'fold*': 'the dedupe window',
  'settle*': 'applyDueTransitions, reconcile… or record…',
  Settling: 'Reconciliation',
  'keep*': 'persist…, store… or remember…',
  'kept*': 'persisted… or stored…',
  hit: 'consume',
  'spend*': 'consume',
  findFull: 'peek',
  'forget*': 'reset, clear… or delete…',
  sendSession: 'setSessionCookie',
  sealCode: 'hashCode',
  isCode: 'matchesCode',
  guessesSpent: 'attemptsExhausted',
  proveOtp: 'checkOtp',
  ProvenOtp: 'CheckedOtp',
  giveBackSeat: 'releaseSeat',
  makeWay: 'shiftPositions',
  Trouble: 'FailureAlert',
  Mend: 'EditDetail',
  showPlace: 'focusField',
  useHeldPlace: 'useScrollAnchor',
  takeOver: 'hydrate',
  takenOver: 'hydrated',
  'bring*': 'load…',
  absorb: 'mergeRemote',
  weave: 'mergeOrder',
  isAlike: 'isEquivalent',
  isSame: 'isEqual',
  followApplication: 'propagateCancellation',
  followSeats: 'propagateCancellation',
  hearOtherTabs: 'onOtherTabChange',
  typedPhone: 'phoneInput',
  untrusted: 'parseJson',
  wallClock: 'zonedTime',
  eligibilityWords: 'eligibilityLabels',
  jobLines: 'jobTextFormat',
  entryWords: 'entryLabels',
  sameValue: 'isEqual',
  lastResort: 'errorBoundary',
  withLastResort: 'withErrorBoundary',
  pieceLimit: 'stallTimeout',
  requireSeen: 'requireUnchanged',
  handedOn: 'forwardedHeaders',
  'stray*': 'orphan…',
  chores: 'scheduledTasks',
  patience: 'timeout or retryPolicy',
  atOnce: 'concurrency',
  answerCall: 'handleApi',
  answerCalls: 'handleApiRequests',
  answerFile: 'handleFile',
  answerImage: 'handleImage',
  answerPage: 'handlePage',
  Who: 'Access',
  WhoOf: 'AccessOf',
  Asked: '…Input',
  Wanted: '…Options',
  Given: '…Deps',
  Said: '…Result',
  said: 'text, or the noun',
  Found: '…Result',
  Taken: '…Result',
  Kept: 'a noun',
  Known: '…Context',
  'goOn*': 'continue…',
  doubtUser: 'invalidateUser',
  openedWith: 'openOptions',
  storeUser: 'setUser',
  expectSound: 'expectAccessible',
  mostOf: 'max…',
  leastOf: 'min…',
};

const declaration = /\b(?:function|const|let|class|interface|type|async)\s+(\w+)/g;
/** The names between the brackets of a destructured variable, and of a function's parameters. */
const lists = /\b(?:const|let)\s*[{[]([^=;]*?)[}\]]\s*=|\(([^()]*)\)(?:\s*:[^=(){};]+)?\s*(?:=>|\{)/g;
const prefixes = Object.keys(replacedNames).filter((name) => name.endsWith('*'));

/** Returns one sentence per replaced name that a file declares again, or is called by. */
export function checkNames(path: string, source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/gm, ' ');
  const declared = [...code.matchAll(declaration)].map(([, name = '']) => name);
  const listed = [...code.matchAll(lists)].flatMap(([, variables, parameters]) => [
    ...(variables ?? parameters ?? '').matchAll(/(?<![.\w])(\w+)\s*(?=[,:?=}\]]|$)/g),
  ]);
  const file =
    path
      .split('/')
      .at(-1)
      ?.replace(/(\.(test|spec))?\.\w+$/, '') ?? '';
  const names = new Set([...declared, ...listed.map(([, name = '']) => name), camel(file)]);
  return [...names].flatMap((name) => {
    const replaced = findReplaced(name);
    return replaced ? [`${path} says ${name}: the field's word is ${replacedNames[replaced]}.`] : [];
  });
}

function findReplaced(name: string): string | undefined {
  if (Object.hasOwn(replacedNames, name)) return name;
  return prefixes.find((prefix) => {
    const begin = prefix.slice(0, -1);
    return name.startsWith(begin) && /[A-Z]/.test(name.charAt(begin.length));
  });
}

const camel = (file: string) => file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
