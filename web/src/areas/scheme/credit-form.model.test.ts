import { describe, expect, it } from 'vitest';
import type { SystemNode } from '@jwxt/contracts/scheme/scheme-system.operations.ts';
import { changed, changedLines, judged } from './credit-form.model.ts';

const node = (nodeId: string, parentId: string | null, minCredit: string | null): SystemNode => ({
  nodeId,
  parentId,
  level: parentId === null ? 1 : 2,
  name: nodeId,
  moduleId: nodeId,
  classifyId: null,
  schemeSystemId: null,
  minCredit,
  maxCredit: null,
  minHours: null,
  minCourseNum: null,
  creditRatio: null,
  templateCredit: null,
  belowCredit: null,
  isParent: '0',
});
const nodes = [node('a', null, '40'), node('a1', 'a', '30'), node('b', null, null)];

describe('typing credits of modules (SCHEME-10)', () => {
  it('sums what is typed and says what does not add up', () => {
    const typed = changed(nodes, {}, 'a1', 'minCredit', '４０．５');
    expect(judged(nodes, typed, '160')).toMatchObject({
      arranged: 400,
      problems: [{ nodeId: 'a', message: '“a”下级的最低学分之和为 40.5，超过它的 40' }],
    });
    expect(judged(nodes, {}, '30').problems).toMatchObject([{ nodeId: null }]);
    expect(judged(nodes, { b: { minCredit: 'x' } }, null).problems).toMatchObject([{ nodeId: 'b' }]);
    expect(judged(nodes, { b: { maxCredit: '5' } }, null).problems).toMatchObject([{ message: '“b”请填写最低学分' }]);
  });

  it('what is stored again is no change, and only changes are sent', () => {
    const typed = changed(nodes, {}, 'b', 'minCredit', '6');
    expect(changedLines(nodes, typed)).toMatchObject([{ moduleId: 'b', minCredit: '6', maxCredit: null }]);
    expect(changed(nodes, typed, 'b', 'minCredit', '')).toEqual({});
    expect(changedLines(nodes, { a: { minCredit: '' } })).toMatchObject([{ moduleId: 'a', minCredit: null }]);
  });
});
