import type { z } from 'zod';
import { decideApplication } from '@jwxt/contracts/approval/application.command.ts';
import type { approve } from '@jwxt/contracts/approval/approval.operations.ts';
import {
  decidedText,
  DEFAULT_OPINION,
  lacksReason,
  nodeResultNames,
  nodeResult,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { decisionUnder } from '@jwxt/contracts/approval/decision-names.vocabulary.ts';
import { SUCCESS_CODE } from '@jwxt/contracts/kernel/envelope.ts';
import { errorText } from '@jwxt/contracts/all-errors.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import { laterText } from '@jwxt/infra/runtime/log-position.ts';
import { randomUUID } from 'node:crypto';
import { decidedAlone } from './batch-allowed.ts';
import { viewerOf } from './approval-viewer.ts';
import { authorisationsFor, type StandingIn } from './waiting-for-viewer.ts';
import { asRefused } from '../../kernel/error-answer.ts';
import type { SignedInCall } from '../../kernel/handler.ts';
import { invalidField, Refused } from '../../kernel/refused.ts';
import { shown } from '../../kernel/run-command.ts';

type ApproveInput = z.output<(typeof approve)['input']>;
type ApproveResult = z.input<(typeof approve)['output']>['results'][string];
type Decision = Omit<z.input<(typeof decideApplication)['payload']>, 'applyId' | 'revision'>;

/** Applications decided with one press at most. */
const MAX_KEYS = 100;
/** Decisions under way at once. */
const PARALLEL = 4;

/**
 * Decides each application by itself (APPROVAL-71): one that is refused does not hold up the others. Every key has a
 * command id of its own, derived from the request's, so that repeating the request decides nothing twice.
 */
export async function decideAll(
  input: ApproveInput,
  applyIds: readonly string[],
  commandId: string,
  call: SignedInCall,
  authorisations: ReadonlyMap<string, StandingIn> = new Map(),
): Promise<Record<string, ApproveResult>> {
  const decision = decisionOf(input);
  const keys = [...new Set(applyIds)];
  if (keys.length === 0) throw new Refused('APPROVAL_DATA_LOST');
  if (keys.length > MAX_KEYS) throw invalidField('keyList', `一次最多审批 ${MAX_KEYS} 项`);
  const alone = keys.length > 1 ? await decidedAlone(call.services.db, keys) : new Set();
  const results = new Map<string, ApproveResult>();
  const positions: string[] = [];
  const decideNext = async (queue: Iterator<string>): Promise<void> => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const applyId = next.value;
      try {
        const revision = input.revisions[applyId];
        // Nobody decides on content that the screen did not show.
        if (revision === undefined) throw new Refused('APPROVAL_DATA_LOST');
        if (alone.has(applyId)) throw new Refused('APPROVAL_BATCH_REFUSED');
        const accepted = await call.services.commands.send(
          decideApplication,
          { ...decision, applyId, revision, ...authorisations.get(applyId) },
          call,
          derivedId(`${commandId}:${applyId}`),
        );
        if (accepted.position) positions.push(accepted.position);
        results.set(applyId, {
          code: SUCCESS_CODE,
          message: decidedText(accepted.result.processNo, decision.approvalStatus, decision.backNode),
          data: accepted.result,
        });
      } catch (error) {
        const refused = asRefused(error as Error);
        if (refused.code === 'INTERNAL')
          call.services.logger.error({ err: error, traceId: call.traceId }, '审批时出错');
        results.set(applyId, {
          code: refused.code,
          message: refused.message,
          ...(refused.data === undefined ? {} : { data: refused.data }),
        });
      }
    }
  };
  const queue = keys[Symbol.iterator]();
  await Promise.all(Array.from({ length: PARALLEL }, () => decideNext(queue)));
  const last = positions.reduce<string | null>(laterText, null);
  if (last !== null) await shown(decideApplication.shownIn, last, call);
  return Object.fromEntries(keys.map((key) => [key, results.get(key) ?? { code: 'INTERNAL', message: '' }]));
}

/**
 * Decides from a page of its own area those of the named applications that are in the caller's scope; whatever else was
 * named is answered as not found. Who stands in for somebody decides by that authorisation.
 */
export async function decideInScope(
  input: ApproveInput,
  inScope: ReadonlySet<string>,
  call: SignedInCall,
): Promise<Record<string, ApproveResult>> {
  const keys = input.keyList.filter((key) => inScope.has(key));
  const unknown = input.keyList.filter((key) => !inScope.has(key));
  const decided =
    keys.length === 0 && unknown.length > 0
      ? {}
      : await decideAll(
          input,
          keys,
          input.commandId ?? randomUUID(),
          call,
          await authorisationsFor(call.services, await viewerOf(call), keys),
        );
  return {
    ...decided,
    ...Object.fromEntries(
      unknown.map((key) => [key, { code: 'APPROVAL_NOT_FOUND', message: errorText('APPROVAL_NOT_FOUND') }]),
    ),
  };
}

/** The shared submission names, or the names that single processes use instead (APPROVAL-83). */
function decisionOf(input: ApproveInput): Decision {
  const { result: approvalStatus, opinion, backNode } = decisionUnder(input);
  if (approvalStatus === undefined) throw invalidField('approvalStatus', '必填');
  if (approvalStatus === nodeResult.rejected && !backNode) {
    throw new Refused('APPROVAL_NO_BACK_NODE', {}, { fieldErrors: [{ field: 'backNode', message: '请选择驳回节点' }] });
  }
  const approvalOpinion = opinion ?? (approvalStatus === nodeResult.passed ? DEFAULT_OPINION : '');
  if (lacksReason(approvalStatus, approvalOpinion)) {
    const details = { result: nodeResultNames[approvalStatus] };
    throw new Refused('APPROVAL_NO_REASON', details, {
      fieldErrors: [{ field: 'approvalOpinion', message: errorText('APPROVAL_NO_REASON', details) }],
    });
  }
  return {
    approvalStatus,
    approvalOpinion,
    ...(approvalStatus === nodeResult.rejected && backNode ? { backNode } : {}),
    ...(input.isAllSchool ? { isAllSchool: input.isAllSchool } : {}),
  };
}
