import { describe, expect, it } from 'vitest';
import { processNames } from './approval.vocabulary.ts';
import { decisionUnder } from './decision-names.vocabulary.ts';

describe('the names of a decision', () => {
  // APPROVAL-82
  it('every process, keyed by its code, takes result, opinion and sometimes return node under the shared names', () => {
    for (const processId of Object.keys(processNames)) {
      expect(
        decisionUnder({ processId: `${processId}.2`, approvalStatus: '2', approvalOpinion: '请改', backNode: '0' }),
        processId,
      ).toEqual({ result: '2', opinion: '请改', backNode: '0' });
    }
  });

  // APPROVAL-83
  it('score processes also under those of nodes, the others under approvalState; a foreign name says nothing', () => {
    const byNode = { processNodeResult: '2', processNodeRemark: '请核对', approvalNode: 'P-1' } as const;
    expect(decisionUnder({ ...byNode, processId: 'ZKCJSP.1' })).toEqual({
      result: '2',
      opinion: '请核对',
      backNode: 'P-1',
    });
    expect(decisionUnder({ approvalState: '1', approvalOpinion: '不符', processId: 'XSXXHD.1' })).toEqual({
      result: '1',
      opinion: '不符',
      backNode: undefined,
    });
    expect(decisionUnder({ ...byNode, processId: 'XSXXHD.1' })).toEqual({
      result: undefined,
      opinion: undefined,
      backNode: undefined,
    });
    expect(decisionUnder({ approvalState: '0' })).toMatchObject({ result: '0' });
    expect(decisionUnder({ approvalState: '0', processId: 'UNKNOWN' })).toMatchObject({ result: undefined });
    expect(decisionUnder({ approvalStatus: '0', processNodeResult: '2', processId: 'ZKCJSP' })).toMatchObject({
      result: '0',
    });
  });
});
