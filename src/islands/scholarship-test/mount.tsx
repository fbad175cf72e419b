import { createRoot } from 'react-dom/client';
import { TakeTest } from './TakeTest.tsx';

/** Shows the test in an element of the page. */
export function mountTest(element: HTMLElement, props: { registrationId: string; href: string }): void {
  createRoot(element).render(<TakeTest {...props} />);
}
