import type { ReactNode } from 'react';

interface SectionProps {
  id: string;
  title: string;
  level: number;
  children: ReactNode;
}

/** A section with its heading; on wide pages the content is beside the heading. */
export function Section({ id, title, level, children }: SectionProps) {
  const labelId = `pf-${id}`;
  return (
    <section className={`pf-section pf-section-${id}`} aria-labelledby={labelId}>
      <Heading id={labelId} level={level}>
        {title}
      </Heading>
      <div className="pf-content">{children}</div>
    </section>
  );
}

interface HeadingProps {
  level: number;
  id?: string;
  className?: string;
  children: ReactNode;
}

export function Heading({ level, ...rest }: HeadingProps) {
  const Tag = `h${Math.min(level, 6)}` as 'h2';
  return <Tag {...rest} />;
}

/** Plain text in paragraphs: a blank line begins a new one, and CSS keeps single line breaks. */
export function Paragraphs({ text }: { text: string }) {
  const paragraphs = text.split(/\n{2,}/).filter((one) => one.trim());
  return paragraphs.map((paragraph, index) => <p key={index}>{paragraph}</p>);
}
