import { APPLICATION_STREAM_PREFIX, type ApplicationEvent, type NodeSnapshot } from '@jwxt/contracts/approval/application.events.ts';
import { queueKey } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { progressAfter } from '../kernel/application-progress.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection, type ProjectedEvent } from '../kernel/projection.ts';
import { defineTable } from '../kernel/table.ts';

interface ItemRow {
  queue_key: string; apply_id: string; process_no: string; apply_time: string; waiting_since: string; title: string; applicant_user: string;
  /** Who may not decide it although the queue is theirs: the applicant and who entered the content. */
  excluded: readonly string[];
  nodes: readonly NodeSnapshot[];
}
const item = defineTable<ItemRow>('item', {
  columns: { queue_key: 'text', apply_id: 'text', process_no: 'text', apply_time: 'timestamptz', waiting_since: 'timestamptz', title: 'text', applicant_user: 'text', excluded: 'text[]', nodes: 'jsonb' },
  key: ['apply_id'],
  indexes: ['(queue_key, waiting_since)'],
});

/** Rows stand only while something waits. */
interface QueueRow { queue_key: string; count: number }
const queue = defineTable<QueueRow>('queue', { columns: { queue_key: 'text', count: 'int' }, key: ['queue_key'] });
interface ExcludedRow { user_name: string; queue_key: string; count: number }
const excluded = defineTable<ExcludedRow>('excluded', { columns: { user_name: 'text', queue_key: 'text', count: 'int' }, key: ['user_name', 'queue_key'] });

const keyOf = (node: NodeSnapshot): string => queueKey(node.processNodeId, node.roleCode, node.scopeUnit);

/**
 * What waits in which queue (process node × role × unit), with counts. A person's to-do count is the sum over the own queues, less what
 * the person may not decide: an indexed read, whatever the backlog.
 */
export const todoQueue = defineProjection({
  name: 'todo-queue', title: '待办队列', version: 1,
  streams: [APPLICATION_STREAM_PREFIX],
  tables: [item, queue, excluded],
  async load(rows, events) {
    await rows.load(item, events.map(({ data }) => [data.applyId]));
    const known = events.flatMap(({ data }) => rows.get(item, [data.applyId]) ?? []);
    const submitted = events.flatMap((event) => (event.type === 'ApplicationSubmitted' ? { nodes: event.data.process.nodes, excluded: excludedUsers(event.data) } : []));
    const touched = [...known, ...submitted];
    await rows.load(queue, touched.flatMap(({ nodes }) => nodes.map((node) => [keyOf(node)])));
    await rows.load(excluded, touched.flatMap(({ nodes, excluded: users }) => users.flatMap((user) => nodes.map((node) => [user, keyOf(node)]))));
  },
  handlers: {
    ApplicationSubmitted(rows, event) {
      const { data } = event;
      leave(rows, data.applyId);
      enter(rows, event, {
        apply_id: data.applyId, process_no: data.process.processNo, apply_time: data.applyTime, title: data.content.title,
        applicant_user: data.applicant.userName, excluded: excludedUsers(data), nodes: data.process.nodes,
      });
    },
    NodePassed: moved,
    ApplicationRejected: moved,
    ApplicationReturned: moved,
    ApplicationNotPassed: moved,
    ApplicationPassed: moved,
    ApplicationRecalled: moved,
  },
});

function excludedUsers(draft: Extract<ApplicationEvent, { type: 'ApplicationSubmitted' }>['data']): string[] {
  return [...new Set([draft.applicant.userName, ...draft.enteredBy])];
}

function moved(rows: BatchRows, event: ProjectedEvent<Exclude<ApplicationEvent, { type: 'ApplicationSubmitted' }>>): void {
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
function enter(rows: BatchRows, event: ProjectedEvent<ApplicationEvent>, waiting: Omit<ItemRow, 'queue_key' | 'waiting_since'>): void {
  rows.notice.user(waiting.applicant_user);
  const { node } = progressAfter(event, waiting.nodes);
  if (!node) return;
  const row: ItemRow = { ...waiting, queue_key: keyOf(node), waiting_since: event.time };
  rows.set(item, row);
  count(rows, row, 1);
}

function count(rows: BatchRows, row: ItemRow, step: 1 | -1): void {
  const key = row.queue_key;
  const inQueue = (rows.get(queue, [key])?.count ?? 0) + step;
  if (inQueue > 0) rows.set(queue, { queue_key: key, count: inQueue });
  else rows.remove(queue, [key]);
  for (const user of row.excluded) {
    const hidden = (rows.get(excluded, [user, key])?.count ?? 0) + step;
    if (hidden > 0) rows.set(excluded, { user_name: user, queue_key: key, count: hidden });
    else rows.remove(excluded, [user, key]);
  }
  rows.notice.queue(key);
}
