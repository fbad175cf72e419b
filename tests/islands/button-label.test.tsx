import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Button } from '../../src/islands/ui/Button.tsx';

const icon = <svg aria-hidden="true" />;

test('[APP-06] an icon-only button without a label does not compile', () => {
  // @ts-expect-error: it has no label
  const unlabelled = <Button icon={icon} />;
  const labelled = renderToStaticMarkup(<Button icon={icon} aria-label="Close" />);
  expect(unlabelled).toBeTruthy();
  expect(labelled).toContain('aria-label="Close"');
});

test('[APP-06] a loading button shows a spinner and is disabled', () => {
  const html = renderToStaticMarkup(<Button isLoading>Continue</Button>);
  expect(html).toMatch(/^<button[^>]* disabled=""/);
  expect(html).toContain('aria-busy="true"');
  expect(html).toContain('btn-spinner');
  expect(html).toContain('Continue');
});

test('[APP-06] sizes of the roomy, compact and auth scales', () => {
  const classOf = (html: string) => /class="([^"]*)"/.exec(html)?.[1];
  expect(classOf(renderToStaticMarkup(<Button>Go</Button>))).toBe('btn btn-primary');
  expect(
    classOf(
      renderToStaticMarkup(
        <Button scale="compact" size="xs">
          Go
        </Button>,
      ),
    ),
  ).toBe('btn btn-primary btn-compact btn-xs');
  expect(
    classOf(
      renderToStaticMarkup(
        <Button scale="auth" size="sm">
          Go
        </Button>,
      ),
    ),
  ).toBe('btn btn-primary btn-auth btn-sm');
});
