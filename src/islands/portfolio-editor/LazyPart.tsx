import { type ComponentType, useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';

interface LazyPartProps<Props extends object> {
  load: () => Promise<{ default: ComponentType<Props> }>;
  props: Props;
  /** The name in the error message: 'The form'. */
  name: string;
}

type Loaded<Props extends object> = { Shown: ComponentType<Props> } | { hasFailed: boolean };

/** Loads a component when it is opened. Without a network it shows an error and a retry button; the page stays usable. */
export function LazyPart<Props extends object>({ load, props, name }: LazyPartProps<Props>) {
  const [loaded, setLoaded] = useState<Loaded<Props>>({ hasFailed: false });
  const [attempts, setAttempts] = useState(0);

  // Only `attempts` reloads: `load` may be a new function for the same file.
  useEffect(() => {
    let isUnmounted = false;
    load().then(
      (part) => isUnmounted || setLoaded({ Shown: part.default }),
      () => isUnmounted || setLoaded({ hasFailed: true }),
    );
    return () => {
      isUnmounted = true;
    };
  }, [attempts]);

  if ('Shown' in loaded) return <loaded.Shown {...props} />;
  if (!loaded.hasFailed) return <p className="pe-loading">Loading…</p>;
  return (
    <div className="pe-loading" role="alert">
      <p>{name} could not be loaded. Check your connection.</p>
      <Button
        look="secondary"
        size="sm"
        onClick={() => {
          // A browser may cache a failed import for the life of the page. The draft survives a reload.
          if (attempts > 0 && navigator.onLine) location.reload();
          setLoaded({ hasFailed: false });
          setAttempts(attempts + 1);
        }}
      >
        Try again
      </Button>
    </div>
  );
}
