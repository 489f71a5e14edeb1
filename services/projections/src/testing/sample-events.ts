import type { ApplicationDraft, NodeSnapshot } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { adjustCourseStream } from '@jwxt/contracts/approval/adjust-course.events.ts';
import { infoCheckStream } from '@jwxt/contracts/approval/info-check.events.ts';
import { secondaryAuthStream } from '@jwxt/contracts/approval/secondary-auth.events.ts';
import { eventHistory, type AnyEvent } from '@jwxt/contracts/kernel/all-events.ts';
import { electiveDraft } from '@jwxt/contracts/elective/elective-form.ts';
import { electiveStream } from '@jwxt/contracts/elective/elective.events.ts';
import type { RecognitionRequest } from '@jwxt/contracts/recognition/recognition.events.ts';
import type { Attempt } from '@jwxt/contracts/score/attempts.events.ts';
import {
  sheetStream, type ScoreChangeRequest, type ScoreChangeRow, type ScoreSheetEvent, type SheetFacts, type SheetFigures, type SheetRules, type StudentRef, type SubmittedRow,
} from '@jwxt/contracts/score/score-sheet.events.ts';
import { derivedId } from '@jwxt/infra/runtime/event-id.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { EventLog, EventToAppend } from '@jwxt/infra/runtime/event-log.ts';

/** One event with the stream it belongs to, who did it and when. */
export interface Sample {
  readonly stream: string;
  readonly event: AnyEvent;
  readonly userName: string;
  readonly name: string;
  readonly time: string;
}

/** A time of the sample day: minutes after eight o'clock in Shanghai. */
export const minute = (minutes: number): string => new Date(Date.UTC(2026, 10, 2, 0, minutes)).toISOString();

const by = (userName: string, name: string) => ({ userName, name });
export const teacher = by('teacher1', '王老师');
export const dean = by('dean1', '李院长');
export const registrar = by('registrar1', '赵处长');

export const node = (id: string, name: string, roleCode: string, unit: string, skipped = false): NodeSnapshot => ({
  processNodeId: id, processNodeName: name, roleCode, roleName: name, scopeRule: 'KKDW', scopeUnit: unit, scopeUnitName: unit, skipped, skipReason: skipped ? '不及格率未超过 30%' : null,
});
export const deanNode = node('1', '院系审核', '04', 'D01');
export const registrarNode = node('2', '教务处审核', '05', '*');

export function draft(applyId: string, changes: Partial<ApplicationDraft> = {}): ApplicationDraft {
  return {
    applyId, round: 1,
    process: { processNo: 'ZKCJSP', processName: '正考成绩审批', processVersion: 1, approvalType: '1', recallAllowed: false, nodes: [deanNode, registrarNode] },
    applicant: { userName: teacher.userName, name: teacher.name, departmentId: 'D01', departmentName: '计算机学院' },
    applyTime: minute(30), businessId: 'TC1.1', businessTable: 'score_sheet', scoreType: '1', teachingClassId: 'TC1', enteredBy: [teacher.userName, 'teacher2'],
    content: { title: `${applyId} 的成绩`, pieces: [{ label: '课程', value: '数据结构' }], differences: [], contentHash: 'a1' },
    ...changes,
  };
}

const decision = (applyId: string, at: NodeSnapshot, opinion: string) => ({
  applyId, processNo: 'ZKCJSP', businessId: 'TC1.1', round: 1, processNodeId: at.processNodeId, processNodeName: at.processNodeName,
  auditPersonName: at === deanNode ? dean.name : registrar.name, auditPersonDepartmentName: '计算机学院', opinion, contentHash: 'a1',
});

