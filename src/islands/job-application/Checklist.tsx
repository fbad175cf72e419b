import { eligibilityText, mayApplyAnyway } from '#lib/domain/hiring/jobs/eligibility-text.ts';
import { unansweredQuestions } from '#lib/domain/hiring/jobs/question.ts';
import { type Application, answerFieldName, locationField } from '#lib/stores/hiring/application-form.ts';

export interface ChecklistProps {
  application: Application;
  values: Readonly<Record<string, string>>;
  /** Whether the candidate has submitted their details. */
  hasDetails: boolean;
  /** The result of the job's rules for this candidate. Null while nothing can be checked. */
  eligibility: { ok: boolean; met: readonly string[]; missing: readonly { label: string }[] } | null;
  here: string;
}

/** Lists what the application needs before it can be sent, with a link for each open point. */
export function Checklist({ application, values, hasDetails, eligibility, here }: ChecklistProps) {
  const answers = application.questions.map(({ key }) => ({
    key,
    value: values[answerFieldName(key)]?.trim() ?? '',
  }));
  const unanswered = unansweredQuestions(application.questions, answers);
  const [first] = unanswered;
  const city = application.job.locations.find(({ id }) => id === values[locationField])?.city;
  const items = [
    {
      isDone: hasDetails,
      text: hasDetails
        ? 'You have submitted your candidate details.'
        : 'You have not submitted your candidate details.',
      link: {
        href: `/moonshot/registration/?next=${encodeURIComponent(here)}`,
        text: hasDetails ? 'See your details' : 'Complete your details',
      },
    },
    ...(eligibility
      ? [
          {
            isDone: eligibility.ok,
            text: eligibility.ok
              ? eligibilityText(eligibility)
              : `${eligibilityText(eligibility)} ${mayApplyAnyway}`,
            link: {
              href: `/moonshot/jobs/${application.job.slug}/#eligibility`,
              text: eligibility.ok ? 'See the requirements' : 'Update my details',
            },
          },
        ]
      : []),
    {
      isDone: Boolean(city),
      text: city ? `You apply to work in ${city}.` : 'You have not chosen a city.',
      link: city ? null : { href: '#application-city', text: 'Choose a city' },
    },
    {
      isDone: unanswered.length === 0,
      text: first ? unansweredText(unanswered.length) : 'You have answered all questions.',
      link: first ? { href: `#question-${first.key}`, text: first.label } : null,
    },
  ];

  return (
    <div className="checklist">
      <h3 id="checklist">Before you send it</h3>
      <ul aria-labelledby="checklist">
        {items.map(({ isDone, text, link }) => (
          <li key={text} data-done={isDone ? '' : undefined}>
            <span className="checklist-mark" aria-hidden="true">
              {isDone ? '✓' : '!'}
            </span>
            <span>
              <span className="sr-only">{isDone ? 'Done: ' : 'To do: '}</span>
              {text}{' '}
              {link && (
                <a className="link" href={link.href}>
                  {link.text}
                </a>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const unansweredText = (count: number): string =>
  count === 1 ? 'No answer yet:' : `${count} questions have no answer yet. The first is`;
