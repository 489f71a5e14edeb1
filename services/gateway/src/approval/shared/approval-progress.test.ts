import { describe, expect, it } from 'vitest';
import { skippedInPlace } from './approval-progress.ts';

type Record = Parameters<typeof skippedInPlace>[0][number];

const record = (
  kind: Record['kind'],
  processNodeId: string,
  round = 1,
  processNodeResult: string | null = kind === 'decided' ? '0' : null,
): Record => ({
  processNodeId,
  processNodeName: processNodeId,
  processNodeResult,
  processNodeResultName: '',
  processNodeRemark: '',
  processNodeExamineTime: null,
  auditPersonName: '',
  auditPersonDepartmentName: null,
  kind,
  round,
});
const told = (records: readonly Record[]) =>
  skippedInPlace(records, ['a', 'b', 'c']).map(
    ({ kind, processNodeId, round }) => `${kind} ${processNodeId} ${String(round)}`,
  );

describe('nodes that are passed over', () => {
  it('stand after the node in front of them has passed the application', () => {
    expect(
      told([record('submitted', '0'), record('skipped', 'b'), record('decided', 'a'), record('decided', 'c')]),
    ).toEqual(['submitted 0 1', 'decided a 1', 'skipped b 1', 'decided c 1']);
    expect(
      told([record('submitted', '0'), record('skipped', 'b'), record('skipped', 'c'), record('decided', 'a')]),
    ).toEqual(['submitted 0 1', 'decided a 1', 'skipped b 1', 'skipped c 1']);
    expect(told([record('submitted', '0'), record('skipped', 'a')])).toEqual(['submitted 0 1', 'skipped a 1']);
  });

  it('are not told when the application never came so far; each round for itself', () => {
    expect(
      told([
        record('submitted', '0'),
        record('skipped', 'b'),
        record('decided', 'a', 1, '2'),
        record('submitted', '0', 2),
        record('skipped', 'c', 2),
        record('decided', 'a', 2),
        record('decided', 'b', 2),
      ]),
    ).toEqual(['submitted 0 1', 'decided a 1', 'submitted 0 2', 'decided a 2', 'decided b 2', 'skipped c 2']);
  });
});
