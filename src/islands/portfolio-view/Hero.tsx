import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { openToLabels } from '#lib/domain/portfolio/portfolio.ts';
import { formatPersonName } from '#lib/domain/portfolio/portfolio-text.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { CoverBand } from './CoverBand.tsx';
import { PlaceIcon } from './icons.tsx';
import { Links } from './Links.tsx';
import { Heading } from './Section.tsx';

interface HeroProps {
  portfolio: Portfolio;
  level: 1 | 2;
}

/** The head of a portfolio: picture, name, headline, facts and links. */
export function Hero({ portfolio, level }: HeroProps) {
  const { owner, coverImage, coverPosition, headline, location, openTo } = portfolio;
  const name = formatPersonName(owner);
  return (
    <header className={coverImage ? 'pf-hero pf-hero-covered' : 'pf-hero'}>
      {coverImage ? <CoverBand image={coverImage} position={coverPosition} /> : <FlightPath />}
      <div className="pf-hero-in">
        <Avatar name={name} avatar={owner.avatar} size="lg" />
        <div className="pf-who">
          <Heading level={level} className="pf-name">
            {name}
          </Heading>
          {headline && <p className="pf-headline">{headline}</p>}
          {(location || openTo.length > 0) && (
            <ul className="pf-facts" aria-label="At a glance">
              {location && (
                <li className="pf-place">
                  <PlaceIcon />
                  {location}
                </li>
              )}
              {openTo.map((one) => (
                <li key={one} className="badge badge-success">
                  {openToLabels[one]}
                </li>
              ))}
            </ul>
          )}
          <Links portfolio={portfolio} />
        </div>
      </div>
    </header>
  );
}

/** The decorative flight path in the background. */
function FlightPath() {
  return (
    <svg className="pf-sky" viewBox="0 0 480 320" aria-hidden="true" focusable="false">
      <circle cx="330" cy="130" r="190" />
      <circle cx="330" cy="130" r="128" />
      <path d="M20 316C214 288 348 206 402 66" />
    </svg>
  );
}
