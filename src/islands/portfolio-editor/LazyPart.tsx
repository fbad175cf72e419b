import { type ComponentType, useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';

interface LazyPartProps<Props extends object> {
  load: () => Promise<{ default: ComponentType<Props> }>;
  props: Props;
  /** What is being loaded: 'The form'. */
  name: string;
}

type Loaded<Props extends object> = { Shown: ComponentType<Props> } | { isLost: boolean };

/** What loads when it is opened. Without a network it says so, and can be tried again: the rest of the page stays. */
export function LazyPart<Props extends object>({ load, props, name }: LazyPartProps<Props>) {
  const [loaded, setLoaded] = useState<Loaded<Props>>({ isLost: false });
  const [tries, setTries] = useState(0);

  // `load` names one file, whatever function says so; `tries` asks again.
  useEffect(() => {
    let isGone = false;
    load().then(
      (part) => isGone || setLoaded({ Shown: part.default }),
      () => isGone || setLoaded({ isLost: true }),
    );
    return () => {
      isGone = true;
    };
  }, [tries]);

  if ('Shown' in loaded) return <loaded.Shown {...props} />;
  if (!loaded.isLost) return <p className="pe-loading">Loading…</p>;
  return (
    <div className="pe-loading" role="alert">
      <p>{name} could not be loaded. Check your connection.</p>
      <Button
        look="secondary"
        size="sm"
        onClick={() => {
          // A browser may remember for the life of the page that it could not; what was typed outlives it.
          if (tries > 0 && navigator.onLine) location.reload();
          setLoaded({ isLost: false });
          setTries(tries + 1);
        }}
      >
        Try again
      </Button>
    </div>
  );
}
