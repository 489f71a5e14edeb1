import type { GatewayArea } from '../kernel/area.ts';
import { guideFileAccess, noticeFileAccess } from './notice.file-access.ts';
import { noticeHandlers } from './notice.handlers.ts';
import { publishingHandlers } from './publishing.handlers.ts';
import { systemMessageHandlers } from './system-message.handlers.ts';

/** What the area brings to the gateway. */
export const noticeArea: GatewayArea = {
  handlers: [...noticeHandlers, ...publishingHandlers, ...systemMessageHandlers],
  fileAccess: [noticeFileAccess, guideFileAccess],
};
