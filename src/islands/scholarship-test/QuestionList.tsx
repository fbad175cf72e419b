import { useStore } from '@nanostores/react';
import { emptyAnswer, type TestAnswer } from '#lib/stores/enrolment/test-answers.ts';
import type { TestSession } from '#lib/stores/enrolment/test-session.ts';

interface QuestionListProps {
  session: TestSession;
  count: number;
  /** The question that is shown; null on the review. */
  current: number | null;
  onShow: (position: number) => void;
}

/** The numbers of all questions; each says whether it is answered and marked for later. */
export function QuestionList({ session, count, current, onShow }: QuestionListProps) {
  const answers = useStore(session.$answers);
  return (
    <ol className="test-list">
      {Array.from({ length: count }, (_, position) => answers[position] ?? emptyAnswer(position)).map(
        (answer) => (
          <li key={answer.position}>
            <button
              type="button"
              className="test-number"
              data-answered={isAnswered(answer) || undefined}
              data-flagged={answer.isFlagged || undefined}
              aria-current={answer.position === current ? 'true' : undefined}
              aria-label={labelOf(answer)}
              onClick={() => onShow(answer.position)}
            >
              {answer.position + 1}
            </button>
          </li>
        ),
      )}
    </ol>
  );
}

export const isAnswered = ({ choices, text }: TestAnswer): boolean =>
  choices.length > 0 || text.trim() !== '';

const labelOf = (answer: TestAnswer): string =>
  [
    `Question ${answer.position + 1}`,
    isAnswered(answer) ? 'answered' : 'not answered',
    ...(answer.isFlagged ? ['marked for later'] : []),
  ].join(', ');
