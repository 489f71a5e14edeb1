import {
  type ApplicationDraft,
  type NodeSnapshot,
  applicationStream,
} from '@jwxt/contracts/approval/application.events.ts';
import { adjustCourse as adjustments } from '@jwxt/contracts/approval/adjust-course.events.ts';
import { infoCheck as infoChecks } from '@jwxt/contracts/approval/info-check.events.ts';
import { studentApplication as applications } from '@jwxt/contracts/student-application/student-application.events.ts';
import { deferredExam as deferredExams } from '@jwxt/contracts/deferred-exam/deferred-exam.events.ts';
import { secondaryAuthStream } from '@jwxt/contracts/approval/secondary-auth.events.ts';
import {
  type Sample,
  dean,
  deanNode,
  minute,
  registrar,
  registrarNode,
  sample,
  student,
  system,
  teacher,
} from './sample.ts';

export function draft(applyId: string, changes: Partial<ApplicationDraft> = {}): ApplicationDraft {
  return {
    applyId,
    round: 1,
    process: {
      processNo: 'ZKCJSP',
      processName: '正考成绩审批',
      processVersion: 1,
      approvalType: '1',
      recallAllowed: false,
      nodes: [deanNode, registrarNode],
    },
    applicant: { userName: teacher.userName, name: teacher.name, departmentId: 'D01', departmentName: '计算机学院' },
    applyTime: minute(30),
    businessId: 'TC1.1',
    businessTable: 'score_sheet',
    scoreType: '1',
    teachingClassId: 'TC1',
    enteredBy: [teacher.userName, 'teacher2'],
    content: {
      title: `${applyId} 的成绩`,
      pieces: [{ label: '课程', value: '数据结构' }],
      differences: [],
      contentHash: 'a1',
    },
    ...changes,
  };
}

const decision = (applyId: string, at: NodeSnapshot, opinion: string) => ({
  applyId,
  processNo: 'ZKCJSP',
  businessId: 'TC1.1',
  round: 1,
  processNodeId: at.processNodeId,
  processNodeName: at.processNodeName,
  auditPersonName: at === deanNode ? dean.name : registrar.name,
  auditPersonDepartmentName: '计算机学院',
  opinion,
  contentHash: 'a1',
});

/** Where the samples wait when something happens to them. */
const atDean = {
  processNo: 'ZKCJSP',
  businessId: 'TC1.1',
  round: 1,
  processNodeId: deanNode.processNodeId,
  processNodeName: deanNode.processNodeName,
} as const;

