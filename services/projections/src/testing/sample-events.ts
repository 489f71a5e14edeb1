import { electiveDraft } from '@jwxt/contracts/elective/elective-form.ts';
import { electiveStream } from '@jwxt/contracts/elective/elective.events.ts';
import type { RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import type { Attempt } from '@jwxt/contracts/score/attempts.events.ts';
import {
  sheetStream,
  type ScoreChangeRequest,
  type ScoreChangeRow,
  type ScoreSheetEvent,
  type SheetFacts,
  type SheetFigures,
  type SheetRules,
  type SubmittedRow,
} from '@jwxt/contracts/score/score-sheet.events.ts';
import { NO_SCORE } from '@jwxt/contracts/score/score.vocabulary.ts';
import { type Sample, dean, deanNode, minute, registrar, registrarNode, sample, teacher, student } from './sample.ts';
import { draft } from './sample-applications.ts';

export const facts: SheetFacts = {
  teachingClassId: 'TC1',
  teachingClassCode: '(2026-2027-1)-B001-01',
  teachingClassName: '数据结构01班',
  scoreType: '1',
  semesterId: '2026-2027-1',
  semesterName: '2026-2027学年第一学期',
  courseId: 'K1',
  courseNum: 'B001',
  courseName: '数据结构',
  courseCredit: 35,
  openDepartmentId: 'D01',
  openDepartmentName: '计算机学院',
  teachers: [
    { gh: 'T1', name: '王老师' },
    { gh: 'T2', name: '陈老师' },
  ],
  importTeacher: '王老师',
};
const item = (dataKey: string, name: string, proportion: number, isExamItem: boolean) => ({
  dataKey,
  scoreSubItemName: name,
  scoreSubItemProportion: proportion,
  type: 'number' as const,
  enable: 'true' as const,
  scoreHierarchyCode: 'bfz',
  isExamItem,
});
export const rules: SheetRules = {
  items: [item('ps', '平时成绩', 40, false), item('qm', '期末成绩', 60, true)],
  scoreHierarchyCode: 'bfz',
  scoreHierarchyName: '百分制',
  listCode: [],
  digit: 1,
  passMark: 6000,
  ruleVersion: '1',
};
const cell = (dataKey: string, before: number | null, after: number | null) => ({
  dataKey,
  itemName: dataKey === 'ps' ? '平时成绩' : '期末成绩',
  before,
  after,
});
export const submittedRow = (number: number, ps: number, qm: number): SubmittedRow => {
  const final = Math.floor((ps * 10 * 40 + qm * 10 * 60) / 100);
  return {
    ...student(number),
    administrativeClassName: '计科2301',
    gradeMajorName: '2023级计算机科学与技术',
    isReExamStudentName: '',
    departmentId: 'D01',
    bjdm: 'B1',
    njzydm: 'N1',
    cells: { ps, qm },
    scoreRemarkCode: '00',
    final,
    passed: final >= 6000,
  };
};
const figures: SheetFigures = {
  personNum: 2,
  scoredNum: 2,
  passedNum: 1,
  excellentNum: 0,
  passRate: 500,
  excellentRate: 0,
  failRate: 500,
  mean: 6850,
  max: 8400,
  min: 5300,
  bands: [0, 1, 0, 0, 1],
};
export const changeRow: ScoreChangeRow = {
  ...student(2),
  administrativeClassName: '计科2301',
  gradeMajorName: '2023级计算机科学与技术',
  cells: [cell('qm', 500, 800)],
  remark: null,
  final: { before: 5300, after: 7100 },
  passedBefore: false,
  passedAfter: true,
};
const changeProcess = {
  processNo: 'CJXGSP',
  processName: '成绩更改审批',
  processVersion: 1,
  approvalType: '1' as const,
  recallAllowed: false,
  nodes: [deanNode, registrarNode],
};
export const changeRequest = (applyId: string): ScoreChangeRequest => ({
  applyId,
  sheet: facts,
  rules,
  rows: [changeRow],
  reason: '漏判一题',
  application: draft(applyId, { process: changeProcess, applyTime: minute(60) }),
});

/** Events of the sheet of one class; `tc` makes other classes of it. */
export function sheet(tc = 'TC1') {
  const own = { ...facts, teachingClassId: tc };
  const at = (event: ScoreSheetEvent, minutes: number, person = teacher): Sample =>
    sample(sheetStream(tc, '1'), event, person, minutes);
  const key = { teachingClassId: tc, scoreType: '1' };
  return {
    initialised: (minutes: number) =>
      at(
        { type: 'SheetInitialised', data: { ...own, rules, window: { begin: minute(0), end: minute(600) } } },
        minutes,
      ),
    entered: (
      minutes: number,
      number: number,
      dataKey: string,
      before: number | null,
      after: number | null,
      final: number | null,
      person = teacher,
    ) =>
      at(
        {
          type: 'CellsEntered',
          data: {
            ...key,
            courseId: own.courseId,
            rows: [
              { ...student(number), cells: [cell(dataKey, before, after)], final: { before: null, after: final } },
            ],
          },
        },
        minutes,
        person,
      ),
    remarked: (minutes: number, number: number, after: string, afterName: string, final: number | null) =>
      at(
        {
          type: 'RemarkSet',
          data: {
            ...key,
            courseId: own.courseId,
            rows: [
              {
                ...student(number),
                before: '00',
                beforeName: '正常',
                after,
                afterName,
                final: { before: null, after: final },
              },
            ],
          },
        },
        minutes,
      ),
    submitted: (minutes: number, applyId: string, rows: SubmittedRow[]) =>
      at(
        {
          type: 'ScoresSubmitted',
          data: {
            ...own,
            rules,
            rows,
            figures,
            hash: 'a1',
            application: draft(applyId, { businessId: `${tc}.1`, teachingClassId: tc }),
          },
        },
        minutes,
      ),
    reopened: (minutes: number, applyId: string, cause: 'returned' | 'recalled') =>
      at(
        {
          type: 'ScoresReopened',
          data: { ...key, applyId, round: 1, cause, opinion: '期末成绩有误', byName: dean.name, nodeName: '院系审核' },
        },
        minutes,
      ),
    approved: (minutes: number, applyId: string, rows: SubmittedRow[]) =>
      at(
        { type: 'ScoresApproved', data: { ...own, rules, rows, figures, hash: 'a1', applyId, round: 1 } },
        minutes,
        registrar,
      ),
    changeReserved: (minutes: number, applyId: string) =>
      at(
        {
          type: 'ChangeReserved',
          data: {
            ...key,
            applyId,
            processName: '成绩更改审批',
            applicantName: teacher.name,
            time: minute(minutes),
            request: changeRequest(applyId),
          },
        },
        minutes,
      ),
    changeApplied: (minutes: number, applyId: string) =>
      at(
        { type: 'ScoreChangeApplied', data: { ...own, applyId, reason: '漏判一题', rows: [changeRow] } },
        minutes,
        registrar,
      ),
    originChanged: (minutes: number, number: number) =>
      at(
        {
          type: 'RetakeOriginChanged',
          data: {
            ...key,
            courseId: own.courseId,
            ...student(number),
            cause: 'passed',
            text: '原成绩已及格',
            cells: [],
            final: { before: null, after: null },
          },
        },
        minutes,
        registrar,
      ),
    originKept: (minutes: number, number: number) =>
      at(
        {
          type: 'RetakeOriginKept',
          data: {
            ...key,
            courseId: own.courseId,
            ...student(number),
            text: '原成绩已及格',
            reason: '核实',
            byName: registrar.name,
          },
        },
        minutes,
        registrar,
      ),
    studentRemoved: (minutes: number, number: number) =>
      at(
        {
          type: 'RetakeStudentRemoved',
          data: { ...key, courseId: own.courseId, ...student(number), text: '原成绩已及格', reason: '', byName: null },
        },
        minutes,
        registrar,
      ),
    studentRestored: (minutes: number, number: number) =>
      at(
        {
          type: 'RetakeStudentRestored',
          data: {
            ...key,
            courseId: own.courseId,
            ...student(number),
            cause: 'restored',
            text: '原成绩没有变动',
            cells: [],
            final: { before: null, after: null },
          },
        },
        minutes,
        registrar,
      ),
    studentAdded: (minutes: number, number: number) =>
      at(
        {
          type: 'RetakeStudentAdded',
          data: {
            ...key,
            courseId: own.courseId,
            ...student(number),
            makeupType: '1',
            originAttemptId: `P${String(number)}`,
            cells: [],
            final: { before: null, after: null },
            reason: '补列',
            byName: registrar.name,
          },
        },
        minutes,
        registrar,
      ),
    withdrawn: (minutes: number) =>
      at(
        {
          type: 'SheetWithdrawn',
          data: { ...key, courseId: own.courseId, reason: '名单有误', byName: registrar.name },
        },
        minutes,
        registrar,
      ),
    changeReleased: (minutes: number, applyId: string) =>
      at({ type: 'ChangeReleased', data: { ...key, applyId, outcome: 'effected' } }, minutes, registrar),
  };
}

export const attempt = (
  number: number,
  attemptId: string,
  final: number | null,
  changes: Partial<Attempt> = {},
): Attempt => ({
  attemptId,
  ...student(number),
  courseId: 'K1',
  courseNum: 'B001',
  courseName: '数据结构',
  courseCredit: 35,
  semesterId: '2026-2027-1',
  examNature: '01',
  final,
  finalName: final === null ? NO_SCORE : String(final / 100),
  scoreRemarkCode: '00',
  passed: final !== null && final >= 6000,
  source: '1',
  ruleVersion: '1',
  teachingClassId: 'TC1',
  scoreType: '1',
  applyId: 'A1',
  openDepartmentId: 'D01',
  departmentId: 'D01',
  bjdm: 'B1',
  njzydm: 'N1',
  ...changes,
});

const aboutAttempt = (attemptId: string, of: number) => ({
  attemptId,
  ...student(of),
  courseId: 'K1',
  applyId: `Z-${attemptId}`,
  reason: '重复录入',
});
const [plain, raised] = [
  { final: 6500, finalName: '65' },
  { final: 7000, finalName: '70' },
];
/** What applications do to an attempt of student 2, or another one. */
export const attemptMove = {
  cancelled: (attemptId: string, at: number, of = 2) =>
    sample(`attempts-S${of}.K1`, { type: 'AttemptCancelled', data: aboutAttempt(attemptId, of) }, registrar, at),
  restored: (attemptId: string, at: number, of = 2) =>
    sample(`attempts-S${of}.K1`, { type: 'AttemptRestored', data: aboutAttempt(attemptId, of) }, registrar, at),
  bonusGiven: (attemptId: string, at: number) =>
    sample(
      'attempts-S2.K1',
      { type: 'AttemptBonusGiven', data: { ...aboutAttempt(attemptId, 2), points: 500, before: plain, after: raised } },
      registrar,
      at,
    ),
  bonusTaken: (attemptId: string, at: number) =>
    sample(
      'attempts-S2.K1',
      { type: 'AttemptBonusTaken', data: { ...aboutAttempt(attemptId, 2), before: raised, after: plain } },
      registrar,
      at,
    ),
};

export const recognitionRequest = (applyId: string): RecognitionRequest => ({
  applyId,
  ...student(1),
  departmentId: 'D01',
  departmentName: '计算机学院',
  bjdm: 'B1',
  studentClassName: '计科2301',
  njzydm: 'N1',
  remark: '交流学习',
  relateList: [
    {
      outSideList: [
        {
          outSemesterId: '',
          outCourseNatureName: '',
          outCourseAttributeName: '',
          outCourseCode: '',
          outCourseName: 'Data Structures',
          outCourseCredit: 40,
          outCoursePeriod: '',
          outScoreCognizanceFinalValue: 'A',
          outSchoolScoreTypeName: '',
        },
      ],
      inSideList: [
        {
          semesterId: '2026-2027-1',
          courseId: 'K9',
          courseNatureName: '',
          courseAttributeName: '必修',
          courseNum: 'B009',
          courseName: '算法',
          courseCredit: 30,
          coursePeriod: '48',
          scoreCognizanceFinalValue: 8800,
          scoreHierarchyCode: 'bfz',
          scoreHierarchyName: '百分制',
          scoreValueStr: '88',
          openDepartmentId: 'D01',
        },
      ],
    },
  ],
  application: draft(applyId, {
    process: { ...changeProcess, processNo: 'XTNCJRDSH', processName: '系统内成绩认定审核' },
    businessId: applyId,
    scoreType: null,
    teachingClassId: null,
  }),
});

/** A public elective plan that is only kept. */
export const electiveSaved = (planId: string, at: number): Sample =>
  sample(
    electiveStream(planId),
    {
      type: 'ElectiveSaved',
      data: {
        planId,
        form: electiveDraft.parse({ courseName: '音乐鉴赏', semester: '2026-2027-1', teacherList: [{ gh: 'T1' }] }),
        applicant: { userName: 'teacher1', name: '王老师', departmentId: 'D01', departmentName: '计算机学院' },
        shown: {
          names: { semester: '2026-2027学年第一学期' },
          hourList: [],
          teacherList: [{ gh: 'T1', ywbm: 'T1', xm: '王老师', xb: '男性', dwmc: '计算机学院' }],
          rangeList: [],
        },
      },
    },
    teacher,
    at,
  );

/** A recognition as far as it is filled in: R1 once more after it came back, others for the first time. */
export const recognitionDrafted = (applyId: string, minutes: number): Sample =>
  sample(
    `recognition-${applyId}`,
    {
      type: 'RecognitionDrafted',
      data: {
        applyId,
        kind: applyId === 'R1' ? 'system' : 'outside',
        ...student(1),
        departmentId: 'D01',
        departmentName: '计算机学院',
        bjdm: 'B1',
        studentClassName: '计科2301',
        njzydm: 'N1',
        applicant: { userName: 'clerk1', name: '文员', departmentId: 'D01', departmentName: '计算机学院' },
        form: { scoreCognizanceApplyRemark: '补充后再送', relateList: [] },
      },
    },
    { userName: 'clerk1', name: '文员' },
    minutes,
  );

/** A recognition under way, of an own score at K7 as the course K9; its student is called as the application. */
export function recognitionReserved(applyId: string, minutes: number): Sample {
  const request = recognitionRequest(applyId);
  const relateList = request.relateList.map((pair) => ({
    ...pair,
    outSideList: pair.outSideList.map((outside) => ({ ...outside, attemptId: 'AT9', outCourseId: 'K7' })),
  }));
  return sample(
    `attempts-${applyId}.K9`,
    {
      type: 'RecognitionReserved',
      data: {
        studentCode: applyId,
        courseId: 'K9',
        applyId,
        processName: '系统内成绩认定审核',
        applicantName: '文员',
        time: minute(minutes),
        request: { ...request, relateList },
      },
    },
    registrar,
    minutes,
  );
}
