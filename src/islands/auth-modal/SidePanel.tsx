import { useStore } from '@nanostores/react';
import { $shownAuthModal } from '#lib/stores/auth/auth-state.ts';
import artUrl from './panel-art.svg?url&no-inline';

/** The panel beside the form; a phone shows the form alone. [AUTH-20] */
export function SidePanel() {
  const { product, employerName = 'our hiring partners' } = useStore($shownAuthModal);
  const isMoonshot = product === 'moonshot';
  const heading = isMoonshot
    ? 'We offer hiring and training solutions for top companies'
    : 'Your career, with people who have been there';
  const points = isMoonshot
    ? [
        `1500+ job seekers were placed at ${employerName}`,
        'Get a reply within 24 hours after a job application',
      ]
    : ['Coaching and upskilling in small groups', 'Interview preparation with experts'];
  return (
    <aside className="auth-panel" aria-label="About us">
      <p className="auth-panel-heading">{heading}</p>
      <ul className="auth-points">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <svg className="auth-art" aria-hidden="true">
        <use href={`${artUrl}#${isMoonshot ? 'moon' : 'steps'}`} />
      </svg>
    </aside>
  );
}
