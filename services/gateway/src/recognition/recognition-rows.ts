import type { z } from 'zod';
import { isWithApplicant } from '@jwxt/contracts/approval/approval.rules.ts';
import { businessStatus, businessStatusNames } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import type { RecognitionDraftForm } from '@jwxt/contracts/recognition/recognition-draft.ts';
import type { recognitionItem, recognitionOperationsOf } from '@jwxt/contracts/recognition/recognition.operations.ts';
import { recognitionKinds, settlementNames } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { sourceText } from '@jwxt/contracts/recognition/recognition.wording.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import type { RecognitionRow } from './recognition.read.ts';

type RecognitionItem = z.output<typeof recognitionItem>;
type Detail = Omit<z.output<(typeof recognitionOperationsOf)['system']['detail']['output']>, 'progress'>;

/** A recognition in lists of the person of that name. */
export function recognitionItemOf(row: RecognitionRow, userName: string): RecognitionItem {
  return {
    scoreCognizanceApplyId: row.apply_id,
    studentId: row.student_code,
    studentNumber: row.student_number,
    studentName: row.student_name,
    departmentName: row.department_name,
    studentClassName: row.student_class_name,
    applicantName: row.applicant_name,
    scoreCognizanceApplyTime: toDateTimeText(row.apply_time),
    summary: summaryOf(row),
    courseCredit: creditOf(row),
    approvalBusinessStatus: row.status,
    approvalBusinessStatusName: businessStatusNames[row.status],
    currentNodeName: row.current_node_name,
    own: row.applicant_user === userName,
    mayDecide: row.awaits_me,
    sourceChange: row.source_changes.map(sourceText).join('；'),
  };
}

/** What is recognised as what, in one line; of one that was never sent what is filled in so far. */
export function summaryOf({ relate_list: pairs, form }: RecognitionRow): string {
  if (pairs.length === 0) {
    const names = (form?.relateList ?? [])
      .flatMap((group) => group.outSideList.map(({ outCourseName }) => outCourseName))
      .filter((name) => name !== '');
    return names.length === 0 ? '尚未填写' : names.join('、');
  }
  const outside = pairs.flatMap((pair) => pair.outSideList.map(({ outCourseName }) => outCourseName));
  const inside = pairs.flatMap((pair) => pair.inSideList.map(({ courseName }) => courseName));
  return `${outside.join('、')} → ${inside.join('、')}`;
}

/** Sum of the credits that are recognised; empty while it was never sent. */
export function creditOf({ relate_list: pairs }: RecognitionRow): string {
  return pairs.length === 0
    ? ''
    : tenths(pairs.flatMap((pair) => pair.inSideList).reduce((sum, { courseCredit }) => sum + courseCredit, 0));
}

/** A recognition with its courses; credits and values as shown (RECOGNITION-13…16). */
export function recognitionDetailOf(row: RecognitionRow, userName: string): Detail {
  const item = recognitionItemOf(row, userName);
  return {
    ...item,
    kind: row.kind,
    processNo: recognitionKinds[row.kind].processNo,
    scoreCognizanceApplyRemark: row.remark,
    effected: row.effected_at !== null && row.status !== businessStatus.voided,
    opinion: row.opinion,
    settlement: settlementOf(row),
    relateList: row.relate_list.map(({ outSideList, inSideList, creditShortReason }) => ({
      creditShortReason: creditShortReason ?? '',
      outSideList: outSideList.map(
        ({ attemptId: _attempt, outCourseId: _course, outSchoolScoreType: _type, ...out }) => ({
          ...out,
          courseNum: out.courseNum ?? '',
          outSchoolName: out.outSchoolName ?? '',
          outCourseCredit: tenths(out.outCourseCredit),
        }),
      ),
      inSideList: inSideList.map(({ courseId: _courseId, openDepartmentId: _department, ...inside }) => ({
        ...inside,
        courseCredit: tenths(inside.courseCredit),
        scoreCognizanceFinalValue: formatDecimal(inside.scoreCognizanceFinalValue, 2, 1),
      })),
    })),
    form: item.own && isWithApplicant(row.status) ? (row.form ?? formOf(row)) : null,
  };
}

function settlementOf({ settlement }: RecognitionRow): Detail['settlement'] {
  if (!settlement) return null;
  const { outcome, reason, name, time, values } = settlement;
  const changes = values.map(
    ({ courseName, before, after }) => `${courseName}由 ${before.finalName} 改为 ${after.finalName}`,
  );
  return {
    text: [outcome === 'revoked' ? '撤销认定' : settlementNames[outcome], ...changes].join('，'),
    reason,
    personName: name,
    settleTime: toDateTimeText(time),
  };
}

const tenths = (value: number): string => formatDecimal(value, 1, 1);

/** What was sent, as the form had it. */
function formOf({ relate_list: pairs, remark }: RecognitionRow): RecognitionDraftForm {
  return {
    scoreCognizanceApplyRemark: remark,
    relateList: pairs.map(({ outSideList, inSideList, creditShortReason }) => ({
      creditShortReason: creditShortReason ?? '',
      outSideList: outSideList.map(({ courseNum: _number, outSchoolScoreTypeName: _name, ...out }) => ({
        ...out,
        attemptId: out.attemptId ?? '',
        outCourseId: out.outCourseId ?? '',
        outSchoolName: out.outSchoolName ?? '',
        outSchoolScoreType: out.outSchoolScoreType ?? '',
        outCourseCredit: tenths(out.outCourseCredit),
      })),
      inSideList: inSideList.map(({ courseId, scoreCognizanceFinalValue }) => ({
        courseId,
        scoreCognizanceFinalValue: formatDecimal(scoreCognizanceFinalValue, 2, 1),
      })),
    })),
  };
}
