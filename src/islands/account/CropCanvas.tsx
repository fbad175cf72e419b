import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef } from 'react';
import { type Crop, zoomOf } from '#lib/domain/account/crop.ts';

interface CropCanvasProps {
  picture: ImageBitmap;
  crop: Crop;
  /** True while the picture is uploaded: it can no longer be moved. */
  isFixed: boolean;
  /** Measured in pixels of the picture. */
  onMove: (right: number, down: number) => void;
  onZoom: (zoom: number) => void;
}

/** The canvas size in its own pixels, large enough for a dense screen. */
const side = 640;
/** The distance of one key press, as a fraction of the square. */
const keyStep = 1 / 20;
const zoomStep = 1.1;

const keys: Readonly<Record<string, [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The square as pages will show it; moved and zoomed by dragging, pinching, the wheel, the arrow keys, + and −. */
export function CropCanvas({ picture, crop, isFixed, onMove, onZoom }: CropCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const help = useId();

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.imageSmoothingQuality = 'high';
    context.clearRect(0, 0, side, side);
    context.drawImage(picture, crop.left, crop.top, crop.side, crop.side, 0, 0, side, side);
  }, [picture, crop]);

  const gestures = useEffectEvent((act: Gesture) => {
    if (isFixed) return;
    const width = canvas.current?.clientWidth || side;
    // The picture follows the finger, so the square moves the other way.
    if ('right' in act) onMove((-act.right * crop.side) / width, (-act.down * crop.side) / width);
    else onZoom(zoomOf(crop, picture) * act.zoomBy);
  });
  // The dialog would focus the close button; the arrow keys work on the canvas.
  useEffect(() => canvas.current?.focus({ preventScroll: true }), []);
  useEffect(() => (canvas.current ? followPointers(canvas.current, (act) => gestures(act)) : undefined), []);

  function moveByKey(event: KeyboardEvent): void {
    const step = keys[event.key];
    const zoomBy = { '+': zoomStep, '=': zoomStep, '-': 1 / zoomStep }[event.key];
    if (isFixed || (!step && !zoomBy)) return;
    event.preventDefault();
    if (step) onMove(step[0] * crop.side * keyStep, step[1] * crop.side * keyStep);
    if (zoomBy) onZoom(zoomOf(crop, picture) * zoomBy);
  }

  return (
    <div className="crop-stage">
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a picture that is moved by keys is an application. */}
      <canvas
        ref={canvas}
        className="crop-canvas"
        width={side}
        height={side}
        role="application"
        aria-label="Position of your picture"
        aria-describedby={help}
        tabIndex={0}
        onKeyDown={moveByKey}
      />
      <p className="account-note crop-help" id={help}>
        Drag to move it
        <span className="crop-by-finger">, pinch to zoom.</span>
        <span className="crop-by-key">, or use the arrow keys, + and −.</span>
      </p>
    </div>
  );
}

type Gesture = { right: number; down: number } | { zoomBy: number };

/** Reports gestures: one finger or the mouse moves, two fingers and the wheel zoom. Returns a function that stops it. */
function followPointers(element: HTMLElement, onGesture: (act: Gesture) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const fingers = new Map<number, { x: number; y: number }>();
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };

  element.addEventListener(
    'pointerdown',
    (event) => {
      // Without this, the gesture would also pull the sheet around the canvas down.
      event.stopPropagation();
      element.setPointerCapture(event.pointerId);
      if (fingers.size < 2) fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    { signal },
  );
  element.addEventListener(
    'pointermove',
    (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const [right, down, apart] = [event.clientX - before.x, event.clientY - before.y, spread()];
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (fingers.size === 1) onGesture({ right, down });
      else if (apart > 0) onGesture({ zoomBy: spread() / apart });
    },
    { signal },
  );
  for (const name of ['pointerup', 'pointercancel'] as const)
    element.addEventListener(name, (event) => void fingers.delete(event.pointerId), { signal });
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      onGesture({ zoomBy: Math.exp(-event.deltaY / 500) });
    },
    { signal, passive: false },
  );
  return () => stop.abort();
}
