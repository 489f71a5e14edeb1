import type { ApplicationMove } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams } from '@jwxt/contracts/approval/application.state.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type {
  RecognitionDraft,
  RecognitionRequest,
  SourceChange,
} from '@jwxt/contracts/recognition/recognition.events.ts';
import { adjustedPairs, changesAfter, recognitionStreams } from '@jwxt/contracts/recognition/recognition.state.ts';
import { recognitionKindOf } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { progressAfter, refusalOpinion } from '../approval/shared/application-progress.ts';
import { recognitionModel } from '@jwxt/contracts/recognition/recognition.read-model.ts';
import type { BatchRows } from '../kernel/batch-rows.ts';
import { defineProjection, type ProjectedEvent } from '../kernel/projection.ts';

const { recognition } = recognitionModel.tables;

/** Applications of all kinds to recognise scores earned elsewhere (RECOGNITION-13…18). */
export const recognitions = defineProjection({
  readModel: recognitionModel,
  version: 5,
  streams: [recognitionStreams, applicationStreams],
  load: (rows, events) =>
    rows.load(
      recognition,
      events.map(({ data }) => [data.applyId]),
    ),
  handlers: {
    RecognitionDrafted(rows, { data, time }) {
      const known = rows.get(recognition, [data.applyId]);
      const { kind, form, applicant } = data;
      const { relate_list, status, round, opinion, nodes, open_department_id, apply_time } = known ?? {
        relate_list: [],
        status: businessStatus.saved,
        round: 0,
        opinion: null,
        nodes: [],
        open_department_id: null,
        apply_time: time,
      };
      rows.set(recognition, {
        ...studentOf(data),
        kind,
        relate_list,
        remark: form.scoreCognizanceApplyRemark,
        form,
        applicant_user: applicant.userName,
        applicant_name: applicant.name,
        apply_time,
        status,
        current_node_name: null,
        round,
        opinion,
        ...inForce,
        nodes,
        open_department_id,
      });
    },
    RecognitionRequested(rows, { data }) {
      const { applicant, applyTime, process, round } = data.application;
      const kind = recognitionKindOf(process.processNo);
      if (!kind) throw new Error(`process ${process.processNo} recognises no scores`);
      rows.set(recognition, {
        ...studentOf(data),
        kind,
        relate_list: data.relateList,
        remark: data.remark,
        form: null,
        applicant_user: applicant.userName,
        applicant_name: applicant.name,
        apply_time: applyTime,
        status: businessStatus.awaiting,
        current_node_name: process.nodes.find((node) => !node.skipped)?.processNodeName ?? null,
        round,
        opinion: null,
        ...inForce,
        nodes: process.nodes,
        open_department_id: kind === 'outSchool' ? (data.relateList[0]?.inSideList[0]?.openDepartmentId ?? null) : null,
      });
      rows.notice.user(applicant.userName);
    },
    // The applicant's page may show the end of the application already, without its effect.
    RecognitionEffected: (rows, { data, time }) => {
      rows.notice.user(rows.change(recognition, [data.applyId], { effected_at: time }).applicant_user);
    },
    RecognitionSourceChanged: (rows, { data }) => {
      const known = rows.get(recognition, [data.applyId]);
      if (known) rows.set(recognition, { ...known, source_changes: changesAfter(known.source_changes, data) });
    },
    RecognitionSettled(rows, { data, name, time }) {
      const known = rows.get(recognition, [data.applyId]);
      if (!known) return;
      const { outcome, reason, values } = data;
      rows.set(recognition, {
        ...known,
        relate_list: adjustedPairs(known.relate_list, values),
        source_changes: [],
        settlement: { outcome, reason, name, time, values },
      });
    },
    RecognitionRevoked(rows, { data, name, time }) {
      const { reason } = data;
      const revoked = rows.change(recognition, [data.applyId], {
        status: businessStatus.voided,
        source_changes: [],
        settlement: { outcome: 'revoked', reason, name, time, values: [] },
      });
      rows.notice.user(revoked.applicant_user);
    },
    RecognitionDeleted: (rows, { data }) => {
      rows.remove(recognition, [data.applyId]);
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

/** Nothing of what comes once it is in force. */
const inForce = { effected_at: null, source_changes: new Array<SourceChange>(), settlement: null };

function studentOf(data: RecognitionRequest | RecognitionDraft) {
  return {
    apply_id: data.applyId,
    student_code: data.studentCode,
    student_number: data.studentNumber,
    student_name: data.studentName,
    department_id: data.departmentId,
    department_name: data.departmentName,
    bjdm: data.bjdm,
    student_class_name: data.studentClassName,
  };
}

/** Follows the application; those of other processes have no row here. */
function moved(rows: BatchRows, event: ProjectedEvent<ApplicationMove>): void {
  const known = rows.get(recognition, [event.data.applyId]);
  if (!known) return;
  const { status, node } = progressAfter(event, known.nodes);
  rows.set(recognition, {
    ...known,
    status,
    current_node_name: node?.processNodeName ?? null,
    round: event.data.round,
    opinion: refusalOpinion(event),
  });
  rows.notice.user(known.applicant_user);
}
