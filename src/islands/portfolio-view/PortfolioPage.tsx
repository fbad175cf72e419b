import { Markdown } from './Markdown.tsx';
import { PortfolioView, type PortfolioViewProps } from './PortfolioView.tsx';

/** As a page of the server shows it: complete at once. */
export function PortfolioPage(props: Omit<PortfolioViewProps, 'Markdown'>) {
  return <PortfolioView {...props} Markdown={Markdown} />;
}
