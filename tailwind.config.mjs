/**
 * Design tokens. Colours, motion and shadows are CSS custom properties (src/styles/tokens.css), so that
 * dark mode, reduced motion and forced colours change them in one place; sizes are plain values.
 * How to use them: docs/design-tokens.md.
 */
/** @param {string} name */
const token = (name) => `var(--${name})`;

/**
 * [APP-05] One boundary per step, mobile first:
 *   no prefix    up to 599   a phone held upright      (`max-sm:` to say it explicitly)
 *   `sm:`        600 and up  a large or turned phone   (`max-md:` is everything up to 767)
 *   `md:`        768 and up  a tablet                  (`md:max-lg:` is exactly 768–1024)
 *   `lg:`        1025 and up a desktop
 */
const screens = { sm: '600px', md: '768px', lg: '1025px' };

/** Phones so narrow that something which only decorates gives up its place. No page is laid out by these widths. */
const narrow = { logo: '350px', icon: '400px' };

/** Room for a panel beside a form: 768 px at the usual size of text, more where a person has set larger text. */
const roomy = { panel: '48em' };

/** [APP-06] Button heights. `roomy` is the pages' scale, `compact` is for dense screens, `auth` is the sign-in modal's. */
const buttonHeights = {
  'btn-compact-xs': '32px',
  'btn-compact-sm': '36px',
  'btn-compact-md': '40px',
  'btn-compact-lg': '48px',
  'btn-roomy-xs': '32px',
  'btn-roomy-sm': '40px',
  'btn-roomy-md': '48px',
  'btn-roomy-lg': '56px',
  'btn-auth-sm': '40px',
  'btn-auth-md': '60px',
};

/** A 1.2 scale on phones that opens to 1.28 on desktops: only headings grow with the screen, text to read does not. */
const fontSize = {
  xs: ['0.8125rem', { lineHeight: '1.125rem' }],
  sm: ['0.875rem', { lineHeight: '1.25rem' }],
  note: ['0.9375rem', { lineHeight: '1.375rem' }],
  base: ['1rem', { lineHeight: '1.625rem' }],
  md: ['1.0625rem', { lineHeight: '1.625rem' }],
  lg: ['1.125rem', { lineHeight: '1.75rem' }],
  xl: ['1.25rem', { lineHeight: '1.75rem', letterSpacing: '-0.01em' }],
  'title-sm': ['1.375rem', { lineHeight: '1.25' }],
  title: ['1.5rem', { lineHeight: '1.25' }],
  'title-lg': ['1.875rem', { lineHeight: '1.2' }],
  '2xl': ['clamp(1.375rem, 1.28rem + 0.42vw, 1.625rem)', { lineHeight: '1.25', letterSpacing: '-0.015em' }],
  '3xl': ['clamp(1.625rem, 1.44rem + 0.83vw, 2.125rem)', { lineHeight: '1.2', letterSpacing: '-0.02em' }],
  '4xl': ['clamp(2rem, 1.68rem + 1.42vw, 2.875rem)', { lineHeight: '1.12', letterSpacing: '-0.025em' }],
  '5xl': ['clamp(2.375rem, 1.86rem + 2.3vw, 3.75rem)', { lineHeight: '1.05', letterSpacing: '-0.03em' }],
};

/** @type {import('tailwindcss').Config} */
export default {
  // Words of markup and code that are also names of utilities; nothing uses these utilities.
  blocklist: ['collapse', 'container', 'contents', 'inline', 'resize', 'table', 'transform', 'visible'],
  theme: {
    screens,
    fontSize,
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      inherit: 'inherit',
      surface: {
        DEFAULT: token('surface'),
        raised: token('surface-raised'),
        sunken: token('surface-sunken'),
      },
      ink: { DEFAULT: token('ink'), muted: token('ink-muted') },
      line: token('line'),
      control: token('control'),
      accent: {
        DEFAULT: token('accent'),
        strong: token('accent-strong'),
        ink: token('accent-ink'),
        soft: token('accent-soft'),
        'soft-ink': token('accent-soft-ink'),
      },
      danger: { DEFAULT: token('danger'), soft: token('danger-soft') },
      success: { DEFAULT: token('success'), soft: token('success-soft') },
      warning: { DEFAULT: token('warning'), soft: token('warning-soft') },
      backdrop: token('backdrop'),
    },
    fontFamily: { sans: 'var(--font)' },
    borderRadius: {
      none: '0',
      xs: '4px',
      sm: token('round-sm'),
      DEFAULT: token('round'),
      md: token('round'),
      lg: token('round-lg'),
      xl: token('round-xl'),
      /** Half the height of a touch target: round ends on one line, round corners on two. */
      chip: '22px',
      full: '9999px',
    },
    boxShadow: {
      none: 'none',
      raised: 'var(--shadow-raised)',
      floating: 'var(--shadow-floating)',
      modal: 'var(--shadow-modal)',
    },
    zIndex: { header: '10', menu: '20', modal: '40', toast: '50' },
    extend: {
      narrow,
      roomy,
      height: buttonHeights,
      /** [APP-07] Modal widths. */
      maxWidth: {
        'modal-sm': '392px',
        'modal-md': '600px',
        'modal-lg': '808px',
        prose: '65ch',
        intro: '34rem',
        reading: '42rem',
        column: '48rem',
        page: '72rem',
        desk: '96rem',
      },
      /** [AUTH-20] The sign-in modal's limit, [APP-08] the select menu's limits. */
      maxHeight: { 'auth-modal': '564px', menu: '300px' },
      minHeight: { menu: '140px' },
      spacing: { touch: '44px' },
      /** [APP-07] 300 ms in, 250 ms out; tokens.css sets them to 0 for people who ask for less motion. */
      transitionDuration: {
        enter: 'var(--motion-enter)',
        exit: 'var(--motion-exit)',
        quick: 'var(--motion-quick)',
      },
      transitionTimingFunction: { enter: 'var(--ease-enter)', exit: 'var(--ease-exit)' },
      animation: {
        enter: 'fade-in var(--motion-enter) var(--ease-enter) both',
        exit: 'fade-out var(--motion-exit) var(--ease-exit) both',
        'sheet-enter': 'sheet-in var(--motion-enter) var(--ease-enter) both',
        'sheet-exit': 'sheet-out var(--motion-exit) var(--ease-exit) both',
        'dialog-enter': 'dialog-in var(--motion-enter) var(--ease-enter) both',
        'dialog-exit': 'dialog-out var(--motion-exit) var(--ease-exit) both',
        spin: 'spin 800ms linear infinite',
      },
    },
  },
};
