import { approvalListModel } from '@jwxt/contracts/approval/approval-list.read-model.ts';
import {
  approvableStatuses,
  businessStatusNames,
  type BusinessStatus,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { readModelTable } from '@jwxt/contracts/kernel/read-model.ts';
import { scoreSheetModel } from '@jwxt/contracts/score/score-sheet.read-model.ts';
import type { SheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { studentApplicationModel } from '@jwxt/contracts/student-application/student-application.read-model.ts';
import { processNames, type ProcessNo } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { afterOf } from '@jwxt/contracts/student-status/change/change-type.rules.ts';
import type { StatusEffect, ToldStatusChange } from '@jwxt/contracts/student-status/change/status-change.operations.ts';
import {
  effectKinds,
  implementStatusNames,
  type EffectKind,
  type ImplementStatus,
} from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { changedStanding, loadChangingStudent, standingAfter } from '@jwxt/infra/runtime/status-change-facts.ts';
import { expectedEffects, type SheetStates } from '@jwxt/infra/runtime/status-effects.ts';
import type { Viewer } from '../../approval/shared/approval-viewer.ts';
import { awaitingCondition } from '../../approval/shared/waiting-for-viewer.ts';
import { sqlParams, type SqlParams } from '../../kernel/sql-params.ts';

/** An application as it is read; the `stored` row of the resource, with names. */
export interface ChangeRow {
  readonly applyId: string;
  readonly studentCode: string;
  readonly studentNumber: string;
  readonly studentName: string;
  readonly departmentName: string;
  readonly changeType: string;
  readonly changeTypeName: string;
  readonly changeReasonName: string;
  readonly reasonText: string;
  readonly effectiveDate: string;
  readonly endDate: string | null;
  readonly classAfter: string | null;
  readonly studentTypeAfter: string | null;
  readonly chosenStatus: string | null;
  readonly targetSchool: string | null;
  readonly statusBefore: string;
  readonly statusBeforeName: string;
  readonly statusAfterName: string;
  readonly classBefore: string;
  readonly classBeforeName: string;
  readonly classAfterName: string | null;
  readonly gradeMajorBefore: string;
  readonly gradeMajorBeforeName: string;
  readonly gradeMajorAfterName: string | null;
  readonly gradeMajorAfter: string | null;
  readonly studentTypeBefore: string;
  readonly documentNumber: string | null;
  readonly documentDate: string | null;
  readonly savedStatus: BusinessStatus;
  readonly applicationStatus: BusinessStatus | null;
  readonly currentNodeName: string | null;
  readonly implementStatus: ImplementStatus;
  readonly applicantUser: string | null;
  readonly applicantName: string | null;
  readonly writtenAt: Date;
  readonly appliedAt: Date | null;
  readonly awaitsMe: boolean;
}

const named = (category: string, column: string): string =>
  `coalesce((select mc from base.data_dict where dmlb = '${category}' and dm = ${column}), ${column}, '')`;

const columns = `stored.apply_id as "applyId", stored.student_code as "studentCode",
  student.student_number as "studentNumber", student.student_name as "studentName",
  coalesce(unit.dwmc, '') as "departmentName", stored.change_type as "changeType",
  ${named('XJ_YDLB', 'stored.change_type')} as "changeTypeName",
  ${named('XJ_YDYY', 'stored.change_reason')} as "changeReasonName", stored.reason_text as "reasonText",
  stored.effective_date::text as "effectiveDate", stored.end_date::text as "endDate",
  stored.class_after as "classAfter", stored.student_type_after as "studentTypeAfter",
  stored.chosen_status as "chosenStatus", stored.target_school as "targetSchool",
  stored.status_before as "statusBefore", ${named('XTGL_XSDQZT', 'stored.status_before')} as "statusBeforeName",
  ${named('XTGL_XSDQZT', 'stored.status_after')} as "statusAfterName", stored.class_before as "classBefore",
  coalesce(class_before.bjmc, '') as "classBeforeName", class_after.bjmc as "classAfterName",
  stored.grade_major_before as "gradeMajorBefore", coalesce(major_before.njzymc, '') as "gradeMajorBeforeName",
  major_after.njzymc as "gradeMajorAfterName", class_after.njzydm as "gradeMajorAfter",
  stored.student_type_before as "studentTypeBefore",
  stored.document_number as "documentNumber", stored.document_date::text as "documentDate",
  stored.approval_status as "savedStatus", application.status as "applicationStatus",
  application.current_node_name as "currentNodeName", stored.implement_status as "implementStatus",
  stored.applicant_user as "applicantUser", stored.applicant_name as "applicantName", stored.written_at as "writtenAt",
  application.apply_time as "appliedAt"`;
/** The rows and what their names come from. */
export const changesFrom = `from base.status_change stored
  join base.student on student.student_code = stored.student_code
  left join base.department unit on unit.dwh = stored.department_before
  left join base.class_info class_before on class_before.bjdm = stored.class_before
  left join base.class_info class_after on class_after.bjdm = stored.class_after
  left join base.grade_major major_before on major_before.njzydm = stored.grade_major_before
  left join base.grade_major major_after on major_after.njzydm = class_after.njzydm
  left join ${readModelTable(approvalListModel, 'application')} application on application.apply_id = stored.apply_id`;

/** Applications under a condition on `stored` rows, latest first. */
export async function readChanges(
  db: Queryable,
  viewer: Viewer,
  where: (params: SqlParams) => string,
): Promise<ChangeRow[]> {
  const params = sqlParams();
  const awaits = awaitingCondition('stored.apply_id', viewer, params);
  const { rows } = await db.query<ChangeRow>(
    `select ${columns}, ${awaits} as "awaitsMe" ${changesFrom} where ${where(params)}
      order by stored.effective_date desc, stored.written_at desc, stored.apply_id limit 200`,
    [...params.values],
  );
  return rows;
}

/** An application as pages tell it to a person. */
export function toldChange(row: ChangeRow, userName: string): ToldStatusChange {
  const status = row.applicationStatus ?? row.savedStatus;
  return {
    applyId: row.applyId,
    studentCode: row.studentCode,
    studentNumber: row.studentNumber,
    studentName: row.studentName,
    departmentName: row.departmentName,
    changeType: row.changeType,
    changeTypeName: row.changeTypeName,
    changeReasonName: row.changeReasonName,
    reasonText: row.reasonText,
    effectiveDate: row.effectiveDate,
    endDate: row.endDate,
    targetSchool: row.targetSchool ?? '',
    statusBeforeName: row.statusBeforeName,
    statusAfterName: row.statusAfterName,
    classBeforeName: row.classBeforeName,
    classAfterName: row.classAfterName ?? row.classBeforeName,
    gradeMajorBeforeName: row.gradeMajorBeforeName,
    gradeMajorAfterName: row.gradeMajorAfterName ?? row.gradeMajorBeforeName,
    gradeMajorAfter: row.gradeMajorAfter ?? row.gradeMajorBefore ?? '',
    documentNumber: row.documentNumber ?? '',
    documentDate: row.documentDate,
    approvalBusinessStatus: status,
    approvalBusinessStatusName: businessStatusNames[status],
    currentNodeName: row.currentNodeName,
    implementStatus: row.implementStatus,
    implementStatusName: implementStatusNames[row.implementStatus],
    applicantName: row.applicantName ?? '',
    applyTime: toDateTimeText(row.appliedAt ?? row.writtenAt),
    own: row.applicantUser === userName,
    awaitsMe: row.awaitsMe,
  };
}

const sheetsOf =
  (db: Queryable): SheetStates =>
  async (ids) => {
    const { rows } = await db.query<{ id: string; status: SheetStatus }>(
      `select sheet.teaching_class_id as id, sheet.sheet_status as status
         from ${readModelTable(scoreSheetModel, 'sheet')} sheet
         join base.teaching_class class
           on class.teaching_class_id = sheet.teaching_class_id and class.class_kind = sheet.score_type
        where sheet.teaching_class_id = any($1)`,
      [ids],
    );
    return new Map(rows.map(({ id, status }) => [id, status]));
  };

const kindName = (kind: string): string => effectKinds[kind as EffectKind] ?? kind;

/** What a change has done elsewhere. */
export async function doneEffects(db: Queryable, applyId: string): Promise<StatusEffect[]> {
  const { rows } = await db.query<Omit<StatusEffect, 'kindName' | 'doneTime'> & { doneAt: Date | null }>(
    `select kind, title, note, done_at as "doneAt" from base.status_effect where fact_key = $1 order by effect_no`,
    [applyId],
  );
  return rows.map(({ doneAt, ...row }) => ({
    ...row,
    kindName: kindName(row.kind),
    doneTime: doneAt && toDateTimeText(doneAt),
  }));
}

/** What a change will do, as things stand, with what the student has under way; and why it cannot be implemented. */
export async function comingEffects(
  db: Queryable,
  row: ChangeRow,
): Promise<{ effects: StatusEffect[]; problem: string }> {
  const student = await loadChangingStudent(db, row.studentCode);
  if (!student) return { effects: [], problem: '学生已不存在' };
  const { standing } = student;
  const after = await standingAfter(db, standing, afterOf(row));
  const [effects, { rows: open }] = await Promise.all([
    expectedEffects(
      db,
      { studentCode: row.studentCode, before: standing, after, effectiveDate: row.effectiveDate },
      sheetsOf(db),
    ),
    db.query<{ processNo: ProcessNo; subject: string }>(
      `select process_no as "processNo", subject_name as subject
         from ${readModelTable(studentApplicationModel, 'student_application')}
        where student_code = $1 and status = any($2) order by apply_time`,
      [row.studentCode, approvableStatuses],
    ),
  ]);
  const changed = changedStanding(
    {
      ...standing,
      status: row.statusBefore,
      statusName: row.statusBeforeName,
      bjdm: row.classBefore,
      className: row.classBeforeName,
      njzydm: row.gradeMajorBefore,
      gradeMajorName: row.gradeMajorBeforeName,
      studentType: row.studentTypeBefore,
    },
    standing,
  );
  return {
    effects: [
      ...effects.map(({ kind, title, note }) => ({ kind, kindName: kindName(kind), title, note, doneTime: null })),
      ...open.map(({ processNo, subject }) => ({
        kind: 'request',
        kindName: kindName('request'),
        title: `${processNames[processNo] ?? processNo}：${subject}`,
        note: '正在审批，由审批人按新的学籍状态办理',
        doneTime: null,
      })),
    ],
    problem: changed.length === 0 ? '' : `申请后学生的学籍有变化：${changed.join('；')}`,
  };
}
