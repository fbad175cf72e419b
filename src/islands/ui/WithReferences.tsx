import { splitReferences } from '#lib/domain/core/text.ts';

/** A text whose references and codes stay in one line each. */
export const WithReferences = ({ text }: { text: string }) =>
  splitReferences(text).map((part, index) =>
    part.isReference ? (
      <span key={index} className="whitespace-nowrap">
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