/** Events of one application. */
export const application = {
  submitted: (applyId: string, at: number, changes: Partial<ApplicationDraft> = {}) =>
    sample(
      applicationStream(applyId),
      { type: 'ApplicationSubmitted', data: draft(applyId, { applyTime: minute(at), ...changes }) },
      teacher,
      at,
    ),
  deanPassed: (applyId: string, at: number) =>
    sample(
      applicationStream(applyId),
      { type: 'NodePassed', data: { ...decision(applyId, deanNode, '同意'), nextNodeId: '2', isAllSchool: null } },
      dean,
      at,
    ),
  endorsed: (applyId: string, at: number, onBehalfOf?: { authId: string; userName: string; name: string }) =>
    sample(
      applicationStream(applyId),
      {
        type: 'NodeEndorsed',
        data: { ...decision(applyId, deanNode, '同意'), isAllSchool: null, ...(onBehalfOf ? { onBehalfOf } : {}) },
      },
      dean,
      at,
    ),
  registrarPassed: (applyId: string, at: number): Sample[] => [
    sample(
      applicationStream(applyId),
      {
        type: 'NodePassed',
        data: { ...decision(applyId, registrarNode, '同意'), nextNodeId: null, isAllSchool: null },
      },
      registrar,
      at,
    ),
    sample(
      applicationStream(applyId),
      { type: 'ApplicationPassed', data: decision(applyId, registrarNode, '同意') },
      registrar,
      at,
    ),
  ],
  rejectedToDean: (applyId: string, at: number) =>
    sample(
      applicationStream(applyId),
      {
        type: 'ApplicationRejected',
        data: { ...decision(applyId, registrarNode, '请再核对'), backNode: '1', backNodeName: '院系审核' },
      },
      registrar,
      at,
    ),
  returned: (applyId: string, at: number) =>
    sample(
      applicationStream(applyId),
      { type: 'ApplicationReturned', data: decision(applyId, deanNode, '期末成绩有误') },
      dean,
      at,
    ),
  notPassed: (applyId: string, at: number) =>
    sample(
      applicationStream(applyId),
      { type: 'ApplicationNotPassed', data: decision(applyId, deanNode, '不同意') },
      dean,
      at,
    ),
  transferred: (applyId: string, at: number, toUser: string, toName: string) =>
    sample(
      applicationStream(applyId),
      {
        type: 'ApplicationTransferred',
        data: {
          applyId,
          ...atDean,
          fromName: dean.name,
          fromDepartmentName: '计算机学院',
          toUser,
          toName,
          toDepartmentName: '计算机学院',
          reason: '出差',
        },
      },
      dean,
      at,
    ),
  urged: (applyId: string, at: number) =>
    sample(
      applicationStream(applyId),
      {
        type: 'ApplicationUrged',
        data: {
          applyId,
          ...atDean,
          capacity: 'applicant',
          urgerName: teacher.name,
          urgerDepartmentName: '计算机学院',
          remark: '请尽快',
        },
      },
      teacher,
      at,
    ),
  overdue: (applyId: string, at: number) =>
    sample(
      applicationStream(applyId),
      {
        type: 'ApplicationOverdue',
        data: {
          applyId,
          ...atDean,
          since: minute(0),
          limitDays: 3,
          reportedTo: {
            processNodeId: registrarNode.processNodeId,
            name: registrarNode.processNodeName,
            roleCode: registrarNode.roleCode,
            scopeUnit: registrarNode.scopeUnit,
          },
        },
      },
      system,
      at,
    ),
  recalled: (applyId: string, at: number) =>
    sample(
      applicationStream(applyId),
      {
        type: 'ApplicationRecalled',
        data: { applyId, processNo: 'ZKCJSP', businessId: 'TC1.1', round: 1, reason: '漏录一人' },
      },
      teacher,
      at,
    ),
};

/** Events about people who are away (SYSADMIN-18). */
export const secondaryAuth = {
  granted: (authId: string, at: number) =>
    sample(
      secondaryAuthStream(authId),
      {
        type: 'SecondaryAuthGranted',
        data: {
          authId,
          fromUser: { ...dean, departmentName: '计算机学院' },
          toUser: { ...registrar, departmentName: null },
          authType: '1',
          processNos: [],
          beginTime: minute(0),
          endTime: minute(600),
          reason: '出差',
        },
      },
      dean,
      at,
    ),
  revoked: (authId: string, at: number) =>
    sample(
      secondaryAuthStream(authId),
      { type: 'SecondaryAuthRevoked', data: { authId, fromUserName: dean.userName, toUserName: registrar.userName } },
      dean,
      at,
    ),
};

