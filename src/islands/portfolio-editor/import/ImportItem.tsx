import { useId, useState } from 'react';
import type { ImportChange, ImportChoice } from '#lib/stores/portfolio/portfolio-import.ts';

interface ImportItemProps {
  item: ImportChange;
  choice: ImportChoice;
  onChoice: (choice: ImportChoice) => void;
}

const choiceLabels: Readonly<Record<ImportChoice, string>> = {
  SKIP: 'Skip',
  REPLACE: 'Replace',
  ADD: 'Add as new',
};

/** One item of the file: a checkbox, or a choice of three where the portfolio has nearly the same. */
export function ImportItem({ item, choice, onChoice }: ImportItemProps) {
  const { kind, label, before, after, options } = item;
  const id = useId();
  if (kind === 'CHANGE')
    return (
      <li>
        <fieldset className="pe-import-choice">
          <legend>
            <strong>{label}</strong>
            <span className="badge badge-warning">
              {options.includes('ADD') ? 'Similar to what you have' : 'You have it with other text'}
            </span>
          </legend>
          {before && <ItemText label="Now" text={before} name={label} />}
          {after && <ItemText label="In the file" text={after} name={label} />}
          <div className="pe-import-options">
            {[...options].reverse().map((option) => (
              <label key={option} className="pe-choice">
                <input type="radio" name={id} checked={choice === option} onChange={() => onChoice(option)} />
                {choiceLabels[option]}
              </label>
            ))}
          </div>
        </fieldset>
      </li>
    );
  if (kind === 'SKIP')
    return (
      <li>
        <strong>{label}</strong> {after && <p className="pe-note">{after}</p>}
      </li>
    );
  const isKnown = kind === 'KEEP';
  return (
    <li>
      <div className="field-check">
        <input
          id={id}
          type="checkbox"
          checked={!isKnown && choice === 'ADD'}
          disabled={isKnown}
          aria-describedby={`${id}-note`}
          onChange={({ currentTarget }) => onChoice(currentTarget.checked ? 'ADD' : 'SKIP')}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      <div className="pe-import-text" id={`${id}-note`}>
        {isKnown ? (
          <p className="pe-note">Already in your portfolio</p>
        ) : (
          after && <ItemText text={after} name={label} />
        )}
      </div>
    </li>
  );
}

/** Longer texts do not fit into three lines on a phone. */
const shortLength = 120;

/** A text of the file or of the portfolio; a long one is clamped and can be expanded. */
function ItemText({ label, text, name }: { label?: string; text: string; name: string }) {
  const [isExpanded, setExpanded] = useState(false);
  const isLong = text.length > shortLength || text.split('\n').length > 3;
  return (
    <div>
      {label && <p className="pe-import-label">{label}</p>}
      <p className={isLong && !isExpanded ? 'pe-after pe-clamp' : 'pe-after'}>{text}</p>
      {isLong && (
        <button
          type="button"
          className="link pe-more"
          aria-expanded={isExpanded}
          aria-label={`${isExpanded ? 'Show less' : 'Show all'} of ${name}`}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? 'Show less' : 'Show all'}
        </button>
      )}
    </div>
  );
}
