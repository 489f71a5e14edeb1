import type { WebArea } from '../../lib/area.ts';
import { noticeRoutes } from './notice.routes.tsx';

/** What the area brings to the pages. */
export const noticeArea: WebArea = {
  routes: noticeRoutes,
  staleAfter: { message: ['systemMessage.', 'notice.list'] },
};
