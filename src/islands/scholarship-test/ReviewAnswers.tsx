import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { TestSession } from '#lib/stores/enrolment/test-session.ts';
import { Button } from '../ui/Button.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { isAnswered, QuestionList } from './QuestionList.tsx';

interface ReviewAnswersProps {
  session: TestSession;
  count: number;
  onShow: (position: number) => void;
}

/** Lists the answered and the unanswered questions before the person submits the test. */
export function ReviewAnswers({ session, count, onShow }: ReviewAnswersProps) {
  const answers = Object.values(useStore(session.$answers));
  const failure = useStore(session.$failure);
  const isSubmitting = useStore(session.$isSubmitting);
  const [isSure, setSure] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const answeredCount = answers.filter(isAnswered).length;
  const flaggedCount = answers.filter(({ isFlagged }) => isFlagged).length;
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <section className="test-question" aria-labelledby="test-review">
      <h2 id="test-review" className="text-2xl" ref={heading} tabIndex={-1}>
        Check your answers
      </h2>
      <p>
        {answeredCount} of {count} questions answered.
        {answeredCount < count && ' A wrong answer costs nothing, so answer all.'}
        {flaggedCount > 0 && ` ${flaggedCount} marked for later.`}
      </p>
      <QuestionList session={session} count={count} current={null} onShow={onShow} />
      <FailureAlert failure={failure} />
      <div className="test-steps">
        <Button look="secondary" disabled={isSubmitting} onClick={() => onShow(0)}>
          Back to the questions
        </Button>
        {isSure ? (
          <Button isLoading={isSubmitting} onClick={() => void session.submit()}>
            Yes, submit and end
          </Button>
        ) : (
          <Button onClick={() => setSure(true)}>Submit the test</Button>
        )}
      </div>
      <p role="status" className="text-sm text-ink-muted">
        {isSure && 'You cannot change your answers after that.'}
      </p>
    </section>
  );
}
