import type { Portfolio } from '#lib/contract/portfolio/portfolio-schemas.ts';
import { formatPartialDate } from '#lib/domain/portfolio/portfolio-text.ts';
import { VerifiedIcon } from './icons.tsx';
import { Heading, Section } from './Section.tsx';

interface CertificatesProps {
  certificates: Portfolio['certificates'];
  level: number;
}

/** The certificates that we issued. They come from our records, so the owner cannot edit them. */
export function Certificates({ certificates, level }: CertificatesProps) {
  if (!certificates.length) return null;
  return (
    <Section id="certificates" title="Certificates" level={level}>
      <ul className="pf-certificates">
        {certificates.map(({ shortUuid, title, programTitle, issuedOn, issuerName }) => (
          <li key={shortUuid}>
            <span className="pf-seal">
              <VerifiedIcon />
            </span>
            <div>
              <Heading level={level + 1}>
                <a className="link" href={`/certificates/${shortUuid}/`}>
                  {title}
                </a>
              </Heading>
              <p className="pf-aside">
                {[programTitle !== title && programTitle, formatPartialDate(issuedOn)]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <p className="pf-verified">
                Verified by {issuerName}, no. <span className="pf-number">{shortUuid}</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
