import type { GatewayArea } from '../kernel/area.ts';
import { statusFileParts } from './file/file-parts.ts';
import { statusCheckParts } from './check/check-parts.ts';
import { statusChangeParts } from './change/change-parts.ts';
import { statusFreshmanParts } from './freshman/freshman-parts.ts';
import { statusTermParts } from './term/term-parts.ts';
import { statusConductParts } from './conduct/conduct-parts.ts';
import { statusWarningParts } from './warning/warning-parts.ts';
import { statusDivertParts } from './divert/divert-parts.ts';

const rooms: readonly GatewayArea[] = [
  statusFileParts,
  statusCheckParts,
  statusChangeParts,
  statusFreshmanParts,
  statusTermParts,
  statusConductParts,
  statusWarningParts,
  statusDivertParts,
];

/** What the area brings to the gateway. */
export const studentStatusArea: GatewayArea = {
  handlers: rooms.flatMap(({ handlers }) => handlers),
  fileAccess: rooms.flatMap(({ fileAccess = [] }) => fileAccess),
};
