import { Embed } from '../../portfolio-view/Embed.tsx';

interface EmbedPreviewProps {
  title: string;
  url: string | null;
  embedUrl: string | null;
}

/** Shows the embed as readers will see it, once the address is a published document. [FORM-11] */
export function EmbedPreview(props: EmbedPreviewProps) {
  if (!props.url || !props.embedUrl) return null;
  return (
    <div className="pe-embed">
      <p className="field-label">This is how readers open it</p>
      <Embed {...props} />
    </div>
  );
}
