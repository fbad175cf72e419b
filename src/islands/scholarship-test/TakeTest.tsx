import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { TestSession } from '#lib/stores/enrolment/test-session.ts';
import { Button } from '../ui/Button.tsx';
import { FailureAlert } from '../ui/FailureAlert.tsx';
import { QuestionView } from './QuestionView.tsx';
import { ReviewAnswers } from './ReviewAnswers.tsx';
import { TestBar } from './TestBar.tsx';

interface TakeTestProps {
  registrationId: string;
  /** The page with the result. */
  href: string;
}

/** The scholarship test in one tab. [API-21] */
export function TakeTest({ registrationId, href }: TakeTestProps) {
  const [session] = useState(() => new TestSession(registrationId));
  const phase = useStore(session.$phase);
  const failure = useStore(session.$failure);
  const unsavedCount = useStore(session.$unsavedCount);

  useEffect(() => {
    void session.open();
    return session.start();
  }, [session]);
  useEffect(() => {
    if (phase === 'submitted') location.assign(href);
  }, [phase, href]);

  if (phase === 'open') return <OpenTest session={session} />;
  if (phase === 'loading' || phase === 'submitted')
    return (
      <p role="status">
        {phase === 'loading' ? 'Opening your test …' : 'Test submitted. Loading your result …'}
      </p>
    );
  if (phase === 'elsewhere')
    return (
      <section className="card enrolment-stack" role="alert">
        <h2 className="text-2xl">Your test is open somewhere else</h2>
        <p>
          You opened it in another tab or on another device. The clock keeps running. If you continue here,
          the other tab or device cannot save answers any more.
        </p>
        {unsavedCount > 0 && <p>{answersText(unsavedCount)} not saved yet. Continue here to save.</p>}
        <div>
          <Button onClick={() => void session.open(true)}>Continue here</Button>
        </div>
      </section>
    );
  if (phase === 'ended')
    return (
      <section className="card enrolment-stack" role="alert">
        <h2 className="text-2xl">Your test has ended</h2>
        <p>
          {unsavedCount > 0
            ? `The time is over. ${answersText(unsavedCount)} not saved before the end. All others count.`
            : 'The time is over. All your answers are saved.'}
        </p>
        <div>
          <a className="btn btn-primary" href={href}>
            See your result
          </a>
        </div>
      </section>
    );
  return (
    <section className="card enrolment-stack">
      <FailureAlert failure={failure} next={href} />
      <div>
        <Button onClick={() => void session.open()}>Try again</Button>
      </div>
    </section>
  );
}

const answersText = (count: number): string => (count === 1 ? '1 answer is' : `${count} answers are`);

function OpenTest({ session }: { session: TestSession }) {
  const test = useStore(session.$test);
  const [position, setPosition] = useState(0);
  const [isReview, setReview] = useState(false);
  if (!test) return null;
  const count = test.questions.length;
  const question = test.questions[position];
  const show = (next: number) => {
    setReview(false);
    setPosition(next);
  };
  return (
    <div className="test">
      <TestBar session={session} />
      {isReview || !question ? (
        <ReviewAnswers session={session} count={count} onShow={show} />
      ) : (
        <QuestionView
          key={position}
          session={session}
          question={question}
          count={count}
          onShow={show}
          onReview={() => setReview(true)}
        />
      )}
    </div>
  );
}
