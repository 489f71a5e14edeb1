import { expect, test } from 'vitest';
import type { CommandServices } from '../../kernel/command-route.ts';
import type { StoredEvent } from '../../kernel/event-codec.ts';
import { onApplicationEnd, type ApplicationEnd } from './application-end.ts';

const services = {} as CommandServices;
const position = { commit: 7n, prepare: 7n };
const decision = {
  applyId: 'A1',
  processNo: 'CJXGSP',
  businessId: 'B1',
  round: 2,
  processNodeId: 'n1',
  processNodeName: '院系审核',
  auditPersonName: '李院长',
  auditPersonDepartmentName: null,
  opinion: '请核对',
  contentHash: 'h',
};
const { applyId, processNo, businessId, round } = decision;
const recalled = { applyId, processNo, businessId, round, reason: null };
const stored = (type: string, data: object) => ({ event: { type, data } }) as StoredEvent;

/** A policy that keeps what it was told, and the list of it. */
function keeping(processNos: string | readonly string[] = 'CJXGSP') {
  const told: unknown[] = [];
  const keep = async (content: string, { outcome, opinion }: ApplicationEnd) => {
    told.push([content, outcome, opinion]);
    return position;
  };
  const policy = onApplicationEnd(processNos, {
    name: 'kept',
    content: (subject) => (subject.round === 1 ? null : `content of ${subject.applyId}`),
    passed: keep,
    returned: keep,
    notPassed: 'nothing',
    recalled: keep,
  });
  return { policy, told };
}

test.each([
  ['ApplicationPassed', decision, [['content of A1', 'effected', '请核对']]],
  ['ApplicationReturned', decision, [['content of A1', 'returned', '请核对']]],
  ['ApplicationRecalled', { ...recalled, reason: '录错班级' }, [['content of A1', 'recalled', '录错班级']]],
  ['ApplicationRecalled', recalled, [['content of A1', 'recalled', '']]],
])(
  '%s is carried over with its outcome and words, and answers the place of its effect',
  async (type, data, expected) => {
    const { policy, told } = keeping();
    expect(await policy.react(stored(type, data), services)).toEqual(position);
    expect(told).toEqual(expected);
  },
);

test.each([
  ['an ending that is said to do nothing', 'ApplicationNotPassed', decision],
  ['an application of another process', 'ApplicationPassed', { ...decision, processNo: 'GXKSQ' }],
  ['an end that is no longer the affair of the content', 'ApplicationPassed', { ...decision, round: 1 }],
])('%s is left alone', async (_title, type, data) => {
  const { policy, told } = keeping();
  expect(await policy.react(stored(type, data), services)).toBeNull();
  expect(told).toEqual([]);
});

test('a policy for several processes hears of every ending, from the beginning of the log', async () => {
  const { policy, told } = keeping(['CJXGSP', 'GXKSQ']);
  await policy.react(stored('ApplicationPassed', { ...decision, processNo: 'GXKSQ' }), services);
  expect(told).toHaveLength(1);
  expect(policy).toMatchObject({ name: 'kept', start: 'beginning' });
  expect(policy.types.toSorted()).toEqual([
    'ApplicationNotPassed',
    'ApplicationPassed',
    'ApplicationRecalled',
    'ApplicationReturned',
  ]);
});

test('an ending that was forgotten does not compile', () => {
  const all = { name: 'kept', content: () => 'x', passed: 'nothing', returned: 'nothing' } as const;
  expect(onApplicationEnd('CJXGSP', { ...all, notPassed: 'nothing', recalled: 'nothing' }).name).toBe('kept');
  // @ts-expect-error what a recall does is missing
  expect(onApplicationEnd('CJXGSP', { ...all, notPassed: 'nothing' }).name).toBe('kept');
});
