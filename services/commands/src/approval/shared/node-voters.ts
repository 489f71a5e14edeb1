import type { InApproval } from '@jwxt/contracts/approval/application.state.ts';
import { nodeMode } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { CommandServices } from '../../kernel/command-route.ts';
import { approversAt } from './approvers.facts.ts';
import { definedNode } from './process-version.ts';

/**
 * Who must pass the node that an application waits at, as they hold its role at this moment; null where any one of them
 * decides, or the one alone to whom it was handed. What a version says of the node is remembered: it never changes.
 */
export async function votersNow(
  { pool, reference }: Pick<CommandServices, 'pool' | 'reference'>,
  { draft, node, assignee }: InApproval,
): Promise<readonly string[] | null> {
  if (assignee) return null;
  const { processNo, processVersion } = draft.process;
  const { processNodeId } = node;
  const mode = await reference.recall(
    `node mode ${processNo} ${String(processVersion)} ${processNodeId}`,
    async () => (await definedNode(pool, draft.process, processNodeId))?.nodeMode ?? nodeMode.any,
  );
  return mode === nodeMode.all ? approversAt(pool, node, draft) : null;
}
