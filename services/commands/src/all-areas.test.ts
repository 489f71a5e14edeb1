import { expect, test } from 'vitest';
import { allAreas as declaring, allResources } from '@jwxt/contracts/all-areas.ts';
import * as conduct from '@jwxt/contracts/student-status/conduct/conduct.operations.ts';
import * as studentBatchUpdate from '@jwxt/contracts/student-status/file/student-batch-update.operations.ts';
import * as temporaryStudents from '@jwxt/contracts/student-status/file/temporary-student.operations.ts';
import * as punishment from '@jwxt/contracts/student-status/conduct/punishment.operations.ts';
import * as adjustCourse from '@jwxt/contracts/approval/adjust-course.operations.ts';
import * as application from '@jwxt/contracts/approval/application.command.ts';
import * as infoCheck from '@jwxt/contracts/approval/info-check.operations.ts';
import * as processSetting from '@jwxt/contracts/approval/process-setting.operations.ts';
import * as secondaryAuth from '@jwxt/contracts/approval/secondary-auth.operations.ts';
import type { ContractArea } from '@jwxt/contracts/kernel/area.ts';
import type { CommandDefinition } from '@jwxt/contracts/kernel/command.ts';
import * as notice from '@jwxt/contracts/notice/notice.command.ts';
import * as publishing from '@jwxt/contracts/notice/publishing.command.ts';
import * as systemMessage from '@jwxt/contracts/notice/system-message.command.ts';
import * as personErasure from '@jwxt/contracts/system/person-erasure.operations.ts';
import * as dataDimension from '@jwxt/contracts/data-scope/data-dimension.command.ts';
import * as dataScope from '@jwxt/contracts/data-scope/data-scope.command.ts';
import * as dataMonitor from '@jwxt/contracts/data-monitor/data-monitor.command.ts';
import * as merge from '@jwxt/contracts/data-monitor/merge.command.ts';
import * as exportJob from '@jwxt/contracts/file/export-job.command.ts';
import * as file from '@jwxt/contracts/file/file.command.ts';
import * as account from '@jwxt/contracts/access/account.command.ts';
import * as role from '@jwxt/contracts/access/role.command.ts';
import * as permissionTransfer from '@jwxt/contracts/access/permission-transfer.command.ts';
import * as secondPerson from '@jwxt/contracts/access/second-person.command.ts';
import * as viewAs from '@jwxt/contracts/access/view-as.command.ts';
import * as apiToken from '@jwxt/contracts/session/api-token.command.ts';
import * as secondFactor from '@jwxt/contracts/session/second-factor.command.ts';
import * as session from '@jwxt/contracts/session/session.command.ts';
import * as home from '@jwxt/contracts/home/home.command.ts';
import * as recognition from '@jwxt/contracts/recognition/recognition.command.ts';
import * as historicalScore from '@jwxt/contracts/score/historical/historical-score.operations.ts';
import * as attempts from '@jwxt/contracts/score/attempts.command.ts';
import * as scoreSheet from '@jwxt/contracts/score/score-sheet.command.ts';
import { studentApplicationKinds } from '@jwxt/contracts/student-application/all-student-applications.ts';
import * as deferredExam from '@jwxt/contracts/deferred-exam/deferred-exam.operations.ts';
import * as elective from '@jwxt/contracts/elective/elective.command.ts';
import * as statusChange from '@jwxt/contracts/student-status/change/status-change.operations.ts';
import * as courseAdjust from '@jwxt/contracts/scheme/change/course-adjust.operations.ts';
import * as gradeMajorPlan from '@jwxt/contracts/scheme/change/grade-major-plan.operations.ts';
import * as courseHour from '@jwxt/contracts/scheme/course-hour.operations.ts';
import * as schemeRequirement from '@jwxt/contracts/scheme/requirement.operations.ts';
import * as schemeSystem from '@jwxt/contracts/scheme/scheme-system.operations.ts';
import * as majorSchema from '@jwxt/contracts/scheme/schema/schema.command.ts';
import * as checkedInfo from '@jwxt/contracts/student-status/check/info-check.operations.ts';
import * as checkTime from '@jwxt/contracts/student-status/check/info-check-time.operations.ts';
import * as photo from '@jwxt/contracts/student-status/check/student-photo.operations.ts';
import * as courseReplace from '@jwxt/contracts/scheme/individual/course-replace.operations.ts';
import * as commonPlan from '@jwxt/contracts/scheme/plan/common-plan.operations.ts';
import * as executionPlan from '@jwxt/contracts/scheme/plan/execution-plan.operations.ts';
import * as specialItem from '@jwxt/contracts/scheme/plan/special-item.operations.ts';
import * as schemeVersion from '@jwxt/contracts/scheme/scheme-version.operations.ts';
import * as shunt from '@jwxt/contracts/student-status/divert/shunt.operations.ts';
import * as transfer from '@jwxt/contracts/student-status/divert/transfer.operations.ts';
import * as courseWarning from '@jwxt/contracts/student-status/warning/course-warning.operations.ts';
import * as warningResult from '@jwxt/contracts/student-status/warning/warning-result.operations.ts';
import * as warningScheme from '@jwxt/contracts/student-status/warning/warning-scheme.operations.ts';
import * as registration from '@jwxt/contracts/student-status/term/registration.operations.ts';
import * as gradeExam from '@jwxt/contracts/grade-exam/grade-exam.operations.ts';
import * as examSet from '@jwxt/contracts/exam-set/exam-set.command.ts';
import * as makeup from '@jwxt/contracts/makeup/makeup.command.ts';
import * as gpaCheck from '@jwxt/contracts/standing/gpa-check.operations.ts';
import * as graduationScore from '@jwxt/contracts/standing/graduation-score.operations.ts';
import * as rebuildSignUp from '@jwxt/contracts/makeup/rebuild-sign-up.command.ts';
import * as planJob from '@jwxt/contracts/open-course/plan-job.operations.ts';
import * as openCourse from '@jwxt/contracts/open-course/open-course.operations.ts';
import * as teacherAnswer from '@jwxt/contracts/open-course/teacher-answer.operations.ts';
import * as specialItemGroup from '@jwxt/contracts/open-course/special-item-group.operations.ts';
import * as teachingJob from '@jwxt/contracts/open-course/teaching-job.operations.ts';
import * as scoreRules from '@jwxt/contracts/score-setting/score-rules.operations.ts';
import * as rosterOfClasses from '@jwxt/contracts/base-info/roster-of-classes.operations.ts';
import * as semester from '@jwxt/contracts/base-info/semester.operations.ts';
import * as teacherAssignment from '@jwxt/contracts/base-info/teacher-assignment.operations.ts';
import * as codeReservation from '@jwxt/contracts/system-setting/code-reservation.operations.ts';
import * as classDivision from '@jwxt/contracts/student-status/freshman/class-division.operations.ts';
import * as freshman from '@jwxt/contracts/student-status/freshman/freshman.operations.ts';
import * as studentNumber from '@jwxt/contracts/student-status/freshman/student-number.operations.ts';
import * as transcript from '@jwxt/contracts/score-card/transcript.command.ts';
import * as cache from '@jwxt/contracts/system/cache.command.ts';
import * as operationSwitch from '@jwxt/contracts/system/operation-switch.command.ts';
import * as system from '@jwxt/contracts/system/system.command.ts';
import { replayRoute } from './system/system.routes.ts';
import { allAreas, allPolicies, allRoutes } from './all-areas.ts';

