import { Embed } from '../../portfolio-view/Embed.tsx';

interface EmbedPreviewProps {
  title: string;
  url: string | null;
  embedUrl: string | null;
}

/** FORM-11: what readers will press, as soon as the address is one of a published document. */
export function EmbedPreview(props: EmbedPreviewProps) {
  if (!props.url || !props.embedUrl) return null;
  return (
    <div className="pe-embed">
      <p className="field-label">This is how readers open it</p>
      <Embed {...props} />
    </div>
  );
}
