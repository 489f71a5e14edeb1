import type { WebArea } from '../../lib/area.ts';
import { statusFileParts } from './file/file-parts.tsx';
import { statusCheckParts } from './check/check-parts.tsx';
import { statusChangeParts } from './change/change-parts.tsx';
import { statusFreshmanParts } from './freshman/freshman-parts.tsx';
import { statusTermParts } from './term/term-parts.tsx';
import { statusConductParts } from './conduct/conduct-parts.tsx';
import { statusWarningParts } from './warning/warning-parts.tsx';
import { statusDivertParts } from './divert/divert-parts.tsx';

const rooms: readonly WebArea[] = [
  statusFileParts,
  statusCheckParts,
  statusChangeParts,
  statusFreshmanParts,
  statusTermParts,
  statusConductParts,
  statusWarningParts,
  statusDivertParts,
];

/** What the area brings to the pages. */
export const studentStatusArea: WebArea = {
  routes: (parent) => rooms.flatMap(({ routes }) => routes?.(parent) ?? []),
  staleAfter: {
    approvals: rooms.flatMap(({ staleAfter }) => staleAfter?.approvals ?? []),
    readModels: rooms.flatMap(({ staleAfter }) => staleAfter?.readModels ?? []),
  },
  approvalContents: Object.assign({}, ...rooms.map(({ approvalContents }) => approvalContents ?? {})) as NonNullable<
    WebArea['approvalContents']
  >,
  businessLinks: Object.assign({}, ...rooms.map(({ businessLinks }) => businessLinks ?? {})) as NonNullable<
    WebArea['businessLinks']
  >,
};
