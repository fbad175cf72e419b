import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { emptyAnswer } from '#lib/stores/enrolment/test-answers.ts';
import type { TestQuestion, TestSession } from '#lib/stores/enrolment/test-session.ts';
import { Button } from '../ui/Button.tsx';
import { ChecksField } from '../ui/ChecksField.tsx';
import { TextField } from '../ui/Field.tsx';
import { RadioField } from '../ui/RadioField.tsx';
import { QuestionList } from './QuestionList.tsx';
import { SafeHtml } from './SafeHtml.tsx';

interface QuestionViewProps {
  session: TestSession;
  question: TestQuestion;
  count: number;
  onShow: (position: number) => void;
  onReview: () => void;
}

/** One question with its answer, and the way to the others. */
export function QuestionView({ session, question, count, onShow, onReview }: QuestionViewProps) {
  const { position, html } = question;
  const answers = useStore(session.$answers);
  const answer = answers[position] ?? emptyAnswer(position);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <section className="test-question" aria-labelledby="test-heading">
      <div className="test-head">
        <h2 id="test-heading" className="text-xl" ref={heading} tabIndex={-1}>
          Question {position + 1} of {count}
        </h2>
        <Button
          look="quiet"
          size="sm"
          aria-pressed={answer.isFlagged}
          onClick={() => session.change(position, { isFlagged: !answer.isFlagged })}
        >
          {answer.isFlagged ? 'Marked for later' : 'Mark for later'}
        </Button>
      </div>
      <SafeHtml className="prose test-text" html={html} />
      <AnswerField session={session} question={question} answer={answer} />
      <div className="test-steps">
        <Button look="secondary" disabled={position === 0} onClick={() => onShow(position - 1)}>
          Back
        </Button>
        {position + 1 < count ? (
          <Button onClick={() => onShow(position + 1)}>Next</Button>
        ) : (
          <Button onClick={onReview}>Check and submit</Button>
        )}
      </div>
      <details className="test-all">
        <summary>All questions</summary>
        <QuestionList session={session} count={count} current={position} onShow={onShow} />
        <Button look="secondary" size="sm" onClick={onReview}>
          Check and submit
        </Button>
      </details>
    </section>
  );
}

interface AnswerFieldProps {
  session: TestSession;
  question: TestQuestion;
  answer: { choices: number[]; text: string };
}

function AnswerField({ session, question, answer }: AnswerFieldProps) {
  const { position, kind, unit } = question;
  const options = question.options.map((html, place) => ({
    value: String(place),
    label: <SafeHtml as="span" html={html} />,
  }));
  if (kind === 'SINGLE')
    return (
      <RadioField
        name={`answer-${position}`}
        label="Choose one answer"
        value={answer.choices.length > 0 ? String(answer.choices[0]) : null}
        options={options}
        onValue={(value) => session.change(position, { choices: [Number(value)] })}
      />
    );
  if (kind === 'MULTIPLE')
    return (
      <ChecksField
        label="Choose all right answers"
        values={answer.choices.map(String)}
        options={options}
        onValues={(values) => session.change(position, { choices: values.map(Number) })}
      />
    );
  return (
    <TextField
      name={`answer-${position}`}
      label={unit ? `Your answer (${unit})` : 'Your answer'}
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      value={answer.text}
      onValue={(text) => session.change(position, { text })}
    />
  );
}
