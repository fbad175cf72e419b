import { createRandom } from '../../../support/random.ts';
import type { KilledSite } from './killed-site.ts';
import { beginPerson, finishPerson, type Person, type Stage } from './person.ts';
import { createStaffMember, type Decision } from './staff-member.ts';

const lanes = 8;
/** So that a kill finds work of every kind, and the list stays small enough to check. */
const maxOpen = 40;

export interface Crowd {
  people: Person[];
  decisions: Decision[];
  /** Rejects with the first thing that must not happen. */
  failure: Promise<never>;
  /** Lets everybody who has begun come to an end. */
  finish(): Promise<void>;
}

/**
 * Lets people sign up, ask for calls, upload, save portfolios, prove their email, take seats and apply, eight at a time, and two of
 * staff decide on the applications. What each does follows from the seed.
 */
export function startCrowd(site: KilledSite, stage: Stage, seed: number): Crowd {
  const people: Person[] = [];
  const decisions: Decision[] = [];
  const waiting: Person[] = [];
  const toDecide: string[] = [];
  let begun = 0;
  let atWork = 0;
  let isOver = false;

  const findReady = () => {
    for (const [at, person] of waiting.entries()) {
      const code = findEmailCode(site, person.email);
      if (!code) continue;
      waiting.splice(at, 1);
      return { person, code };
    }
    return null;
  };

  /** The next thing that a lane does; null while everybody waits, and false at the end. */
  const chooseNext = (): (() => Promise<void>) | null | false => {
    const ready = findReady();
    if (ready)
      return async () => {
        await finishPerson(ready.person, stage, ready.code);
        people.push(ready.person);
        if (ready.person.applicationId) toDecide.push(ready.person.applicationId);
      };
    if (isOver && waiting.length === 0 && atWork === 0) return false;
    if (isOver || waiting.length >= maxOpen) return null;
    begun += 1;
    const n = begun;
    return async () => {
      waiting.push(await beginPerson(site, stage, n, createRandom(seed + n * 7919)));
    };
  };

  const runLane = async () => {
    for (;;) {
      const next = chooseNext();
      if (next === false) return;
      if (next === null) {
        await pause();
        continue;
      }
      atWork += 1;
      await next().finally(() => {
        atWork -= 1;
      });
    }
  };

  let areLanesDone = false;
  const runStaff = async (token: string, at: number) => {
    const decide = createStaffMember(site, 60_000 + at, token, createRandom(seed - at - 1));
    while (!areLanesDone || toDecide.length > 0) {
      const id = toDecide.shift();
      if (id) decisions.push(await decide(id));
      else await pause();
    }
  };

  const lanesDone = Promise.all(Array.from({ length: lanes }, runLane)).finally(() => {
    areLanesDone = true;
  });
  const all = Promise.all([lanesDone, ...stage.staffTokens.map(runStaff)]);
  const failure = new Promise<never>((_, reject) => all.catch(reject));
  failure.catch(() => {});
  return {
    ...{ people, decisions, failure },
    async finish() {
      isOver = true;
      await all;
    },
  };
}

/** Returns the code with which a person proves their address, once its email has arrived. */
function findEmailCode({ mailServer }: KilledSite, email: string): string | null {
  for (const { to, source } of mailServer.mails)
    if (to.includes(email)) {
      const code = /Your code is (\d{6})/.exec(source)?.[1];
      if (code) return code;
    }
  return null;
}

const pause = () => new Promise((done) => setTimeout(done, 50));
