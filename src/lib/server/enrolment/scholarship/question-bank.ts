import * as z from 'zod';
import { keysOf } from '#lib/domain/core/record.ts';
import { type Question, questionTopicLabels } from '#lib/domain/enrolment/scholarship/question.ts';
import { requireValid } from '#lib/server/catalog/content/explain.ts';
import { parseYaml } from '#lib/server/catalog/content/parse-yaml.ts';

/**
 * The questions of the scholarship test: one Markdown file each in src/content/questions, whose head says the key. This file
 * is part of the server alone, so a browser never gets a key. [API-21]
 */

const sources: Record<string, string> = import.meta.glob('../../../../content/questions/*/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const head = {
  topic: z.enum(keysOf(questionTopicLabels)).describe('Its subject; the folder has the same name.'),
  difficulty: z
    .union([z.literal(1), z.literal(2), z.literal(3)])
    .describe('1 for a question that most people solve, 3 for one that few solve.'),
  explanation: z.string().trim().min(5).max(400).describe('Why the key is right. Only staff read it.'),
};

const questionSchema = z.discriminatedUnion('kind', [
  z
    .strictObject({
      ...head,
      kind: z.enum(['SINGLE', 'MULTIPLE']),
      options: z
        .array(z.string().trim().min(1).max(160))
        .min(3)
        .max(6)
        .describe('What can be chosen, each in one line. Every person sees them in another order.'),
      right: z.array(z.int().min(1)).min(1).describe('The places of the right options, from 1: [2].'),
    })
    .refine(({ right, options }) => right.every((place) => place <= options.length), {
      path: ['right'],
      error: 'names an option that does not exist',
    })
    .refine(({ kind, right }) => (kind === 'SINGLE') === (right.length === 1), {
      path: ['right'],
      error: 'must have one option for SINGLE, and several for MULTIPLE',
    }),
  z.strictObject({
    ...head,
    kind: z.literal('NUMERIC'),
    answer: z.number().describe('The right number.'),
    tolerance: z.number().min(0).describe('How far a right answer may be from it; 0 for an exact one.'),
    unit: z.string().min(1).max(20).optional().describe('What the number counts: km.'),
  }),
]);

let bank: readonly Question[] | null = null;

/** Returns all questions in the order of their ids. Throws a sentence for a mistake in a file. */
export function listQuestions(): readonly Question[] {
  bank ??= Object.entries(sources)
    .map(([path, source]) => readQuestion(path, source))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return bank;
}

export const findQuestion = (id: string): Question | null =>
  listQuestions().find((question) => question.id === id) ?? null;

function readQuestion(path: string, source: string): Question {
  const id = /\/questions\/([\w-]+\/[\w-]+)\.md$/.exec(path)?.[1] ?? path;
  const file = `src/content/questions/${id}.md`;
  const [, yaml = '', text = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  const data = parseYaml(file, yaml);
  requireValid(file, questionSchema, data);
  const parsed = questionSchema.parse(data);
  if (text.trim().length < 10) throw new Error(`${file}: the text of the question is missing.`);
  const question = { ...parsed, id, text: text.trim() };
  if (question.kind === 'NUMERIC') return { ...question, unit: question.unit ?? null };
  return { ...question, right: question.right.map((place) => place - 1) };
}
