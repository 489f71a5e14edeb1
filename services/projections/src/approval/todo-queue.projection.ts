import type { ApplicationEvent, ApplicationMove, NodeSnapshot } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams } from '@jwxt/contracts/approval/application.state.ts';
import { assignedQueueKey, excludedPair, queueKey } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { progressAfter } from './shared/application-progress.ts';
import { todoQueueModel } from '@jwxt/contracts/approval/todo-queue.read-model.ts';
import type { RowOf } from '@jwxt/contracts/kernel/read-model.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection, type ProjectedEvent } from '../kernel/projection.ts';
import type { Key } from '../kernel/table.ts';
import { dayOf } from './approval-tally.ts';

const { item, queue, excluded } = todoQueueModel.tables;
type ItemRow = RowOf<typeof item>;

const keyOf = (node: NodeSnapshot): string => queueKey(node.processNodeId, node.roleCode, node.scopeUnit);

/**
 * What waits in which queue (process node × role × unit), with counts by day. A person's to-do count is the sum over
 * the own queues, less what the person may not decide: an indexed read of as many rows as there are days, whatever the
 * backlog.
 */
export const todoQueue = defineProjection({
  readModel: todoQueueModel,
  version: 5,
  streams: [applicationStreams],
  async load(rows, events) {
    await rows.load(
      item,
      events.map(({ data }) => [data.applyId]),
    );
    const counted = [...Map.groupBy(events, ({ data }) => data.applyId)].flatMap(([applyId, own]) =>
      placesTouched(rows, applyId, own),
    );
    await rows.load(queue, counted.map(queueKeyOf));
    await rows.load(
      excluded,
      counted.flatMap((place) => namesOf(place.excluded).map((user): Key => [user, ...queueKeyOf(place)])),
    );
  },
  handlers: {
    ApplicationSubmitted(rows, event) {
      const { data } = event;
      leave(rows, data.applyId);
      enter(rows, event, {
        apply_id: data.applyId,
        process_no: data.process.processNo,
        apply_time: data.applyTime,
        limit_days: data.process.timeLimitDays ?? 0,
        applicant_user: data.applicant.userName,
        barred: barredUsers(data),
        nodes: data.process.nodes,
      });
    },
    NodePassed: moved,
    ApplicationRejected: moved,
    ApplicationReturned: moved,
    ApplicationNotPassed: moved,
    ApplicationPassed: moved,
    ApplicationRecalled: moved,
    ApplicationTransferred(rows, event) {
      const left = leave(rows, event.data.applyId);
      // It waits since it came to the node, whoever has it there.
      if (left)
        stand(rows, {
          ...left,
          queue_key: assignedQueueKey(event.data.processNodeId, event.data.toUser),
          excluded: left.barred,
        });
    },
    NodeEndorsed(rows, event) {
      const left = leave(rows, event.data.applyId);
      // It waits there still, for those who have not passed it.
      if (left) stand(rows, { ...left, excluded: [...left.excluded, voterOf(event)] });
    },
  },
});

type Place = Pick<ItemRow, 'queue_key' | 'process_no' | 'apply_time' | 'waiting_since' | 'limit_days' | 'excluded'>;

/** Where an application is counted while it waits. */
function queueKeyOf({
  queue_key: key,
  process_no: processNo,
  apply_time: applied,
  waiting_since: since,
  limit_days: limitDays,
}: Place): Key {
  return [key, processNo, dayOf(applied), dayOf(since), limitDays];
}

