import type { ApplicationMove } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams } from '@jwxt/contracts/approval/application.state.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { scoreChangeStreams } from '@jwxt/contracts/score/score-change.state.ts';
import { sheetId } from '@jwxt/contracts/score/score-sheet.events.ts';
import { scoreChangeModel } from '@jwxt/contracts/score/score-change.read-model.ts';
import { progressAfter, refusalOpinion } from '../approval/shared/application-progress.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection, type ProjectedEvent } from '../kernel/projection.ts';

const { change } = scoreChangeModel.tables;

/** Applications to change published scores, with every changed cell before and after (SCORE-CHANGE-02, 03, 08). */
export const scoreChange = defineProjection({
  readModel: scoreChangeModel,
  version: 3,
  streams: [scoreChangeStreams, applicationStreams],
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
        on_behalf_of: data.onBehalfOf ?? null,
        apply_time: applyTime,
        status: businessStatus.awaiting,
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
