import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { eligibilityText } from '#lib/domain/hiring/jobs/eligibility-text.ts';
import { createEligibility, type EligibilityResult } from '#lib/stores/hiring/job-eligibility.ts';
import { Button } from '../ui/Button.tsx';

/** The form fields load only when somebody edits a detail. */
const EditDetail = lazy(() => import('./EditDetail.tsx'));

interface EligibilityListProps {
  jobSlug: string;
  rules: readonly { key: string; label: string; rule: string }[];
  result: EligibilityResult;
  userId: string;
}

/** Lists which rules the candidate meets, with a form in place for those they do not. [API-41] */
export default function EligibilityList({ jobSlug, rules, result: first, userId }: EligibilityListProps) {
  const [store] = useState(() => createEligibility(jobSlug, first));
  const result = useStore(store.$result);
  const [editedKey, setEditedKey] = useState<string | null>(null);
  const here = `/moonshot/jobs/${jobSlug}/`;

  return (
    <>
      <p className="eligibility-sum" role="status" data-ok={result.ok ? '' : undefined}>
        {eligibilityText(result)}
      </p>
      <ul className="eligibility">
        {rules.map(({ key, label, rule }) => {
          const missing = result.missing.find((one) => one.key === key);
          const state = missing ? 'missing' : result.met.includes(key) ? 'met' : 'unchecked';
          return (
            <li key={key} data-state={state}>
              <StateIcon state={state} />
              <div className="min-w-0">
                <p>
                  <strong>{label}</strong> <span className="eligibility-state">{stateLabels[state]}</span>
                </p>
                <p>{rule}</p>
                {(missing || editedKey === key) && (
                  <p className="eligibility-mend">
                    {editedKey === key ? (
                      <Button look="secondary" size="sm" onClick={() => setEditedKey(null)}>
                        Done
                      </Button>
                    ) : (
                      <a
                        className="link"
                        href={withNext(missing?.fixUrl ?? '', here)}
                        aria-label={`Change your details: ${label}`}
                        onClick={(event) => {
                          event.preventDefault();
                          setEditedKey(key);
                        }}
                      >
                        Is that still right? Change it here
                      </a>
                    )}
                  </p>
                )}
                {editedKey === key && (
                  <Suspense fallback={<p role="status">Loading your details …</p>}>
                    <EditDetail
                      field={fieldOf(first.missing.find((one) => one.key === key)?.fixUrl ?? missing?.fixUrl)}
                      userId={userId}
                      here={here}
                      onSaved={() => void store.refresh()}
                    />
                  </Suspense>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}

const stateLabels = { met: 'You meet this', missing: 'Not met yet', unchecked: 'The employer looks at this' };
const iconPaths = { met: 'm5 10.5 3.5 3.5 7-8', missing: 'm6 6 8 8m0-8-8 8', unchecked: 'M6 10h8' };

function StateIcon({ state }: { state: keyof typeof iconPaths }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor">
      <path d={iconPaths[state]} strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

/** Adds the page to return to after the form is saved. */
function withNext(fixUrl: string, next: string): string {
  const [path = '', field = ''] = fixUrl.split('#');
  return `${path}&next=${encodeURIComponent(next)}#${field}`;
}

const fieldOf = (fixUrl = ''): string => fixUrl.split('#')[1] ?? '';