/** Events of one application. */
export const application = {
  submitted: (applyId: string, at: number, changes: Partial<ApplicationDraft> = {}) => sample(applicationStream(applyId), { type: 'ApplicationSubmitted', data: draft(applyId, { applyTime: minute(at), ...changes }) }, teacher, at),
  deanPassed: (applyId: string, at: number) => sample(applicationStream(applyId), { type: 'NodePassed', data: { ...decision(applyId, deanNode, '同意'), nextNodeId: '2', isAllSchool: null } }, dean, at),
  registrarPassed: (applyId: string, at: number): Sample[] => [
    sample(applicationStream(applyId), { type: 'NodePassed', data: { ...decision(applyId, registrarNode, '同意'), nextNodeId: null, isAllSchool: null } }, registrar, at),
    sample(applicationStream(applyId), { type: 'ApplicationPassed', data: decision(applyId, registrarNode, '同意') }, registrar, at),
  ],
  rejectedToDean: (applyId: string, at: number) => sample(applicationStream(applyId), { type: 'ApplicationRejected', data: { ...decision(applyId, registrarNode, '请再核对'), backNode: '1', backNodeName: '院系审核' } }, registrar, at),
  returned: (applyId: string, at: number) => sample(applicationStream(applyId), { type: 'ApplicationReturned', data: decision(applyId, deanNode, '期末成绩有误') }, dean, at),
  notPassed: (applyId: string, at: number) => sample(applicationStream(applyId), { type: 'ApplicationNotPassed', data: decision(applyId, deanNode, '不同意') }, dean, at),
  transferred: (applyId: string, at: number, toUser: string, toName: string) => sample(applicationStream(applyId), {
    type: 'ApplicationTransferred', data: {
      applyId, processNo: 'ZKCJSP', businessId: 'TC1.1', round: 1, processNodeId: deanNode.processNodeId, processNodeName: deanNode.processNodeName,
      fromName: dean.name, fromDepartmentName: '计算机学院', toUser, toName, toDepartmentName: '计算机学院', reason: '出差',
    },
  }, dean, at),
  urged: (applyId: string, at: number) => sample(applicationStream(applyId), {
    type: 'ApplicationUrged', data: {
      applyId, processNo: 'ZKCJSP', businessId: 'TC1.1', round: 1, processNodeId: deanNode.processNodeId, processNodeName: deanNode.processNodeName, capacity: 'applicant',
      urgerName: teacher.name, urgerDepartmentName: '计算机学院', remark: '请尽快',
    },
  }, teacher, at),
  recalled: (applyId: string, at: number) => sample(applicationStream(applyId), { type: 'ApplicationRecalled', data: { applyId, processNo: 'ZKCJSP', businessId: 'TC1.1', round: 1, reason: '漏录一人' } }, teacher, at),
};

/** Events about people who are away (SYSADMIN-18). */
export const secondaryAuth = {
  granted: (authId: string, at: number) => sample(secondaryAuthStream(authId), {
    type: 'SecondaryAuthGranted', data: { authId, fromUser: { ...dean, departmentName: '计算机学院' }, toUser: { ...registrar, departmentName: null }, authType: '1', processNos: [], beginTime: minute(0), endTime: minute(600), reason: '出差' },
  }, dean, at),
  revoked: (authId: string, at: number) => sample(secondaryAuthStream(authId), { type: 'SecondaryAuthRevoked', data: { authId, fromUserName: dean.userName, toUserName: registrar.userName } }, dean, at),
};

const meeting = { week: 3, weekday: 1, period: '1-2', room: 'A101', gh: 'T1', teacherName: '王老师' };
export const adjustCourse = {
  requested: (applyId: string, at: number) => sample(adjustCourseStream(applyId), {
    type: 'AdjustCourseRequested', data: {
      applyId, creatorRole: '06', adjustType: '1', scheduleId: 'SC1', semesterId: '2026-2027-1', teachingClassId: 'TC1', teachingClassCode: 'TC1', teachingClassName: '1班', courseName: '数据结构', openDepartmentId: 'D01',
      before: meeting, after: { ...meeting, week: 4 }, reason: '开会', application: draft(applyId),
    },
  }, teacher, at),
  effected: (applyId: string, at: number) => sample(adjustCourseStream(applyId), { type: 'AdjustCourseEffected', data: { applyId } }, registrar, at),
  clashed: (applyId: string, at: number) => sample(adjustCourseStream(applyId), { type: 'AdjustCourseClashed', data: { applyId, with: ['room', 'teacher'] } }, registrar, at),
};
export const infoCheck = {
  requested: (applyId: string, at: number) => sample(infoCheckStream(applyId), {
    type: 'InfoCheckRequested', data: {
      applyId, ...student(1), departmentId: 'D01', application: draft(applyId),
      rows: [{ id: `${applyId}:xmpy`, applyId, updateField: '姓名拼音', updateFieldCode: 'xmpy', updateInfo: '更正', preUpdateFieldValue: 'a', updateFieldValue: 'b', isEffective: '1' }],
    },
  }, teacher, at),
  toggled: (applyId: string, at: number) => sample(infoCheckStream(applyId), { type: 'InfoChangeToggled', data: { applyId, id: `${applyId}:xmpy`, isEffective: '0' } }, dean, at),
};

