import { formatPartialDate } from '#lib/domain/portfolio/portfolio-text.ts';
import { EditorSection } from '../EditorSection.tsx';
import { useDraft } from '../editor-context.ts';

/** Lists the certificates that we issued; they cannot be edited. */
export function Certificates() {
  const { certificates } = useDraft();
  if (certificates.length === 0) return null;
  return (
    <EditorSection
      id="certificates"
      title="Certificates"
      label="Your certificates"
      note="We issued these, so you cannot change them."
    >
      <ul className="pe-list">
        {certificates.map(({ shortUuid, title, issuerName, issuedOn }) => (
          <li key={shortUuid} className="pe-entry pe-fixed">
            <strong>{title}</strong>
            <span className="pe-row-detail">
              {issuerName} · {formatPartialDate(issuedOn)}
            </span>
          </li>
        ))}
      </ul>
    </EditorSection>
  );
}