/** Commands that policies alone give: nobody may send them. */
const ofPolicies = ['scoreSheet.reopen', 'scoreSheet.approve', 'scoreSheet.applyChange'];
const isCommand = (value: unknown): value is CommandDefinition =>
  typeof value === 'object' && value !== null && 'name' in value && 'payload' in value;

test('every declared command can be sent, except those that policies alone give', () => {
  const declared = [
    adjustCourse,
    application,
    dataMonitor,
    merge,
    dataScope,
    dataDimension,
    exportJob,
    file,
    apiToken,
    session,
    operationSwitch,
    cache,
    role,
    account,
    infoCheck,
    checkedInfo,
    checkTime,
    photo,
    processSetting,
    secondaryAuth,
    secondFactor,
    home,
    recognition,
    attempts,
    scoreSheet,
    system,
    notice,
    publishing,
    systemMessage,
    personErasure,
    deferredExam,
    elective,
    gradeExam,
    registration,
    shunt,
    transfer,
    courseWarning,
    warningResult,
    warningScheme,
    freshman,
    classDivision,
    studentNumber,
    courseHour,
    courseAdjust,
    statusChange,
    gradeMajorPlan,
    schemeVersion,
    schemeSystem,
    schemeRequirement,
    majorSchema,
    courseReplace,
    commonPlan,
    executionPlan,
    specialItem,
    examSet,
    makeup,
    rebuildSignUp,
    transcript,
    viewAs,
    secondPerson,
    permissionTransfer,
    scoreRules,
    gpaCheck,
    graduationScore,
    historicalScore,
    rosterOfClasses,
    semester,
    teacherAssignment,
    openCourse,
    teacherAnswer,
    specialItemGroup,
    teachingJob,
    planJob,
    codeReservation,
    studentBatchUpdate,
    temporaryStudents,
    conduct,
    punishment,
    ...studentApplicationKinds.map(({ commands }) => commands),
    ...allResources.map(({ commands }) => commands),
    ...allResources.flatMap(({ imports }) => imports?.commands ?? []),
  ]
    .flatMap((module) => Object.values(module))
    .filter(isCommand)
    .map(({ name }) => name);
  const attemptsOnly = Object.values(attempts)
    .filter(isCommand)
    .map(({ name }) => name);
  const sent = [...allRoutes, replayRoute(() => Promise.resolve({ replayed: 0, remaining: 0 }))].map(
    ({ definition }) => definition.name,
  );
  const notSent = new Set([...ofPolicies, ...attemptsOnly]);
  expect(sent.toSorted((a, b) => a.localeCompare(b))).toEqual(
    declared.filter((name) => !notSent.has(name)).toSorted((a, b) => a.localeCompare(b)),
  );
});

test('rules of a resource stand in the area that declares it', () => {
  const declared = Object.entries<ContractArea>(declaring).flatMap(([area, { resources = [] }]) =>
    resources.map(({ name }) => `${area} ${name}`),
  );
  const ruled = Object.entries(allAreas).flatMap(([area, { resourceRules = {} }]) =>
    Object.keys(resourceRules).map((name) => `${area} ${name}`),
  );
  expect(ruled).not.toEqual([]);
  expect(ruled.filter((name) => !declared.includes(name))).toEqual([]);
});

test('policies have names of their own', () => {
  expect(new Set(allPolicies.map(({ name }) => name)).size).toBe(allPolicies.length);
});
