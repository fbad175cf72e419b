import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { insertLearners, type Learner } from '../support/enrolment/learners.ts';
import { answerOf, openTest, registerForNow, saveAnswers } from '../support/enrolment/test-takers.ts';
import { openTestApi } from './applications.ts';
import { printBudget, printHeading } from './report.ts';

const people = 300;
/** Everybody saves an answer this often. */
const everyMs = 20_000;
const rounds = 3;
const goalMs = 100;

/** Measures how long an answer takes to be saved while 300 people take the test at the same time. Returns whether the goal holds. */
export async function measureTests(
  name: string,
  place: { databaseUrl: string | null; dataDir: string },
): Promise<boolean> {
  const { test, close } = await openTestApi(place);
  try {
    const takers: Taker[] = [];
    // One after the other, because they would not register within the same second.
    for (const learner of await insertLearners(test, people)) {
      const id = await registerForNow(test, learner);
      const { body } = await openTest(learner, id);
      takers.push({ learner, id, key: body.session_key });
    }
    const times: number[] = [];
    await Promise.all(takers.map((taker, index) => answerInRounds(taker, (index * everyMs) / people, times)));
    const sorted = times.toSorted((one, other) => one - other);
    const at = (part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? 0;
    printHeading(`${people} people answer every ${everyMs / 1000} s, ${name} (${sorted.length} answers)`);
    const figure = `${at(0.5).toFixed(1)} · ${at(0.95).toFixed(1)} ms`;
    return printBudget(
      'saving an answer, p50 and p95',
      figure,
      at(0.95) <= goalMs,
      `p95 at most ${goalMs} ms`,
    );
  } finally {
    await close();
  }
}

interface Taker {
  learner: Learner;
  id: string;
  key: string;
}

async function answerInRounds({ learner, id, key }: Taker, delay: number, times: number[]): Promise<void> {
  await wait(delay);
  for (let round = 1; round <= rounds; round += 1) {
    const begun = performance.now();
    const { status } = await saveAnswers(learner, id, key, [answerOf(round, { revision: round })]);
    times.push(performance.now() - begun);
    if (status !== 200) throw new Error(`An answer was not saved: ${status}`);
    await wait(Math.max(0, everyMs - (performance.now() - begun)));
  }
}
