import type { ServerMessage } from '@jwxt/contracts/kernel/push.ts';
import type { AnyRoute } from '@tanstack/react-router';
import type { ApprovalContents, BusinessLinks } from './business-links.ts';

/** Messages of the server after which something is fetched again, whatever they name. */
export type NewsKind = Extract<ServerMessage['type'], 'approvals' | 'sheet' | 'readModels' | 'message'>;

/**
 * What an area brings to the pages behind the login, listed in its `<area>.area.ts`. All of it comes with the shell:
 * names and addresses, and the code of a page only by an import of its own.
 */
export interface WebArea {
  /** Pages below the shell. */
  readonly routes?: (parent: AnyRoute) => AnyRoute[];
  /** What each message makes stale: an operation, or all whose ids begin so (`approval.`). */
  readonly staleAfter?: Partial<Record<NewsKind, readonly string[]>>;
  /** Where its applications are shown, by process. */
  readonly businessLinks?: BusinessLinks;
  /** What is decided, inside the details of an application, by process. */
  readonly approvalContents?: ApprovalContents;
}
