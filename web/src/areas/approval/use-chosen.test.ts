import type { ApprovalItem } from '@jwxt/contracts/approval/approval.operations.ts';
import { describe, expect, it } from 'vitest';
import { staleChosen } from './use-chosen.ts';

const row = (applyId: string, revision: number, mayApprove = true) =>
  ({ applyId, revision, mayApprove, approvalProcessStatus: '2' }) as ApprovalItem;

describe('chosen rows while the list changes', () => {
  it('a row with another revision, or decided by someone else, is let go; others stay chosen', () => {
    const chosen = new Map([row('a', 1), row('b', 1), row('c', 1)].map((item) => [item.applyId, item]));
    expect(staleChosen(chosen, [row('a', 1), row('b', 2), row('c', 1, false), row('d', 9)])).toEqual(['b', 'c']);
  });
});
