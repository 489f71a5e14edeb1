import { clashNames, type AdjustCourseRequest } from '@jwxt/contracts/approval/adjust-course.events.ts';
import { adjustCourseStreams } from '@jwxt/contracts/approval/adjust-course.state.ts';
import type { InfoChange } from '@jwxt/contracts/approval/info-check.events.ts';
import { infoCheckStreams } from '@jwxt/contracts/approval/info-check.state.ts';
import { readModelTitles } from '@jwxt/contracts/system/read-model.vocabulary.ts';
import { defineProjection } from '../kernel/projection.ts';
import { defineTable } from '../kernel/table.ts';

interface AdjustmentRow {
  apply_id: string;
  request: Omit<AdjustCourseRequest, 'application'>;
  effected_at: string | null;
  clashed_with: string | null;
}
const adjustment = defineTable<AdjustmentRow>('adjustment', {
  columns: { apply_id: 'text', request: 'jsonb', effected_at: 'timestamptz', clashed_with: 'text' },
  key: ['apply_id'],
});
interface InfoCheckRow {
  apply_id: string;
  rows: readonly InfoChange[];
  effected_at: string | null;
}
const infoCheck = defineTable<InfoCheckRow>('info_check', {
  columns: { apply_id: 'text', rows: 'jsonb', effected_at: 'timestamptz' },
  key: ['apply_id'],
});

/**
 * What applications of this area ask for: adjustments of the schedule (APPROVAL-48), changes of student information
 * (APPROVAL-85).
 */
export const approvalContents = defineProjection({
  name: 'approval-content',
  title: readModelTitles['approval-content'],
  version: 2,
  streams: [adjustCourseStreams, infoCheckStreams],
  tables: [adjustment, infoCheck],
  async load(rows, events) {
    const ids = events.map(({ data }) => [data.applyId]);
    await Promise.all([rows.load(adjustment, ids), rows.load(infoCheck, ids)]);
  },
  handlers: {
    AdjustCourseRequested(rows, { data: { application: _application, ...request } }) {
      rows.set(adjustment, { apply_id: request.applyId, request, effected_at: null, clashed_with: null });
    },
    AdjustCourseEffected: (rows, { data, time }) => void rows.change(adjustment, [data.applyId], { effected_at: time }),
    AdjustCourseClashed: (rows, { data }) =>
      void rows.change(adjustment, [data.applyId], {
        clashed_with: data.with.map((one) => clashNames[one]).join('、'),
      }),
    InfoCheckRequested(rows, { data }) {
      rows.set(infoCheck, { apply_id: data.applyId, rows: data.rows, effected_at: null });
    },
    InfoChangeToggled(rows, { data }) {
      const known = rows.need(infoCheck, [data.applyId]);
      rows.set(infoCheck, {
        ...known,
        rows: known.rows.map((row) => (row.id === data.id ? { ...row, isEffective: data.isEffective } : row)),
      });
    },
    InfoCheckEffected: (rows, { data, time }) => void rows.change(infoCheck, [data.applyId], { effected_at: time }),
  },
});