export const student = (number: number): StudentRef => ({ studentCode: `S${number}`, studentNumber: `2023${String(number).padStart(4, '0')}`, studentName: `学生${number}` });

export const facts: SheetFacts = {
  teachingClassId: 'TC1', teachingClassCode: '(2026-2027-1)-B001-01', teachingClassName: '数据结构01班', scoreType: '1', semesterId: '2026-2027-1', semesterName: '2026-2027学年第一学期',
  courseId: 'K1', courseNum: 'B001', courseName: '数据结构', courseCredit: 35, openDepartmentId: 'D01', openDepartmentName: '计算机学院',
  teachers: [{ gh: 'T1', name: '王老师' }, { gh: 'T2', name: '陈老师' }], importTeacher: '王老师',
};
const item = (dataKey: string, name: string, proportion: number, isExamItem: boolean) => ({
  dataKey, scoreSubItemName: name, scoreSubItemProportion: proportion, type: 'number' as const, enable: 'true' as const, scoreHierarchyCode: 'bfz', isExamItem,
});
export const rules: SheetRules = {
  items: [item('ps', '平时成绩', 40, false), item('qm', '期末成绩', 60, true)], scoreHierarchyCode: 'bfz', scoreHierarchyName: '百分制', listCode: [], digit: 1, passMark: 6000, ruleVersion: '1',
};
const cell = (dataKey: string, before: number | null, after: number | null) => ({ dataKey, itemName: dataKey === 'ps' ? '平时成绩' : '期末成绩', before, after });
export const submittedRow = (number: number, ps: number, qm: number): SubmittedRow => {
  const final = Math.floor((ps * 10 * 40 + qm * 10 * 60) / 100);
  return {
    ...student(number), administrativeClassName: '计科2301', gradeMajorName: '2023级计算机科学与技术', isReExamStudentName: '', departmentId: 'D01', bjdm: 'B1', njzydm: 'N1',
    cells: { ps, qm }, scoreRemarkCode: '00', final, passed: final >= 6000,
  };
};
const figures: SheetFigures = { personNum: 2, scoredNum: 2, passedNum: 1, excellentNum: 0, passRate: 500, excellentRate: 0, failRate: 500, mean: 6850, max: 8400, min: 5300, bands: [0, 1, 0, 0, 1] };
export const changeRow: ScoreChangeRow = {
  ...student(2), administrativeClassName: '计科2301', gradeMajorName: '2023级计算机科学与技术', cells: [cell('qm', 500, 800)], remark: null,
  final: { before: 5300, after: 7100 }, passedBefore: false, passedAfter: true,
};
const changeProcess = { processNo: 'CJXGSP', processName: '成绩更改审批', processVersion: 1, approvalType: '1' as const, recallAllowed: false, nodes: [deanNode, registrarNode] };
export const changeRequest = (applyId: string): ScoreChangeRequest => ({ applyId, sheet: facts, rules, rows: [changeRow], reason: '漏判一题', application: draft(applyId, { process: changeProcess, applyTime: minute(60) }) });

