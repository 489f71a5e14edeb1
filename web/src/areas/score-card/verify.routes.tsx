import { VERIFY_PATH } from '@jwxt/contracts/score-card/transcript.ts';
import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router';

/** `/verify` and `/verify/<code>`: whoever holds a transcript checks it here, without a session. */
export function verifyRoutes(parent: AnyRoute): AnyRoute[] {
  const component = lazyRouteComponent(() => import('./verify.page.tsx'), 'VerifyPage');
  return [VERIFY_PATH, `${VERIFY_PATH}/$code`].map((path) =>
    createRoute({ getParentRoute: () => parent, path, component }),
  );
}
