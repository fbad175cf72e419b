import { useStore } from '@nanostores/react';
import { $shownAuthModal } from '#lib/stores/auth/auth-state.ts';
import { useMediaQuery } from '../ui/use-media-query.ts';
import artUrl from './panel-art.svg?url&no-inline';

interface SidePanelProps {
  /** The employer at which the product placed the most people. */
  placementEmployer: string;
}

/** The panel beside the form; a phone shows the form alone. [AUTH-20] */
export function SidePanel({ placementEmployer }: SidePanelProps) {
  const { product } = useStore($shownAuthModal);
  // side-panel.css hides the panel on a phone, which would load the drawing nevertheless.
  const hasSpace = useMediaQuery('(width >= 48em)');
  const isMoonshot = product === 'moonshot';
  const heading = isMoonshot
    ? 'We offer hiring and training solutions for top companies'
    : 'Coaching and training for your next job';
  const points = isMoonshot
    ? [
        `1500+ job seekers were placed at ${placementEmployer}`,
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
      {hasSpace && (
        <svg className="auth-art" aria-hidden="true">
          <use href={`${artUrl}#${isMoonshot ? 'moon' : 'steps'}`} />
        </svg>
      )}
    </aside>
  );
}
