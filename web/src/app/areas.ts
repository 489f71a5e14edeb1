import type { AnyRoute } from '@tanstack/react-router';
import { approvalRoutes } from '../areas/approval/approval.routes.tsx';
import { homeRoutes } from '../areas/home/home.routes.tsx';

/** The routes of each area, below the shell. One line an area. */
export const areas: readonly ((parent: AnyRoute) => AnyRoute[])[] = [
  homeRoutes,
  approvalRoutes,
];
