import { describe, expect, it } from 'vitest';
import { createPaper, paperPlan } from '#lib/domain/enrolment/scholarship/create-paper.ts';
import { isRight, parseNumber, type Question } from '#lib/domain/enrolment/scholarship/question.ts';
import {
  awardBands,
  listTestSlots,
  scholarshipPolicy,
  shareOf,
} from '#lib/domain/enrolment/scholarship/scholarship-policy.ts';
import { describeChangesLeft } from '#lib/domain/enrolment/scholarship/scholarship-text.ts';
import { findQuestion, listQuestions } from '#lib/server/enrolment/scholarship/question-bank.ts';

const bank = listQuestions();
const plain = (text: string) => text.toLowerCase().replace(/\W+/g, ' ').trim();

describe('[API-21] the question bank', () => {
  it('has at least 120 questions, each with a key that exists, an explanation and a text of its own', () => {
    expect(bank.length).toBeGreaterThanOrEqual(120);
    for (const question of bank) {
      expect(question.explanation.length, question.id).toBeGreaterThan(4);
      expect(question.id.split('/')[0], question.id).toBe(question.topic.toLowerCase());
      if (question.kind === 'NUMERIC') expect(question.tolerance, question.id).toBeGreaterThanOrEqual(0);
      else {
        expect(new Set(question.options.map(plain)).size, question.id).toBeGreaterThanOrEqual(3);
        for (const place of question.right) expect(question.options[place], question.id).toBeTruthy();
        expect(new Set(question.right).size).toBe(question.right.length);
      }
    }
    expect(new Set(bank.map(({ text }) => plain(text))).size).toBe(bank.length);
    expect(new Set(bank.map(({ kind }) => kind)).size).toBe(3);
  });

  it('fills every part of the plan at least twice, so that two people rarely get the same questions', () => {
    for (const [topic, counts] of Object.entries(paperPlan))
      counts.forEach((count, index) => {
        const fitting = bank.filter((one) => one.topic === topic && one.difficulty === index + 1);
        expect(fitting.length, `${topic} ${index + 1}`).toBeGreaterThanOrEqual(count * 2);
      });
  });
});

describe('[API-21] a paper', () => {
  it('has 40 different questions balanced by topic and difficulty, and is the same for the same seed', () => {
    const paper = createPaper(bank, 7);
    expect(paper).toHaveLength(scholarshipPolicy.questionCount);
    expect(new Set(paper.map(({ questionId }) => questionId)).size).toBe(paper.length);
    for (const [topic, counts] of Object.entries(paperPlan))
      expect(
        counts.map(
          (_, index) =>
            paper
              .map(({ questionId }) => findQuestion(questionId))
              .filter((one) => one?.topic === topic && one.difficulty === index + 1).length,
        ),
      ).toEqual([...counts]);
    expect(createPaper(bank, 7)).toEqual(paper);
    expect(createPaper(bank, 8)).not.toEqual(paper);
  });

  it('shuffles the options: over many papers, the right one is equally often in each place', () => {
    const places = [0, 0, 0, 0];
    for (let seed = 0; seed < 400; seed += 1)
      for (const { questionId, order } of createPaper(bank, seed * 7919)) {
        const question = findQuestion(questionId);
        if (question?.kind !== 'SINGLE' || order.length !== 4) continue;
        const place = order.indexOf(question.right[0] ?? 0);
        places[place] = (places[place] ?? 0) + 1;
      }
    const mean = places.reduce((sum, one) => sum + one, 0) / 4;
    for (const count of places) expect(Math.abs(count / mean - 1)).toBeLessThan(0.08);
  });
});

describe('[API-21] marking', () => {
  const base = { id: 'x/y', topic: 'DATA', difficulty: 1, text: '', explanation: '' } as const;
  const many: Question = { ...base, kind: 'MULTIPLE', options: ['a', 'b', 'c'], right: [0, 2] };
  const numeric: Question = { ...base, kind: 'NUMERIC', answer: 7.2, tolerance: 0.05, unit: null };
  const paper = { questionId: 'x/y', order: [2, 1, 0] };

  it('needs all right options and no other, by the order that the person saw', () => {
    expect(isRight(many, paper, { choices: [0, 2], text: '' })).toBe(true);
    expect(isRight(many, { ...paper, order: [1, 0, 2] }, { choices: [1, 2], text: '' })).toBe(true);
    for (const choices of [[0], [0, 1], [0, 1, 2], [0, 0], [], [9, 8]])
      expect(isRight(many, paper, { choices, text: '' })).toBe(false);
  });

  it('takes numbers as people write them, within the tolerance', () => {
    for (const text of ['7.2', ' 7.25 ', '7.15', '₹7.2', '7.2%'])
      expect(isRight(numeric, paper, { choices: [], text })).toBe(true);
    for (const text of ['7.3', '', 'seven', '7.2.1', '1e1'])
      expect(isRight(numeric, paper, { choices: [], text })).toBe(false);
    expect(parseNumber('13,310')).toBe(13310);
    expect(parseNumber('−3')).toBe(-3);
  });

  it('gives the share of the band that the score reaches', () => {
    expect([40, 36, 35, 32, 28, 24, 23, 0].map((score) => shareOf(score, 40))).toEqual([
      50, 50, 30, 30, 20, 10, 0, 0,
    ]);
    expect(awardBands.map(({ sharePercent }) => sharePercent)).toEqual([50, 30, 20, 10]);
  });

  it('counts down how often the time can be changed', () => {
    expect([null, 2, 1, 0].map(describeChangesLeft)).toEqual([
      'You can change it 2 times.',
      'You can change your time 2 more times.',
      'You can change your time 1 more time.',
      'You have no changes left. If you miss this time, you can choose another.',
    ]);
  });

  it('offers times of three weeks, none that begins in a few minutes', () => {
    const slots = listTestSlots(new Date('2026-11-28T05:20:00Z'));
    expect(slots[0]).toEqual({ id: '2026-11-29-1800', startsAt: new Date('2026-11-29T12:30:00Z') });
    expect(slots).toHaveLength(9);
  });
});
