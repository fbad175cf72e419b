import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ActorType, allowedActions, checkTransition } from '#lib/domain/core/state-machine.ts';
import {
  type ApplicationAction,
  applicationFlow,
  stageKeyAfter,
} from '#lib/domain/hiring/applications/application-flow.ts';
import {
  type ApplicationGuardContext,
  noApplicationContext,
} from '#lib/domain/hiring/applications/application-guards.ts';
import { type ApplicationStatus, isFinal } from '#lib/domain/hiring/applications/application-status.ts';
import type { Stage, StageKind } from '#lib/domain/hiring/jobs/job.ts';
import { stageChangeProblem, stagesProblem } from '#lib/domain/hiring/jobs/job-stages.ts';

const stage = (kind: StageKind, key: string): Stage => ({ key, title: `Stage ${key}`, kind });
const form = stage('FORM', 'form');
const offer = stage('OFFER', 'offer');

describe('[API-41] the stages of a job with open applications', () => {
  const before = [form, stage('INTERVIEW', 'first'), stage('TRAINING', 'class'), offer];

  it.each<[string, Stage[], string[]]>([
    ['the way behind is put in another order', [form, before[2], before[1], offer] as Stage[], ['class']],
    [
      'a stage comes in before one that was reached',
      [form, stage('REVIEW', 'look'), ...before.slice(1)],
      ['first'],
    ],
    ['the stage that somebody is in goes', [form, before[2], offer] as Stage[], ['first', 'form']],
  ])('are rejected when %s', (_, after, reached) => {
    expect(stageChangeProblem(before, after, reached)).toMatch(
      /^Applications have come as far as “Stage \w+”: .+\.$/,
    );
  });

  it('are rejected when a stage changes its kind, reached or not', () => {
    const after = [form, stage('REVIEW', 'first'), stage('TRAINING', 'class'), offer];
    expect(stageChangeProblem(before, after, ['form'])).toBe(
      'Applications are under way: the stage [first] stays what it is.',
    );
    expect(stageChangeProblem(before, after, [])).toBeNull();
  });

  it('may change after the reached ones, in their titles, and completely when no application is open', () => {
    const after = [{ ...form, title: 'Renamed' }, before[1], stage('REVIEW', 'look'), offer] as Stage[];
    expect(stageChangeProblem(before, after, ['first'])).toBeNull();
    expect(stageChangeProblem(before, [form, offer], [])).toBeNull();
  });

  it('may get a review after applications were submitted, which then starts there', () => {
    const facts = {
      ...noApplicationContext,
      stages: [form, stage('REVIEW', 'look'), offer],
      stageKey: 'form',
    };
    expect(checkTransition(applicationFlow, 'START_REVIEW', 'STAFF', 'SUBMITTED', facts).isAllowed).toBe(
      true,
    );
    expect(stageKeyAfter('START_REVIEW', 'SUBMITTED', facts)).toBe('look');
  });
});

/** An application with the stages that it has passed. */
interface Walker {
  status: ApplicationStatus;
  stageKey: string;
  heldFrom: ApplicationStatus | null;
  been: string[];
}

const factsOf = ({ stageKey, heldFrom }: Walker, stages: Stage[]): ApplicationGuardContext => ({
  ...noApplicationContext,
  stages,
  stageKey,
  heldFrom,
  hasDetails: true,
  training: 'COMPLETED',
  interview: 'COMPLETED',
  reasonCode: 'OTHER',
});

/** The allowed actions except those that end or hold the application. */
function waysOn(walker: Walker, stages: Stage[]): { action: ApplicationAction; actor: ActorType }[] {
  const ends: ApplicationAction[] = ['HOLD', 'REJECT', 'WITHDRAW', 'EDIT', 'EXPIRE'];
  return (['CANDIDATE', 'STAFF'] as const).flatMap((actor) =>
    allowedActions(applicationFlow, actor, walker.status, factsOf(walker, stages))
      .filter(({ action, enabled }) => enabled && !ends.includes(action))
      .map(({ action }) => ({ action, actor })),
  );
}

function step(walker: Walker, stages: Stage[], action: ApplicationAction, actor: ActorType): Walker {
  const facts = factsOf(walker, stages);
  const verdict = checkTransition(applicationFlow, action, actor, walker.status, facts);
  if (!verdict.isAllowed) return walker;
  const stageKey = stageKeyAfter(action, walker.status, facts);
  const enters = action === 'MOVE_TO_TRAINING' || action === 'MOVE_TO_INTERVIEW';
  // Each stage has its own training or interview row.
  if (enters) expect(walker.been).not.toContain(stageKey);
  const heldFrom = action === 'HOLD' ? walker.status : null;
  return { status: verdict.to, stageKey, heldFrom, been: [...walker.been, stageKey] };
}

const middle = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom<StageKind>('REVIEW', 'TRAINING', 'INTERVIEW'),
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  }),
  { selector: ({ key }) => key, maxLength: 4 },
);
const someStages = middle.map((all) => [form, ...all.map(({ kind, key }) => stage(kind, key)), offer]);
const deed = fc.oneof(
  fc.record({ edit: someStages }),
  // Stages are inserted, removed and moved, because random new stages are mostly rejected.
  fc.record({ insert: fc.constantFrom<StageKind>('REVIEW', 'TRAINING', 'INTERVIEW'), at: fc.nat(4) }),
  fc.record({ remove: fc.nat(4) }),
  fc.record({ who: fc.nat(1), way: fc.nat(3) }),
  fc.record({ who: fc.nat(1), hold: fc.constant(true) }),
);

it('[API-42] after any edit of the stages, every open application has a possible transition', () => {
  let inserted = 0;
  const edited = (
    stages: Stage[],
    one: { edit: Stage[] } | { insert: StageKind; at: number } | { remove: number },
  ) => {
    if ('edit' in one) return one.edit;
    if ('remove' in one)
      return stages.filter((_, index) => index !== one.remove + 1 || index === stages.length - 1);
    inserted += 1;
    return stages.toSpliced(1 + Math.min(one.at, stages.length - 2), 0, stage(one.insert, `new-${inserted}`));
  };
  fc.assert(
    fc.property(someStages, fc.array(deed, { maxLength: 30 }), (first, deeds) => {
      let stages = first;
      let walkers: Walker[] = [0, 1].map(() => ({
        status: 'STARTED',
        stageKey: 'form',
        heldFrom: null,
        been: ['form'],
      }));
      for (const one of deeds) {
        if ('who' in one)
          walkers = walkers.map((walker, index) => {
            if (index !== one.who) return walker;
            if ('hold' in one) return step(walker, stages, 'HOLD', 'STAFF');
            const ways = waysOn(walker, stages);
            const way = ways[one.way % Math.max(ways.length, 1)];
            return way ? step(walker, stages, way.action, way.actor) : walker;
          });
        else {
          const after = edited(stages, one);
          const reached = walkers.filter(({ status }) => !isFinal(status)).map(({ stageKey }) => stageKey);
          if (!stageChangeProblem(stages, after, reached) && !stagesProblem(after)) stages = after;
        }
        for (const walker of walkers.filter(({ status }) => !isFinal(status)))
          expect(waysOn(walker, stages), JSON.stringify({ walker, stages })).not.toEqual([]);
      }
    }),
    { numRuns: 400 },
  );
});
