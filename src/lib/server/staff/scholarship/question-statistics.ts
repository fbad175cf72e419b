import { sql } from 'kysely';
import type { QuestionStatistic, QuestionsQuery } from '#lib/contract/staff/enrolment/scholarships.ts';
import { renderInlineMarkdown, renderMarkdown } from '#lib/server/core/markdown.ts';
import type { Db } from '#lib/server/db/index.ts';
import { listQuestions } from '#lib/server/enrolment/scholarship/question-bank.ts';
import { formatCursor, parseCursor } from '../keyset.ts';
import type { ListPage } from '../list-page.ts';
import { keyText } from './present-marked-questions.ts';

/** With fewer marked tests that had a question, its separation is chance. */
const minimumAsked = 10;

interface CountRow {
  questionId: string;
  asked: number;
  answered: number;
  right: number;
  separation: number | null;
}

interface ChoiceRow {
  questionId: string;
  place: number;
  count: number;
}

/** One row for each question of each marked test, with the half of all tests that the test is in by its score. */
const asked = sql`
  select question.value ->> 'questionId' as question_id, question.value -> 'order' as shown,
    answer.is_right, answer.choices, answer.answer_text, marked.is_better
  from (
    select test.registration_id, test.questions, percent_rank() over (order by score) >= 0.5 as is_better
    from scholarship_test test
    join scholarship_registration registration on registration.id = test.registration_id
    where score is not null
  ) marked
  cross join lateral jsonb_array_elements(marked.questions) with ordinality question(value, number)
  left join scholarship_answer answer
    on answer.registration_id = marked.registration_id and answer.position = question.number - 1`;

/** A question whose separation is below this tells little about people. */
const goodSeparation = 0.2;

/**
 * Lists questions with how people answer them, a page at a time; those that separate good from weak results least come first.
 * [API-21]
 */
export async function listQuestionStatistics(
  db: Db,
  { topic, separation, limit, after }: QuestionsQuery,
): Promise<ListPage<QuestionStatistic>> {
  const first = Number(parseCursor(after, ['integer'])?.[0] ?? 0);
  const found = (await loadStatistics(db)).filter(
    (one) =>
      (!topic || one.topic === topic) &&
      (!separation || (one.separation !== null && one.separation < goodSeparation)),
  );
  const end = first + limit;
  return {
    count: found.length,
    results: found.slice(first, end),
    after: end < found.length ? formatCursor([String(end)]) : null,
  };
}

async function loadStatistics(db: Db): Promise<QuestionStatistic[]> {
  const { rows: counts } = await sql<CountRow>`
    select question_id, count(*)::int as asked,
      count(*) filter (where choices <> '[]' or answer_text <> '')::int as answered,
      count(*) filter (where is_right)::int as right,
      (avg(coalesce(is_right, false)::int) filter (where is_better)
        - avg(coalesce(is_right, false)::int) filter (where not is_better))::float8 as separation
    from (${asked}) asked group by question_id`.execute(db);
  const { rows: choices } = await sql<ChoiceRow>`
    select question_id, (shown ->> (chosen.value::int))::int as place, count(*)::int as count
    from (${asked}) asked cross join lateral jsonb_array_elements_text(choices) chosen(value)
    where shown ->> (chosen.value::int) is not null
    group by question_id, place`.execute(db);
  return listQuestions()
    .map((question): QuestionStatistic => {
      const row = counts.find(({ questionId }) => questionId === question.id);
      const chosen = choices.filter(({ questionId }) => questionId === question.id);
      const options = question.kind === 'NUMERIC' ? [] : question.options;
      return {
        ...{ id: question.id, topic: question.topic, difficulty: question.difficulty },
        html: renderMarkdown(question.text),
        key: keyText(question),
        askedCount: row?.asked ?? 0,
        answeredCount: row?.answered ?? 0,
        rightCount: row?.right ?? 0,
        separation: row && row.asked >= minimumAsked ? row.separation : null,
        options: options.map((text, place) => ({
          html: renderInlineMarkdown(text),
          isRight: question.kind !== 'NUMERIC' && question.right.includes(place),
          count: chosen.find((one) => one.place === place)?.count ?? 0,
        })),
      };
    })
    .toSorted((one, other) => (one.separation ?? 2) - (other.separation ?? 2));
}