/** Events of the sheet of one class; `tc` makes other classes of it. */
export function sheet(tc = 'TC1') {
  const own = { ...facts, teachingClassId: tc };
  const at = (event: ScoreSheetEvent, minutes: number, person = teacher): Sample => sample(sheetStream(tc, '1'), event, person, minutes);
  const key = { teachingClassId: tc, scoreType: '1' };
  return {
    initialised: (minutes: number) => at({ type: 'SheetInitialised', data: { ...own, rules, window: { begin: minute(0), end: minute(600) } } }, minutes),
    entered: (minutes: number, number: number, dataKey: string, before: number | null, after: number | null, final: number | null, person = teacher) => at({
      type: 'CellsEntered', data: { ...key, courseId: own.courseId, rows: [{ ...student(number), cells: [cell(dataKey, before, after)], final: { before: null, after: final } }] },
    }, minutes, person),
    remarked: (minutes: number, number: number, after: string, afterName: string, final: number | null) => at({
      type: 'RemarkSet', data: { ...key, courseId: own.courseId, rows: [{ ...student(number), before: '00', beforeName: '正常', after, afterName, final: { before: null, after: final } }] },
    }, minutes),
    submitted: (minutes: number, applyId: string, rows: SubmittedRow[]) => at({ type: 'ScoresSubmitted', data: { ...own, rules, rows, figures, hash: 'a1', application: draft(applyId, { businessId: `${tc}.1`, teachingClassId: tc }) } }, minutes),
    reopened: (minutes: number, applyId: string, cause: 'returned' | 'recalled') => at({ type: 'ScoresReopened', data: { ...key, applyId, round: 1, cause, opinion: '期末成绩有误', byName: dean.name, nodeName: '院系审核' } }, minutes),
    approved: (minutes: number, applyId: string, rows: SubmittedRow[]) => at({ type: 'ScoresApproved', data: { ...own, rules, rows, figures, hash: 'a1', applyId, round: 1 } }, minutes, registrar),
    changeReserved: (minutes: number, applyId: string) => at({ type: 'ChangeReserved', data: { ...key, applyId, processName: '成绩更改审批', applicantName: teacher.name, time: minute(minutes), request: changeRequest(applyId) } }, minutes),
    changeApplied: (minutes: number, applyId: string) => at({ type: 'ScoreChangeApplied', data: { ...own, applyId, reason: '漏判一题', rows: [changeRow] } }, minutes, registrar),
    originChanged: (minutes: number, number: number) => at({ type: 'RetakeOriginChanged', data: { ...key, courseId: own.courseId, ...student(number), cause: 'passed', text: '原成绩已及格', cells: [], final: { before: null, after: null } } }, minutes, registrar),
    originKept: (minutes: number, number: number) => at({ type: 'RetakeOriginKept', data: { ...key, courseId: own.courseId, ...student(number), text: '原成绩已及格', reason: '核实', byName: registrar.name } }, minutes, registrar),
    studentRemoved: (minutes: number, number: number) => at({ type: 'RetakeStudentRemoved', data: { ...key, courseId: own.courseId, ...student(number), text: '原成绩已及格', reason: '', byName: null } }, minutes, registrar),
    changeReleased: (minutes: number, applyId: string) => at({ type: 'ChangeReleased', data: { ...key, applyId, outcome: 'effected' } }, minutes, registrar),
  };
}

export const attempt = (number: number, attemptId: string, final: number | null, changes: Partial<Attempt> = {}): Attempt => ({
  attemptId, ...student(number), courseId: 'K1', courseNum: 'B001', courseName: '数据结构', courseCredit: 35, semesterId: '2026-2027-1', examNature: '01',
  final, finalName: final === null ? '-' : String(final / 100), scoreRemarkCode: '00', passed: final !== null && final >= 6000, source: '1', ruleVersion: '1',
  teachingClassId: 'TC1', scoreType: '1', applyId: 'A1', openDepartmentId: 'D01', departmentId: 'D01', bjdm: 'B1', njzydm: 'N1', ...changes,
});

