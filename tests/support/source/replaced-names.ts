/**
 * Names that were replaced by standard terms, and the name to use instead. A name that ends with `*` stands for all names
 * with that prefix.
 */
const replacedNames: Readonly<Record<string, string>> = {
  Standing: 'ApplicationAggregate',
  lockStanding: 'loadApplicationForUpdate',
  loadStandings: 'loadApplications',
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
  Letter: 'EmailTemplate',
  'take*': 'handle…Form, parse…Form or reserve…',
  'insertOrFold*': 'insertOrReuse',
  'fold*': 'the dedupe window',
  'settle*': 'applyDueTransitions, reconcile… or record…',
  Settling: 'Reconciliation',
  'keep*': 'persist…, store… or remember…',
  'kept*': 'persisted… or stored…',
  'spend*': 'consume',
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
  hearOtherTabs: 'onOtherTabChange',
  withLastResort: 'withErrorBoundary',
  'stray*': 'orphan…',
  chores: 'scheduledTasks',
  patience: 'timeout or retryPolicy',
  atOnce: 'concurrency',
  answerCall: 'handleApi',
  answerFile: 'handleFile',
  answerImage: 'handleImage',
  answerPage: 'handlePage',
  Who: 'Access',
  WhoOf: 'AccessOf',
  Asked: '…Input',
  Wanted: '…Options',
  Given: '…Deps',
  Said: '…Result',
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
const prefixes = Object.keys(replacedNames).filter((name) => name.endsWith('*'));

/** Returns one sentence per replaced name that a file declares again, or is called by. */
export function checkNames(path: string, source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/gm, ' ');
  const declared = [...code.matchAll(declaration)].map(([, name = '']) => name);
  const file =
    path
      .split('/')
      .at(-1)
      ?.replace(/(\.(test|spec))?\.\w+$/, '') ?? '';
  return [...new Set([...declared, camel(file)])].flatMap((name) => {
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
