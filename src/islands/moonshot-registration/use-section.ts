import { type RefObject, useEffect, useState } from 'react';

interface Section {
  shown: string;
  /** With `field`, the focus goes there; else to the heading. */
  show: (key: string, field?: string) => void;
}

/** Which section is shown stands in the address: Back goes back one, and a link leads to a field. */
export function useSection(
  first: string,
  keys: readonly string[],
  heading: RefObject<HTMLElement | null>,
): Section {
  const [shown, setShown] = useState(first);
  /** What takes the focus once it is drawn: an id, or nothing for the heading. */
  const [target, setTarget] = useState<{ id: string | null } | null>(null);

  useEffect(() => {
    if (location.hash) setTarget({ id: location.hash.slice(1) });
    const back = () => setShown(new URL(location.href).searchParams.get('section') ?? first);
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, [first]);

  useEffect(() => {
    if (!target) return;
    const field = target.id && document.getElementById(target.id);
    (field || heading.current)?.focus();
    (field || heading.current)?.scrollIntoView({ block: field ? 'center' : 'nearest' });
  }, [target, heading]);

  function show(key: string, field?: string): void {
    if (!keys.includes(key)) return;
    const url = new URL(location.href);
    url.searchParams.set('section', key);
    url.hash = '';
    history.pushState(history.state, '', url);
    setShown(key);
    setTarget({ id: field ?? null });
  }

  return { shown: keys.includes(shown) ? shown : (keys[0] ?? ''), show };
}
