import { expect, test } from 'vitest';
import config from '../../tailwind.config.mjs';

type Sizes = Record<string, string>;
const theme = config.theme as unknown as { screens: Sizes; extend: Record<string, Sizes> };

test('[APP-05] the breakpoints are 600, 768 and 1025 px', () => {
  expect(theme.screens).toEqual({ sm: '600px', md: '768px', lg: '1025px' });
});

test('[APP-06] [APP-07] [APP-08] [AUTH-20] the sizes of the specification are tokens', () => {
  expect(theme.extend.height).toEqual({
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
  });
  expect(theme.extend.maxWidth).toMatchObject({
    'modal-sm': '392px',
    'modal-md': '600px',
    'modal-lg': '808px',
  });
  expect(theme.extend.maxHeight).toMatchObject({ 'auth-modal': '564px', menu: '300px' });
  expect(theme.extend.minHeight).toMatchObject({ menu: '140px' });
});
