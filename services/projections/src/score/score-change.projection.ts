import type { ApplicationMove, NodeSnapshot } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams } from '@jwxt/contracts/approval/application.state.ts';
import { scoreChangeStreams } from '@jwxt/contracts/score/score-change.state.ts';
import {
  sheetId,
  type ScoreChangeRow,
  type SheetFacts,
  type SheetRules,
} from '@jwxt/contracts/score/score-sheet.events.ts';
import { readModelTitles } from '@jwxt/contracts/system/read-model.vocabulary.ts';
import { progressAfter, refusalOpinion } from '../kernel/application-progress.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection, type ProjectedEvent } from '../kernel/projection.ts';
import { defineTable } from '../kernel/table.ts';

interface ChangeRow {
  apply_id: string;
  sheet_id: string;
  teaching_class_id: string;
  score_type: string;
  sheet: SheetFacts;
  rules: SheetRules;
  rows: readonly ScoreChangeRow[];
  reason: string;
  applicant_user: string;
  applicant_name: string;
  apply_time: string;
  /** Business status of its application. */
  status: string;
  current_node_name: string | null;
  round: number;
  /** With which it came back or was not passed. */
  opinion: string | null;
  effected_at: string | null;
  open_department_id: string;
  nodes: readonly NodeSnapshot[];
}
const change = defineTable<ChangeRow>('change', {
  columns: {
    apply_id: 'text',
    sheet_id: 'text',
    teaching_class_id: 'text',
    score_type: 'text',
    sheet: 'jsonb',
    rules: 'jsonb',
    rows: 'jsonb',
    reason: 'text',
    applicant_user: 'text',
    applicant_name: 'text',
    apply_time: 'timestamptz',
    status: 'text',
    current_node_name: 'text',
    round: 'int',
    opinion: 'text',
    effected_at: 'timestamptz',
    open_department_id: 'text',
    nodes: 'jsonb',
  },
  key: ['apply_id'],
  indexes: ['(applicant_user, apply_time desc)', '(teaching_class_id, score_type)', '(apply_time desc)'],
});

/** Applications to change published scores, with every changed cell before and after (SCORE-CHANGE-02, 03, 08). */
export const scoreChange = defineProjection({
  name: 'score-change',
  title: readModelTitles['score-change'],
  version: 2,
  streams: [scoreChangeStreams, applicationStreams],
  tables: [change],
  load: (rows, events) =>
    rows.load(
      change,
      events.map(({ data }) => [data.applyId]),
    ),
  handlers: {
    ScoreChangeRequested(rows, { data }) {
      const { applicant, applyTime, process, round } = data.application;
      const first = process.nodes.find((node) => !node.skipped);
      rows.set(change, {
        apply_id: data.applyId,
        sheet_id: sheetId(data.sheet.teachingClassId, data.sheet.scoreType),
        teaching_class_id: data.sheet.teachingClassId,
        score_type: data.sheet.scoreType,
        sheet: data.sheet,
        rules: data.rules,
        rows: data.rows,
        reason: data.reason,
        applicant_user: applicant.userName,
        applicant_name: applicant.name,
        apply_time: applyTime,
        status: '1',
        current_node_name: first?.processNodeName ?? null,
        round,
        opinion: null,
        effected_at: null,
        open_department_id: data.sheet.openDepartmentId,
        nodes: process.nodes,
      });
      rows.notice.user(applicant.userName);
    },
    // The applicant's page may show the end of the application already, without its effect.
    ScoreChangeEffected: (rows, { data, time }) => {
      rows.notice.user(rows.change(change, [data.applyId], { effected_at: time }).applicant_user);
    },
    ApplicationSubmitted: moved,
    NodePassed: moved,
    ApplicationPassed: moved,
    ApplicationNotPassed: moved,
    ApplicationRejected: moved,
    ApplicationReturned: moved,
    ApplicationRecalled: moved,
  },
});

/** Follows the application; those of other processes have no row here. */
function moved(rows: BatchRows, event: ProjectedEvent<ApplicationMove>): void {
  const known = rows.get(change, [event.data.applyId]);
  if (!known) return;
  const { status, node } = progressAfter(event, known.nodes);
  rows.set(change, {
    ...known,
    status,
    current_node_name: node?.processNodeName ?? null,
    round: event.data.round,
    opinion: refusalOpinion(event),
  });
  rows.notice.user(known.applicant_user);
}