const meeting = { week: 3, weekday: 1, period: '1-2', room: 'A101', gh: 'T1', teacherName: '王老师' };
export const adjustCourse = {
  requested: (applyId: string, at: number) =>
    sample(
      adjustments.streamOf(applyId),
      {
        type: 'AdjustCourseRequested',
        data: {
          applyId,
          creatorRole: '06',
          adjustType: '1',
          scheduleId: 'SC1',
          semesterId: '2026-2027-1',
          teachingClassId: 'TC1',
          teachingClassCode: 'TC1',
          teachingClassName: '1班',
          courseName: '数据结构',
          openDepartmentId: 'D01',
          before: meeting,
          after: { ...meeting, week: 4 },
          reason: '开会',
          application: draft(applyId),
        },
      },
      teacher,
      at,
    ),
  effected: (applyId: string, at: number) =>
    sample(adjustments.streamOf(applyId), { type: 'AdjustCourseEffected', data: { applyId } }, registrar, at),
  clashed: (applyId: string, at: number) =>
    sample(
      adjustments.streamOf(applyId),
      { type: 'AdjustCourseClashed', data: { applyId, with: ['room', 'teacher'] } },
      registrar,
      at,
    ),
};
export const infoCheck = {
  requested: (applyId: string, at: number) =>
    sample(
      infoChecks.streamOf(applyId),
      {
        type: 'InfoCheckRequested',
        data: {
          applyId,
          ...student(1),
          departmentId: 'D01',
          checkTimeId: null,
          fileId: null,
          application: draft(applyId),
          rows: [
            {
              id: `${applyId}:namePinyin`,
              applyId,
              updateField: '姓名拼音',
              updateFieldCode: 'namePinyin',
              updateInfo: '更正',
              preUpdateFieldValue: 'a',
              updateFieldValue: 'b',
              isEffective: '1',
            },
          ],
        },
      },
      teacher,
      at,
    ),
  toggled: (applyId: string, at: number) =>
    sample(
      infoChecks.streamOf(applyId),
      { type: 'InfoChangeToggled', data: { applyId, id: `${applyId}:namePinyin`, isEffective: '0' } },
      dean,
      at,
    ),
};
export const studentApplication = {
  requested: (applyId: string, at: number) =>
    sample(
      applications.streamOf(applyId),
      {
        type: 'StudentApplicationRequested',
        data: {
          applyId,
          processNo: 'JHSSQ',
          ...student(1),
          departmentId: 'D01',
          departmentName: '计算机学院',
          bjdm: 'B1',
          studentClassName: '软工2601',
          njdm: '2026',
          njzydm: 'NZ1',
          subject: '2026-2027-2',
          subjectName: '南山大学',
          semesterId: '2026-2027-2',
          courseId: null,
          teachingClassId: null,
          openDepartmentId: null,
          details: [{ label: '对方学校', value: '南山大学' }],
          facts: { partnerSchool: '南山大学' },
          form: { partnerSchool: '南山大学', studyPlan: [] },
          application: draft(applyId),
        },
      },
      teacher,
      at,
    ),
  effected: (applyId: string, at: number) =>
    sample(applications.streamOf(applyId), { type: 'StudentApplicationEffected', data: { applyId } }, system, at),
  clashed: (applyId: string, at: number) =>
    sample(
      applications.streamOf(applyId),
      { type: 'StudentApplicationClashed', data: { applyId, why: '该学生已登记这次交换' } },
      system,
      at,
    ),
  revoked: (applyId: string, at: number) =>
    sample(
      applications.streamOf(applyId),
      { type: 'StudentApplicationRevoked', data: { applyId, reason: '学生放弃' } },
      registrar,
      at,
    ),
};
export const deferredExam = {
  requested: (applyId: string, at: number) =>
    sample(
      deferredExams.streamOf(applyId),
      {
        type: 'DeferredExamRequested',
        data: {
          applyId,
          ...student(1),
          departmentId: 'D01',
          departmentName: '计算机学院',
          bjdm: 'B1',
          studentClassName: '软工2601',
          semesterId: '2026-2027-1',
          teachingClassId: 'TC1',
          teachingClassName: '数据结构1班',
          courseId: 'K1',
          courseNum: 'CS101',
          courseName: '数据结构',
          openDepartmentId: 'D01',
          deferredReasonCode: '1',
          deferredReasonName: '疾病',
          reasonText: '住院',
          application: draft(applyId),
        },
      },
      teacher,
      at,
    ),
  effected: (applyId: string, at: number) =>
    sample(deferredExams.streamOf(applyId), { type: 'DeferredExamEffected', data: { applyId } }, system, at),
  clashed: (applyId: string, at: number) =>
    sample(
      deferredExams.streamOf(applyId),
      { type: 'DeferredExamClashed', data: { applyId, why: '成绩单已提交' } },
      system,
      at,
    ),
  revoked: (applyId: string, at: number) =>
    sample(
      deferredExams.streamOf(applyId),
      { type: 'DeferredExamRevoked', data: { applyId, reason: '按时参加考试' } },
      registrar,
      at,
    ),
};
