import { useStore } from '@nanostores/react';
import { $shownAuthModal } from '../../lib/stores/auth-modal.ts';

/** AUTH-20: beside the form on desktops; a phone's small screen is for the form alone. */
export function SidePanel() {
  const { product, employerName = 'our hiring partners' } = useStore($shownAuthModal);
  const { heading, points } =
    product === 'moonshot'
      ? {
          heading: 'We offer hiring and training solutions for top companies',
          points: [
            `1500+ job seekers were placed at ${employerName}`,
            'Get a reply within 24 hours after a job application',
          ],
        }
      : {
          heading: 'Your career, with people who have been there',
          points: ['Coaching and upskilling in small groups', 'Interview preparation with experts'],
        };
  return (
    <aside className="auth-panel" aria-label="About us">
      <svg className="auth-panel-art" aria-hidden="true" viewBox="0 0 240 160" fill="none">
        <path className="auth-art-sun" d="M170 62a30 30 0 1 1-60 0 30 30 0 0 1 60 0Z" />
        <path className="auth-art-hill" d="M0 140c40-46 76-58 108-36s58 12 132-52v108H0Z" />
        <path
          className="auth-art-path"
          d="M16 146C74 118 92 128 122 112s46-46 84-76"
          strokeWidth="3"
          strokeLinecap="round"
        />
        <path
          className="auth-art-tip"
          d="m190 32 20 0-3 20"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <p className="auth-panel-heading">{heading}</p>
      <ul className="auth-points">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </aside>
  );
}
