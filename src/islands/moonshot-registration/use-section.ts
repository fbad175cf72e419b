import { type RefObject, useEffect, useState } from 'react';

interface Section {
  shown: string;
  /** Moves the focus to `field`, or to the heading without one. */
  show: (key: string, field?: string) => void;
}

/** Keeps the current section in the URL, so that Back returns to the previous one and a link can open a field. */
export function useSection(
  first: string,
  keys: readonly string[],
  heading: RefObject<HTMLElement | null>,
): Section {
  const [shown, setShown] = useState(first);
  /** Element to focus after rendering: an id, or null for the heading. */
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
