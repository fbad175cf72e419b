import type { ImportSection } from '#lib/domain/portfolio/import/import-change.ts';
import {
  type ImportChange,
  type ImportState,
  listChoosable,
  type PortfolioImport,
} from '#lib/stores/portfolio/portfolio-import.ts';
import { ImportItem } from './ImportItem.tsx';

const sectionNames: Readonly<Record<ImportSection, string>> = {
  BASICS: 'About you',
  SKILLS: 'Skills',
  LINKS: 'Links',
  PROJECTS: 'Projects',
  PUBLISHED_WORKS: 'Published works',
  EXPERIENCE: 'Experience',
  EDUCATION: 'Education',
  OTHER: 'Not imported',
};

interface ImportItemsProps {
  resume: PortfolioImport;
  changes: readonly ImportChange[];
  choices: ImportState['choices'];
}

/** The items of a file by section, each with its choice. */
export function ImportItems({ resume, changes, choices }: ImportItemsProps) {
  if (changes.length === 0)
    return <p className="pe-note">This file has nothing that fits into a portfolio.</p>;
  const sections = Object.keys(sectionNames) as ImportSection[];
  return (
    <>
      {listChoosable(changes).length === 0 && (
        <p className="pe-note">Everything in this file is already in your portfolio.</p>
      )}
      {sections.map((section) => {
        const items = changes.filter((change) => change.section === section);
        if (items.length === 0) return null;
        const name = sectionNames[section];
        return (
          <section key={section} className="pe-import-part" aria-label={name}>
            <div className="pe-import-head">
              <h3>{name}</h3>
              {listChoosable(items).length > 1 && (
                <p>
                  <SelectButton
                    name={name}
                    label="Select all"
                    onPress={() => resume.chooseAll(section, true)}
                  />
                  <SelectButton name={name} label="None" onPress={() => resume.chooseAll(section, false)} />
                </p>
              )}
            </div>
            <ul className="pe-changes">
              {items.map((item) => (
                <ImportItem
                  key={item.key}
                  item={item}
                  choice={choices[item.key] ?? 'SKIP'}
                  onChoice={(choice) => resume.choose(item.key, choice)}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

interface SelectButtonProps {
  name: string;
  label: string;
  onPress: () => void;
}

function SelectButton({ name, label, onPress }: SelectButtonProps) {
  return (
    <button type="button" className="link pe-more" aria-label={`${label}: ${name}`} onClick={onPress}>
      {label}
    </button>
  );
}
