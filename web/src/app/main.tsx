import '@mantine/core/styles.css';
import '../ui/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { CatchBoundary, RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { useFeedbackWanted } from '../lib/feedback-wanted.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { refetchMissingStyles } from '../lib/missing-styles.ts';
import { nextTask } from '../lib/next-task.ts';
import { createQueryClient } from '../lib/queries.ts';
import { useSession } from '../lib/session.ts';
import { cssVariablesResolver, theme } from '../ui/theme.ts';
import { PageError } from './page-faces.tsx';
import { createPages } from './router.tsx';

// The page's security policy forbids generated code, which zod would otherwise try.
z.config({ jitless: true });
refetchMissingStyles();
const SessionDialog = lazyPart(async () => (await import('./session-dialog.tsx')).SessionDialog);
const Feedback = lazyPart(async () => (await import('../ui/feedback.tsx')).Feedback);
const queryClient = createQueryClient();
const root = document.getElementById('root');
if (root === null) throw new Error('#root is missing in index.html');

/** Asks to sign in again, from the first time it is wanted: the shell has had its code come by then. */
function SessionDialogOnDemand() {
  const { expired } = useSession();
  const [wanted, setWanted] = useState(expired);
  if (expired && !wanted) setWanted(true);
  return wanted && <SessionDialog />;
}

/** Messages and questions, from the first one on. */
function FeedbackOnDemand() {
  return useFeedbackWanted() && <Feedback />;
}

/** Draws in slices between which the browser fetches and answers. */
function start(element: HTMLElement): void {
  const router = createPages();
  const page = createRoot(element);
  startTransition(() => {
    page.render(
      <StrictMode>
        <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="light">
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <CatchBoundary getResetKey={() => 'main'} errorComponent={PageError}>
              <SessionDialogOnDemand />
              <FeedbackOnDemand />
            </CatchBoundary>
          </QueryClientProvider>
        </MantineProvider>
      </StrictMode>,
    );
  });
}

// Not in the task in which all this code has run.
void nextTask().then(() => {
  start(root);
});