/** Where some events of one application may bring it, and where it stands. */
function placesTouched(rows: BatchRows, applyId: string, events: readonly ProjectedEvent<ApplicationEvent>[]): Place[] {
  const known = rows.get(item, [applyId]);
  const submitted = events.flatMap(({ type, data }) =>
    type === 'ApplicationSubmitted'
      ? {
          process_no: data.process.processNo,
          apply_time: data.applyTime,
          limit_days: data.process.timeLimitDays ?? 0,
          nodes: data.process.nodes,
          excluded: barredUsers(data),
        }
      : [],
  );
  const voters = events.flatMap((event) => (event.type === 'NodeEndorsed' ? [voterOf(event)] : []));
  const coming = [...(known ? [known] : []), ...submitted].flatMap(
    ({ process_no, apply_time, limit_days, nodes, excluded: users }) =>
      events.flatMap(({ time }) =>
        nodes.map((node) => ({
          queue_key: keyOf(node),
          process_no,
          apply_time,
          waiting_since: time,
          limit_days,
          excluded: [...users, ...voters],
        })),
      ),
  );
  const handed = events.flatMap((event) =>
    event.type !== 'ApplicationTransferred'
      ? []
      : [...(known ? [known] : []), ...coming].map((place) => ({
          ...place,
          queue_key: assignedQueueKey(event.data.processNodeId, event.data.toUser),
        })),
  );
  const here = known ? [known, { ...known, excluded: [...known.excluded, ...voters] }] : [];
  return [...here, ...coming, ...handed];
}

/** Whose vote it is: that of the absent where a delegate passed it. */
function voterOf({ data, userName }: ProjectedEvent<Extract<ApplicationEvent, { type: 'NodeEndorsed' }>>): string {
  return data.onBehalfOf?.userName ?? userName;
}

/** Those who may not decide, and every two of them together. */
function namesOf(users: readonly string[]): string[] {
  return [...users, ...users.flatMap((one, index) => users.slice(index + 1).map((other) => excludedPair(one, other)))];
}

function barredUsers(draft: Extract<ApplicationEvent, { type: 'ApplicationSubmitted' }>['data']): string[] {
  return [...new Set([draft.applicant.userName, ...draft.enteredBy])];
}

function moved(
  rows: BatchRows,
  event: ProjectedEvent<Exclude<ApplicationMove, { type: 'ApplicationSubmitted' }>>,
): void {
  const left = leave(rows, event.data.applyId);
  if (left) enter(rows, event, left);
}

/** Takes an application out of the queue in which it waits; undefined when it waits nowhere. */
function leave(rows: BatchRows, applyId: string): ItemRow | undefined {
  const row = rows.get(item, [applyId]);
  if (row) {
    rows.remove(item, [applyId]);
    count(rows, row, -1);
  }
  return row;
}

/** Puts an application into the queue of the node that the event gives it to, if any. */
function enter(
  rows: BatchRows,
  event: ProjectedEvent<ApplicationMove>,
  waiting: Omit<ItemRow, 'queue_key' | 'waiting_since' | 'excluded'>,
): void {
  rows.notice.user(waiting.applicant_user);
  const { node } = progressAfter(event, waiting.nodes);
  if (!node) return;
  stand(rows, { ...waiting, queue_key: keyOf(node), waiting_since: event.time, excluded: waiting.barred });
}

function stand(rows: BatchRows, row: ItemRow): void {
  rows.set(item, row);
  count(rows, row, 1);
}

function count(rows: BatchRows, row: ItemRow, step: 1 | -1): void {
  const key = queueKeyOf(row);
  const place = {
    queue_key: row.queue_key,
    process_no: row.process_no,
    applied_on: dayOf(row.apply_time),
    waiting_from: dayOf(row.waiting_since),
    limit_days: row.limit_days,
  };
  const inQueue = (rows.get(queue, key)?.count ?? 0) + step;
  if (inQueue > 0) rows.set(queue, { ...place, count: inQueue });
  else rows.remove(queue, key);
  for (const user of namesOf(row.excluded)) {
    const hidden = (rows.get(excluded, [user, ...key])?.count ?? 0) + step;
    if (hidden > 0) rows.set(excluded, { user_name: user, ...place, count: hidden });
    else rows.remove(excluded, [user, ...key]);
  }
  rows.notice.queue(row.queue_key);
}
