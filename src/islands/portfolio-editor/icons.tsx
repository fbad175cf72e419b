import type { ReactNode } from 'react';

const draw = (children: ReactNode, size = 20) => (
  <svg
    aria-hidden="true"
    focusable="false"
    viewBox="0 0 20 20"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {children}
  </svg>
);

export const TickIcon = () => draw(<path d="m4.5 10.5 3.5 3.5 7.5-8" />);
export const CrossIcon = () => draw(<path d="m6 6 8 8M14 6l-8 8" />, 16);
export const PlusIcon = () => draw(<path d="M10 4.5v11M4.5 10h11" />);
export const ChevronIcon = () => draw(<path d="m6 8 4 4 4-4" />);
export const UpIcon = () => draw(<path d="M10 15.5v-11M5.5 9 10 4.5 14.5 9" />);
export const DownIcon = () => draw(<path d="M10 4.5v11M5.5 11l4.5 4.5 4.5-4.5" />);
export const BinIcon = () => draw(<path d="M4 6h12M8 6V4h4v2M5.5 6l.7 10h7.6l.7-10M8.5 9v4.5M11.5 9v4.5" />);
export const EyeIcon = () =>
  draw(
    <>
      <path d="M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5Z" />
      <circle cx="10" cy="10" r="2.25" />
    </>,
  );
export const HiddenIcon = () =>
  draw(
    <path d="M4 4l12 12M8.2 5.2C8.8 5.1 9.4 5 10 5c5 0 7.5 5 7.5 5a12 12 0 0 1-2.3 2.9M5.3 6.6A12 12 0 0 0 2.5 10S5 15 10 15c1 0 2-.2 2.8-.5" />,
  );
export const PencilIcon = () => draw(<path d="m4 16 .8-3.2 8.5-8.5 2.4 2.4-8.5 8.5L4 16Z" />);
export const CloudOffIcon = () =>
  draw(<path d="M3.5 3.5l13 13M7.5 6.3A4.5 4.5 0 0 1 14 9.2a3 3 0 0 1 2 5M13 15H6a3.5 3.5 0 0 1-.6-6.9" />);
export const AlertIcon = () => draw(<path d="M10 3.5 17.5 16h-15L10 3.5ZM10 8.5v3.5M10 14v.1" />);
export const CopyIcon = () => draw(<path d="M7 7h9v9H7zM4 13V4h9" />);
export const DownloadIcon = () => draw(<path d="M10 3.5v9M6.5 9.5 10 13l3.5-3.5M4 16.5h12" />);

export function StarIcon({ isFull }: { isFull: boolean }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill={isFull ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
    >
      <path d="m10 3 2.1 4.4 4.9.7-3.5 3.4.8 4.8L10 14l-4.3 2.3.8-4.8L3 8.1l4.9-.7L10 3Z" />
    </svg>
  );
}

export function GripIcon() {
  return (
    <svg aria-hidden="true" focusable="false" viewBox="0 0 20 20" width="20" height="20" fill="currentColor">
      {[5, 10, 15].flatMap((y) => [7, 13].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="1.5" />))}
    </svg>
  );
}
