import '@mantine/core/styles.css';
import '../ui/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { useFeedbackWanted } from '../lib/feedback-wanted.ts';
import { createQueryClient } from '../lib/queries.ts';
import { useSession } from '../lib/session.ts';
import { cssVariablesResolver, theme } from '../ui/theme.ts';
import { router } from './router.tsx';

// The page's security policy forbids generated code, which zod would otherwise try.
z.config({ jitless: true });
const SessionDialog = lazy(() => import('./session-dialog.tsx').then((module) => ({ default: module.SessionDialog })));
const Feedback = lazy(() => import('../ui/feedback.tsx').then((module) => ({ default: module.Feedback })));
const queryClient = createQueryClient();
const root = document.getElementById('root');
if (root === null) throw new Error('#root is missing in index.html');

/** Asks to sign in again, from the first time it is wanted: the shell has had its code come by then. */
function SessionDialogOnDemand() {
  const { expired } = useSession();
  const [wanted, setWanted] = useState(expired);
  if (expired && !wanted) setWanted(true);
  return (
    wanted && (
      <Suspense fallback={null}>
        <SessionDialog />
      </Suspense>
    )
  );
}

/** Messages and questions, from the first one on. */
function FeedbackOnDemand() {
  return (
    useFeedbackWanted() && (
      <Suspense fallback={null}>
        <Feedback />
      </Suspense>
    )
  );
}

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="light">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <SessionDialogOnDemand />
        <FeedbackOnDemand />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
