import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '../ui/base.css';
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { NOTIFICATION_LIMIT } from '../lib/notify.ts';
import { createQueryClient } from '../lib/queries.ts';
import { Processing } from '../ui/processing.tsx';
import { cssVariablesResolver, theme } from '../ui/theme.ts';
import { router } from './router.tsx';

// The page's security policy forbids generated code, which zod would otherwise try.
z.config({ jitless: true });
const SessionDialog = lazy(() => import('./session-dialog.tsx').then((module) => ({ default: module.SessionDialog })));
const queryClient = createQueryClient();
const root = document.getElementById('root');
if (root === null) throw new Error('#root is missing in index.html');

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="light">
      <QueryClientProvider client={queryClient}>
        <ModalsProvider labels={{ confirm: '确定', cancel: '取消' }}>
          <Notifications position="top-center" limit={NOTIFICATION_LIMIT} />
          <RouterProvider router={router} />
          <SessionDialog />
          <Processing />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