export const recognitionRequest = (applyId: string): RecognitionRequest => ({
  applyId, ...student(1), departmentId: 'D01', departmentName: '计算机学院', bjdm: 'B1', studentClassName: '计科2301', njzydm: 'N1', remark: '交流学习',
  relateList: [{
    outSideList: [{ outSemesterId: '', outCourseNatureName: '', outCourseAttributeName: '', outCourseCode: '', outCourseName: 'Data Structures', outCourseCredit: 40, outCoursePeriod: '', outScoreCognizanceFinalValue: 'A', outSchoolScoreTypeName: '' }],
    inSideList: [{
      semesterId: '2026-2027-1', courseId: 'K9', courseNatureName: '', courseAttributeName: '必修', courseNum: 'B009', courseName: '算法', courseCredit: 30, coursePeriod: '48',
      scoreCognizanceFinalValue: 8800, scoreHierarchyCode: 'bfz', scoreHierarchyName: '百分制', scoreValueStr: '88', openDepartmentId: 'D01',
    }],
  }],
  application: draft(applyId, { process: { ...changeProcess, processNo: 'XTNCJRDSH', processName: '系统内成绩认定审核' }, businessId: applyId, scoreType: null, teachingClassId: null }),
});

/** A public elective plan that is only kept. */
export const electiveSaved = (planId: string, at: number): Sample => sample(electiveStream(planId), {
  type: 'ElectiveSaved', data: {
    planId, form: electiveDraft.parse({ courseName: '音乐鉴赏', semester: '2026-2027-1', teacherList: [{ gh: 'T1' }] }), applicant: { userName: 'teacher1', name: '王老师', departmentId: 'D01', departmentName: '计算机学院' },
    shown: { names: { semester: '2026-2027学年第一学期' }, hourList: [], teacherList: [{ gh: 'T1', ywbm: 'T1', xm: '王老师', xb: '男性', dwmc: '计算机学院' }], rangeList: [] },
  },
}, teacher, at);

/** A recognition as far as it is filled in: R1 once more after it came back, others for the first time. */
export const recognitionDrafted = (applyId: string, minutes: number): Sample => sample(`recognition-${applyId}`, {
  type: 'RecognitionDrafted', data: {
    applyId, kind: applyId === 'R1' ? 'system' : 'outside', ...student(1), departmentId: 'D01', departmentName: '计算机学院', bjdm: 'B1', studentClassName: '计科2301', njzydm: 'N1',
    applicant: { userName: 'clerk1', name: '文员', departmentId: 'D01', departmentName: '计算机学院' }, form: { scoreCognizanceApplyRemark: '补充后再送', relateList: [] },
  },
}, { userName: 'clerk1', name: '文员' }, minutes);

export function sample(stream: string, event: AnyEvent, person: { userName: string; name: string }, minutes: number): Sample {
  return { stream, event, ...person, time: minute(minutes) };
}

/** An event as the commands service writes it; refuses one that does not fit its contract. */
export function toAppend(given: Sample, id: string): EventToAppend {
  const definition = eventHistory.definitions.get(given.event.type)!;
  return {
    id, type: given.event.type, data: definition.data.parse(given.event.data),
    metadata: {
      actor: { userName: given.userName, name: given.name, roleNames: [], permission: null }, commandId: id, correlationId: id, causationId: null, time: given.time, clientAddress: null,
      schemaVersion: definition.version,
    },
  };
}

/** Appends samples one after the other, each at the end of its stream. */
export function createWriter(log: EventLog) {
  const revisions = new Map<string, bigint>();
  let count = 0;
  const seed = Math.random();
  const append = async (stream: string, event: EventToAppend) => {
    const expectedRevision = revisions.get(stream);
    const appended = await log.append(stream, [event], { expectedRevision: expectedRevision ?? 'no_stream' });
    revisions.set(stream, appended.revision);
    return appended.position;
  };
  return {
    async write(...samples: readonly (Sample | readonly Sample[])[]) {
      let last: Position | undefined;
      for (const given of samples.flat()) last = await append(given.stream, toAppend(given, derivedId(`${seed}-${count++}`)));
      if (!last) throw new Error('nothing to write');
      return last;
    },
    /** Writes an event as it is, whatever it holds. */
    raw: (stream: string, event: Omit<EventToAppend, 'id'>) => append(stream, { ...event, id: derivedId(`${seed}-${count++}`) }),
  };
}
