import type { StaffScholarship } from '#lib/contract/staff/enrolment/scholarships.ts';
import type { Question } from '#lib/domain/enrolment/scholarship/question.ts';
import { renderMarkdown } from '#lib/server/core/markdown.ts';
import type { Db } from '#lib/server/db/index.ts';
import { findQuestion } from '#lib/server/enrolment/scholarship/question-bank.ts';
import type { ScholarshipTestRow } from '#lib/server/enrolment/scholarship/scholarship-aggregate.ts';

/** Returns the questions of a test in its order, each with the answer and the key. */
export async function presentMarkedQuestions(
  db: Db,
  { registrationId, questions, submittedAt }: ScholarshipTestRow,
): Promise<StaffScholarship['questions']> {
  const answers = await db
    .selectFrom('scholarshipAnswer')
    .select(['position', 'choices', 'answerText', 'isRight'])
    .where('registrationId', '=', registrationId)
    .execute();
  return questions.map(({ questionId, order }, position) => {
    const question = findQuestion(questionId);
    const answer = answers.find((one) => one.position === position);
    const chosen = (answer?.choices ?? []).map((place) => order[place] ?? -1);
    return {
      ...{ position, questionId },
      html: question ? renderMarkdown(question.text) : '',
      answer:
        question && question.kind !== 'NUMERIC' ? optionsText(question, chosen) : (answer?.answerText ?? ''),
      key: question ? keyText(question) : 'This question is not in the bank any more. It counts as right.',
      explanation: question?.explanation ?? '',
      isRight: submittedAt === null ? null : question === null || answer?.isRight === true,
    };
  });
}

/** Formats what is right: `Email · Referral`, or `31.3 (± 0.06)`. */
export function keyText(question: Question): string {
  if (question.kind !== 'NUMERIC') return optionsText(question, question.right);
  const { answer, tolerance } = question;
  return tolerance > 0 ? `${answer} (± ${tolerance})` : String(answer);
}

const optionsText = (
  { options }: Extract<Question, { options: unknown }>,
  places: readonly number[],
): string => places.flatMap((place) => options[place] ?? []).join(' · ');
