import { Markdown } from './Markdown.tsx';
import { PortfolioView, type PortfolioViewProps } from './PortfolioView.tsx';

/** The portfolio on the public page, rendered on the server with its Markdown. */
export function PortfolioPage(props: Omit<PortfolioViewProps, 'Markdown'>) {
  return <PortfolioView {...props} Markdown={Markdown} />;
}
