import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { cleanup, configure, render as renderInto } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach } from 'vitest';
import { createQueryClient } from '../lib/queries.ts';
import { questions } from '../lib/open-questions.ts';
import { Feedback } from '../ui/feedback.tsx';
import { cssVariablesResolver, theme } from '../ui/theme.ts';
import { addBrowserParts } from './browser-parts.ts';

addBrowserParts();
// Otherwise a failure prints the whole page; and a busy machine may take its time.
configure({ getElementError: (message) => new Error(message ?? 'not found'), asyncUtilTimeout: 40_000 });
afterEach(() => {
  cleanup();
  notifications.clean();
  for (const { id } of questions.get()) questions.answer(id, false);
});

export type RenderOptions = { queryClient?: QueryClient };

/**
 * Renders a part of a page for a component test, with all that `app/main.tsx` puts around it except the router and the
 * session. The test file starts with `// @vitest-environment jsdom`. Transitions are off, so that a dialog is there (or
 * gone) at once. Gives the usual queries, and `user`, who types and clicks.
 */
export function render(element: ReactNode, { queryClient = createQueryClient() }: RenderOptions = {}) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
      <QueryClientProvider client={queryClient}>
        {children}
        <Feedback />
      </QueryClientProvider>
    </MantineProvider>
  );
  return { ...renderInto(element, { wrapper }), user: userEvent.setup() };
}

/**
 * Holds the value of a controlled widget, as a page would:
 * `<Held start="">{(value, onChange) => <Widget value={value} onChange={onChange} />}</Held>`.
 */
export function Held<T>({
  start,
  children,
}: {
  start: T;
  children: (value: T, onChange: (value: T) => void) => ReactNode;
}) {
  const [value, setValue] = useState(start);
  return children(value, setValue);
}
