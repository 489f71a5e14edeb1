import { studentWithNumber } from '@jwxt/contracts/base-info/student-with-number.ts';
import type { AttachedFile } from '@jwxt/contracts/approval/application.events.ts';
import { RECOGNITION_FILES } from '@jwxt/contracts/file/file.vocabulary.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import type { RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import type { RecognitionState } from '@jwxt/contracts/recognition/recognition.state.ts';
import { recognitionKinds, type RecognitionKind } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { applicantOf, draftApplication, type DraftFacts } from '../approval/shared/application-draft.ts';
import { isUuid } from '../kernel/is-uuid.ts';
import { isRefused, refuse, refuseField, type Refused } from '../kernel/refusal.ts';
import { mayChange } from './recognition.decider.ts';
import type { ApplicationTime, PlanStudent } from './recognition.facts.ts';
import {
  pairOf,
  recognisedText,
  type LineFacts,
  type Named,
  type Pair,
  type RecognitionForm,
} from './recognition-lines.ts';

/** What base data and the application so far say about it. */
export interface RequestFacts extends LineFacts {
  readonly actor: Actor;
  /** ISO instant, server's clock. */
  readonly now: string;
  readonly newApplyId: string;
  readonly student: PlanStudent | undefined;
  readonly process: DraftFacts | null;
  /** Times in which the student may apply; null: at any time. */
  readonly times: readonly ApplicationTime[] | null;
  /** The application as it stands: saved, returned or recalled when it is sent (again); `none` for a new one. */
  readonly known: RecognitionState;
  /** Evidence attached to it (RECOGNITION-06). */
  readonly files: readonly AttachedFile[];
}

/**
 * Builds everything a recognition asks for (RECOGNITION-13…18), or refuses: no student, out of time, a score that
 * cannot be used, a score or course named twice, a course outside the plan, a value that is none or does not pass,
 * fewer outside than inside credits in a group. Students ask for themselves only.
 */
export function recognitionRequestOf(form: RecognitionForm, facts: RequestFacts): RecognitionRequest | Refused {
  const { student, actor } = facts;
  const { processNo, name } = recognitionKinds[form.kind];
  if (!student) return refuseField('RECOGNITION_NO_STUDENT', {}, 'studentId');
  if (actor.studentCode !== null && actor.studentCode !== student.studentCode) return refuse('OUT_OF_SCOPE');
  const turn = turnOf(form, facts);
  if (isRefused(turn)) return turn;
  // What came back is sent again whenever it is ready: who sent it back waits for it.
  if (turn.round === 1 && facts.times !== null && !facts.times.some(({ open }) => open))
    return refuse('RECOGNITION_CLOSED', { kind: name, window: windowText(facts.times) });
  const relateList: Pair[] = [];
  const named: Named = { courses: new Set(), sources: [], unit: null };
  for (const [index, group] of form.relateList.entries()) {
    const pair = pairOf(form, group, `relateList.${index}`, named, facts);
    if (isRefused(pair)) return pair;
    relateList.push(pair);
  }
  if (!facts.process) return refuse('APPROVAL_PROCESS_MISSING', { process: name });
  const remark = form.scoreCognizanceApplyRemark;
  const application = draftApplication(
    {
      processNo,
      applyId: turn.applyId,
      round: turn.round,
      applyTime: facts.now,
      applicant: applicantOf(actor),
      businessId: turn.applyId,
      businessTable: RECOGNITION_FILES,
      scoreType: null,
      teachingClassId: null,
      enteredBy: [actor.userName],
      units: { XSDW: student.departmentId, SQDW: actor.departmentId, KKDW: named.unit },
      figures: { byStudent: actor.studentCode !== null },
      content: {
        ...contentOf(form.kind, student, relateList),
        ...(facts.files.length === 0 ? {} : { files: [...facts.files] }),
      },
      business: { studentCode: student.studentCode, relateList, remark },
    },
    facts.process,
  );
  return isRefused(application) ? application : { applyId: turn.applyId, ...student, relateList, remark, application };
}

/** Id and round of what is sent: the first of a new or saved application, the next of one that came back. */
function turnOf(
  { applyId, kind }: RecognitionForm,
  { known, actor, student, newApplyId }: RequestFacts,
): { applyId: string; round: number } | Refused {
  if (known.status === 'none') {
    // The page may make the id of a new one, so that files can be attached to it before.
    if (applyId !== undefined && !isUuid(applyId)) return refuse('RECOGNITION_NOT_EDITABLE');
    return { applyId: applyId ?? newApplyId, round: 1 };
  }
  const refused = mayChange(known, actor.userName, kind);
  if (refused) return refused;
  if (!('request' in known)) return { applyId: applyId ?? newApplyId, round: 1 };
  if (known.request.studentCode !== student?.studentCode) return refuse('RECOGNITION_NOT_EDITABLE');
  return { applyId: known.request.applyId, round: known.request.application.round + 1 };
}

function windowText(times: readonly ApplicationTime[]): string {
  if (times.length === 0) return '：该学生所在的年级或院系不在申请范围内';
  const minute = (time: Date): string => toDateTimeText(time).slice(0, 16);
  return `（${times.map(({ beginTime, endTime }) => `${minute(beginTime)} 至 ${minute(endTime)}`).join('，')}）`;
}

/** Content pieces: 学生, 原课程, 认定课程, 学分, and off-campus 校外学校, 成绩来源 (domain-model-score §6). */
function contentOf(kind: RecognitionKind, student: PlanStudent, relateList: readonly Pair[]) {
  const outSide = relateList.flatMap((pair) => pair.outSideList);
  const outside = outSide.map((row) => `${row.outCourseName}（${row.outScoreCognizanceFinalValue}）`).join('、');
  const inSide = relateList.flatMap((pair) => pair.inSideList);
  const inside = inSide.map((row) => `${row.courseName}（${recognisedText(row)}）`).join('、');
  const credit = formatDecimal(
    inSide.reduce((sum, row) => sum + row.courseCredit, 0),
    1,
    1,
  );
  const short = relateList.flatMap(({ creditShortReason }) => creditShortReason ?? []).join('；');
  return {
    title: `${studentWithNumber(student)}：${outside} 认定为 ${inside}，共${credit}学分`,
    pieces: [
      { label: '学生', value: studentWithNumber(student) },
      { label: '原课程', value: outside },
      ...(kind === 'outSchool'
        ? [
            { label: '校外学校', value: each(outSide.map(({ outSchoolName }) => outSchoolName ?? '')) },
            { label: '成绩来源', value: each(outSide.map(({ outSchoolScoreTypeName }) => outSchoolScoreTypeName)) },
          ]
        : []),
      { label: '认定课程', value: inside },
      { label: '学分', value: credit },
      ...(short === '' ? [] : [{ label: '学分不足说明', value: short }]),
    ],
    differences: [],
  };
}

const each = (names: readonly string[]): string => [...new Set(names)].join('、');
