import { APPLICATION_STREAM_PREFIX, type ApplicationMove, type NodeSnapshot } from '@jwxt/contracts/approval/application.events.ts';
import { RECOGNITION_STREAM_PREFIX, type RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import { progressAfter } from '../kernel/application-progress.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection, type ProjectedEvent } from '../kernel/projection.ts';
import { defineTable } from '../kernel/table.ts';

interface RecognitionRow {
  apply_id: string; student_code: string; student_number: string; student_name: string; department_id: string; department_name: string; bjdm: string; student_class_name: string;
  relate_list: RecognitionRequest['relateList']; remark: string; applicant_user: string; applicant_name: string; apply_time: string;
  /** Business status of its application. */
  status: string; current_node_name: string | null; round: number; effected_at: string | null; nodes: readonly NodeSnapshot[];
}
const recognition = defineTable<RecognitionRow>('recognition', {
  columns: {
    apply_id: 'text', student_code: 'text', student_number: 'text', student_name: 'text', department_id: 'text', department_name: 'text', bjdm: 'text', student_class_name: 'text',
    relate_list: 'jsonb', remark: 'text', applicant_user: 'text', applicant_name: 'text', apply_time: 'timestamptz', status: 'text', current_node_name: 'text', round: 'int',
    effected_at: 'timestamptz', nodes: 'jsonb',
  },
  key: ['apply_id'],
  indexes: ['(student_code)', '(applicant_user, apply_time desc)', '(apply_time desc)'],
});

/** Applications to recognise scores earned elsewhere (RECOGNITION-13…18). */
export const recognitions = defineProjection({
  name: 'recognition', title: '成绩认定', version: 1,
  streams: [RECOGNITION_STREAM_PREFIX, APPLICATION_STREAM_PREFIX],
  tables: [recognition],
  load: (rows, events) => rows.load(recognition, events.map(({ data }) => [data.applyId])),
  handlers: {
    RecognitionRequested(rows, { data }) {
      const { applicant, applyTime, process, round } = data.application;
      rows.set(recognition, {
        apply_id: data.applyId, student_code: data.studentCode, student_number: data.studentNumber, student_name: data.studentName,
        department_id: data.departmentId, department_name: data.departmentName, bjdm: data.bjdm, student_class_name: data.studentClassName, relate_list: data.relateList, remark: data.remark,
        applicant_user: applicant.userName, applicant_name: applicant.name, apply_time: applyTime,
        status: '1', current_node_name: process.nodes.find((node) => !node.skipped)?.processNodeName ?? null, round, effected_at: null, nodes: process.nodes,
      });
      rows.notice.user(applicant.userName);
    },
    RecognitionEffected: (rows, { data, time }) => void rows.change(recognition, [data.applyId], { effected_at: time }),
    ApplicationSubmitted: moved, NodePassed: moved, ApplicationPassed: moved, ApplicationNotPassed: moved, ApplicationRejected: moved, ApplicationReturned: moved, ApplicationRecalled: moved,
  },
});

/** Follows the application; those of other processes have no row here. */
function moved(rows: BatchRows, event: ProjectedEvent<ApplicationMove>): void {
  const known = rows.get(recognition, [event.data.applyId]);
  if (!known) return;
  const { status, node } = progressAfter(event, known.nodes);
  rows.set(recognition, { ...known, status, current_node_name: node?.processNodeName ?? null, round: event.data.round });
  rows.notice.user(known.applicant_user);
}
